package io.github.gmnn.baseline.relational;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Classifies the nodes of a graph together, by their attributes, their neighbours' attributes and
 * the labels around them: {@code RelationalClassifier.mln().fit(graph)}.
 *
 * <p>Three methods, each in the form in which the GMNN paper compares with it:
 *
 * <ul>
 *   <li>{@link #rmn()}: relational Markov network (Taskar, Abbeel, Koller 2002), a conditional
 *       random field with a potential for each pair of labels of linked nodes
 *   <li>{@link #mln()}: Markov logic network (Richardson, Domingos 2006), the same with one weight
 *       for "linked nodes have the same label"
 *   <li>{@link #prm()}: probabilistic relational model (Koller, Pfeffer 1998), in which a node's
 *       label depends on the labels of those it receives from
 * </ul>
 *
 * <p><b>Learning.</b> A logistic regression on a node's attributes and the mean of its neighbours'
 * is learned from the training nodes. The weights between labels are learned by pseudolikelihood,
 * with attributes weighed by regressions that were not told the label of the node in question, and
 * labels of unlabelled neighbours summed out (in a PRM: replaced by their distribution) as those
 * regressions see them. Nothing is random.
 *
 * <p><b>Inference.</b> Loopy belief propagation (RMN, MLN) or iterative classification (PRM), given
 * the labels of the training nodes. {@link RelationalModel#convergence()} says how it ended; where
 * it did not converge, a warning is logged as well.
 *
 * <p><b>Penalties</b> are chosen by accuracy on the validation nodes, and by their log-likelihood
 * among equals. Without validation nodes the first of each list is taken.
 *
 * <p>RMN and MLN take every edge as a link between two nodes, whatever its weight and direction; a
 * PRM receives along edges, by weight. Where edges have types, each has weights of its own: an MLN
 * one, an RMN a table of the labels of source and target, a PRM the shares of labels along its
 * edges and against them; types without direction have no "against". A fit costs some ten thousand
 * passes over the entries of the training nodes, and as many inferences as there are pairs of
 * penalties. Immutable and thread-safe.
 */
public final class RelationalClassifier {
  private static final Logger LOG = LoggerFactory.getLogger(RelationalClassifier.class);

  private enum Method {
    RMN,
    MLN,
    PRM
  }

  private final Method method;
  private final FeatureScaling featureScaling;
  private final List<Double> attributePenalties;
  private final List<Double> labelPenalties;
  private final PropagationSettings propagation;
  private final int threads;

  private RelationalClassifier(Builder builder) {
    this.method = builder.method;
    this.featureScaling = builder.featureScaling;
    this.attributePenalties = builder.attributePenalties;
    this.labelPenalties = builder.labelPenalties;
    this.propagation =
        new PropagationSettings(builder.damping, builder.tolerance, builder.maxSweeps);
    this.threads = builder.threads;
  }

  /** Returns a builder of a relational Markov network. */
  public static Builder rmn() {
    return new Builder(Method.RMN);
  }

  /** Returns a builder of a Markov logic network. */
  public static Builder mln() {
    return new Builder(Method.MLN);
  }

  /** Returns a builder of a probabilistic relational model. */
  public static Builder prm() {
    return new Builder(Method.PRM);
  }

  /**
   * Learns from the labels of the training nodes and infers those of all others.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph with at least one training node and two classes
   * @return the model
   * @throws IllegalArgumentException if there is no training node, or if for an RMN or MLN edges
   *     are {@linkplain io.github.gmnn.sparse.Adjacency#isOneWay() one way}
   * @throws UnsupportedOperationException if the graph's edges are implicit and too many to be gone
   *     through one by one
   */
  public <K> RelationalModel<K> fit(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.trainingNodes().length == 0) {
      throw new IllegalArgumentException(
          graph
              + " has no labelled node to learn from ("
              + graph.validationNodes().length
              + " are held for validation): label at least one more node");
    }
    AttributeModel attributes =
        new AttributeModel(graph, featureScaling.apply(graph), Workers.of(threads));
    Dependency dependency =
        switch (method) {
          case RMN -> new MarkovField(attributes, PairPotential.TABLE, propagation);
          case MLN -> new MarkovField(attributes, PairPotential.SAME_LABEL, propagation);
          case PRM -> new IterativeClassification(attributes, propagation.maxSweeps());
        };
    boolean choose = graph.validationNodes().length > 0;
    Candidate best = null;
    for (double attributePenalty : choose ? attributePenalties : attributePenalties.subList(0, 1)) {
      attributes.fit(attributePenalty);
      dependency.attributesChanged(attributePenalty);
      for (double labelPenalty : choose ? labelPenalties : labelPenalties.subList(0, 1)) {
        Candidate candidate =
            Candidate.of(graph, dependency.fit(labelPenalty), attributePenalty, labelPenalty);
        LOG.debug("{}: {}", method, candidate);
        best = best == null || candidate.isBetterThan(best) ? candidate : best;
      }
    }
    Objects.requireNonNull(best, "no penalties to try");
    if (!best.fitted().convergence().converged()) {
      LOG.warn(
          "{} on {} did not converge: {}; try damping, or more sweeps",
          method,
          graph,
          best.fitted().convergence());
    }
    return best.model(graph);
  }

  /** A pair of penalties and what came of it. */
  private record Candidate(
      Dependency.Fitted fitted,
      double attributePenalty,
      double labelPenalty,
      double accuracy,
      double logLikelihood) {
    static Candidate of(
        Graph<?> graph, Dependency.Fitted fitted, double attributePenalty, double labelPenalty) {
      int classes = graph.classes().size();
      double[] marginals = fitted.marginals();
      int correct = 0;
      double logLikelihood = 0;
      int[] validation = graph.validationNodes();
      for (int node : validation) {
        int row = node * classes;
        double ofLabel = marginals[row + graph.label(node)];
        correct += Distribution.best(marginals, row, classes) == graph.label(node) ? 1 : 0;
        logLikelihood += Math.log(Math.max(ofLabel, Float.MIN_NORMAL));
      }
      return new Candidate(
          fitted,
          attributePenalty,
          labelPenalty,
          (double) correct / Math.max(1, validation.length),
          logLikelihood);
    }

    boolean isBetterThan(Candidate other) {
      return accuracy > other.accuracy
          || accuracy == other.accuracy && logLikelihood > other.logLikelihood;
    }

    <K> RelationalModel<K> model(Graph<K> graph) {
      DenseMatrix distributions = DenseMatrix.zeros(graph.nodeCount(), graph.classes().size());
      for (int i = 0; i < fitted.marginals().length; i++) {
        distributions.data()[i] = (float) fitted.marginals()[i];
      }
      return new RelationalModel<>(
          Predictions.of(graph, distributions),
          fitted.weights(),
          fitted.convergence(),
          attributePenalty,
          labelPenalty,
          graph.validationNodes().length == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(accuracy));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "penalties %g and %g: validation accuracy %.4f, log-likelihood %.2f, %s",
          attributePenalty,
          labelPenalty,
          accuracy,
          logLikelihood,
          fitted.convergence());
    }
  }

  /** Sets up a {@link RelationalClassifier}. */
  public static final class Builder {
    private final Method method;
    private FeatureScaling featureScaling = FeatureScaling.ROW;
    private List<Double> attributePenalties = List.of(0.01, 0.001, 0.03, 0.1, 0.3);
    private List<Double> labelPenalties;
    private double damping;
    private double tolerance = 1e-6;
    private int maxSweeps = 500;
    private int threads = Runtime.getRuntime().availableProcessors();

    private Builder(Method method) {
      this.method = method;
      this.labelPenalties =
          method == Method.PRM ? List.of(0.1, 0.03, 0.3, 1.0) : List.of(3.0, 1.0, 10.0);
    }

    /** Sets how features are scaled first; {@link FeatureScaling#ROW}. */
    public Builder featureScaling(FeatureScaling scaling) {
      featureScaling = Objects.requireNonNull(scaling, "scaling");
      return this;
    }

    /**
     * Sets the penalties on the weights of attributes to choose from: a weight w costs half the
     * penalty times w², and a training node -log of its label's probability.
     *
     * @param penalties at least one, all positive and finite
     * @return this builder
     */
    public Builder attributePenalties(double... penalties) {
      attributePenalties = checkPenalties(penalties, "attributePenalties");
      return this;
    }

    /**
     * Sets the penalties on the weights between labels to choose from.
     *
     * @param penalties at least one, all positive and finite
     * @return this builder
     */
    public Builder labelPenalties(double... penalties) {
      labelPenalties = checkPenalties(penalties, "labelPenalties");
      return this;
    }

    private static List<Double> checkPenalties(double[] penalties, String name) {
      Checks.argument(penalties.length > 0, name, "at least one number", "none");
      return DoubleStream.of(penalties).map(p -> Checks.positive(p, name)).boxed().toList();
    }

    /**
     * Sets the share of a message's former value that stays in a sweep of belief propagation; 0,
     * and at least 0.5 from the hundredth sweep on, because messages that take so long most often
     * swing to and fro.
     *
     * @param share in [0, 1)
     * @return this builder
     * @throws IllegalStateException for a PRM, which sends no messages
     */
    public Builder damping(double share) {
      checkPropagates("damping");
      damping = Checks.dropRate(share, "damping");
      return this;
    }

    /**
     * Sets the change of a message's element, of 1 in all, below which belief propagation has
     * converged; 1e-6.
     *
     * @param change positive and finite
     * @return this builder
     * @throws IllegalStateException for a PRM, which sends no messages
     */
    public Builder tolerance(double change) {
      checkPropagates("tolerance");
      tolerance = Checks.positive(change, "tolerance");
      return this;
    }

    private void checkPropagates(String setting) {
      if (method == Method.PRM) {
        throw new IllegalStateException(
            "a PRM is inferred by iterative classification, which has no " + setting);
      }
    }

    /** Sets the most sweeps of an inference, at least 1; 500. */
    public Builder maxSweeps(int sweeps) {
      maxSweeps = Checks.atLeast(1, sweeps, "maxSweeps");
      return this;
    }

    /** Sets the number of threads at most; all processors. Results do not depend on it. */
    public Builder threads(int count) {
      threads = Checks.atLeast(1, count, "threads");
      return this;
    }

    /** Returns the classifier. */
    public RelationalClassifier build() {
      return new RelationalClassifier(this);
    }

    /**
     * Builds the classifier and fits it; see {@link RelationalClassifier#fit}.
     *
     * @param <K> type of the nodes' keys
     */
    public <K> RelationalModel<K> fit(Graph<K> graph) {
      return build().fit(graph);
    }
  }
}
