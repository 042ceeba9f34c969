package io.github.gmnn.baseline.embedding;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Score;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.Sgd;

/**
 * Planetoid-T (Yang, Cohen, Salakhutdinov, ICML 2016): embeddings that predict which nodes are near
 * and which have the same label, and with a node's features its label.
 *
 * <pre>{@code
 * Planetoid.Result<String> result = Planetoid.builder().seed(42).fit(graph);
 * result.predictions().of("a").label();
 * result.embeddings().nearest("a", 10);
 * }</pre>
 *
 * <p>Contexts come first: in each pass some labelled nodes learn to tell a node of their own label
 * from nodes of others, then every node to tell those around it on a random walk from nodes drawn
 * at random, as in {@link DeepWalk}. Then the classifier and the embeddings learn from the labels;
 * the epoch is chosen by the accuracy on the validation nodes, and is the last one where there are
 * none. The method is transductive: there are no predictions for other graphs.
 *
 * <p>The same seed gives the same result, whatever the threads. Costs as {@link DeepWalk} does, and
 * O(non-zeros of the features · classes + nodes · dimensions · classes) for an epoch. Immutable and
 * thread-safe.
 */
public final class Planetoid {
  private static final int EXAMPLES = 100;

  private final DeepWalk walks;
  private final Builder settings;

  private Planetoid(Builder builder) {
    this.settings = builder.copy();
    this.walks =
        DeepWalk.builder()
            .dimensions(builder.dimensions)
            .walksPerNode(builder.walksPerNode)
            .walkLength(builder.walkLength)
            .window(builder.window)
            .negatives(builder.negatives)
            .learningRate(builder.contextRate)
            .threads(builder.threads)
            .build();
  }

  /**
   * Returns a builder with 50 dimensions, walks of 10 nodes, and a window of 3; 500 epochs of the
   * classifier, SGD 0.1 for it and for the embeddings in its epochs, features as they are.
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * What was learned.
   *
   * @param <K> type of the nodes' keys
   * @param predictions the distribution of every node over the labels
   * @param embeddings the vector of every node, with the history of the classifier's epochs
   */
  public record Result<K>(Predictions<K> predictions, NodeEmbeddings<K> embeddings) {}

  /**
   * Learns embeddings and labels.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph with at least one edge and one labelled training node
   * @return predictions and vectors of all nodes
   * @throws IllegalArgumentException if the graph has no edges or no training nodes
   * @throws UnsupportedOperationException if its edges are implicit and too many to be walked along
   */
  public <K> Result<K> fit(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.edgeCount() == 0) {
      throw new IllegalArgumentException(graph + " has no edges to walk along");
    }
    if (graph.trainingNodes().length == 0) {
      throw new IllegalArgumentException(graph + " has no labelled node to learn from");
    }
    return FitThread.run(stop -> new Fit<>(graph, stop).run());
  }

  /** One fit. */
  private final class Fit<K> extends EpochsFit<K> {
    private final int[] nodes;
    private final int[] labels;
    private final DenseMatrix vectors;
    private final JointClassifier classifier;

    Fit(Graph<K> graph, BooleanSupplier stopRequested) {
      super(graph, settings, Integer.MAX_VALUE, stopRequested);
      this.nodes = graph.trainingNodes();
      this.labels = Arrays.stream(nodes).map(graph::label).toArray();
      this.vectors = walks.initialVectors(graph.nodeCount(), random.derive("vectors"));
      this.classifier =
          new JointClassifier(
              new SparseInput(settings.featureScaling.apply(graph)),
              vectors,
              nodes,
              labels,
              graph.classes().size(),
              settings.updater,
              random.derive("classifier"),
              workers);
    }

    Result<K> run() {
      learnContexts();
      TrainingHistory history = runEpochs();
      return new Result<>(
          Predictions.of(graph, classifier.predict()),
          NodeEmbeddings.of(graph.keys(), vectors).withHistory(history));
    }

    private void learnContexts() {
      int negatives = settings.negatives;
      DenseMatrix outputs = DenseMatrix.zeros(graph.nodeCount(), vectors.columns());
      SkipGram ofLabels = new SkipGram(vectors, outputs, EXAMPLES, 1, negatives, workers);
      LabelContexts contexts = new LabelContexts(nodes, labels);
      int steps = contexts.areThere() ? settings.labelSteps / settings.walksPerNode : 0;
      walks.learn(
          graph,
          vectors,
          outputs,
          random.derive("walks"),
          (pass, rate) -> {
            RandomStream ofPass = random.derive("labels").derive(pass);
            for (int step = 0; step < steps; step++) {
              for (int example = 0; example < EXAMPLES; example++) {
                contexts.draw(ofLabels, example, negatives, ofPass);
              }
              ofLabels.step(EXAMPLES, rate);
            }
          });
    }

    @Override
    protected Trainable network() {
      return classifier;
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return classifier.train();
    }

    @Override
    protected @Nullable Score validate() {
      int[] validation = graph.validationNodes();
      if (validation.length == 0) {
        return null;
      }
      DenseMatrix distributions = classifier.predict();
      int right = 0;
      for (int node : validation) {
        int start = node * distributions.columns();
        int label = Elementwise.argMax(distributions.data(), start, distributions.columns());
        right += label == graph.label(node) ? 1 : 0;
      }
      return Score.of((double) right / validation.length);
    }
  }

  /** Draws labelled nodes, one of the same label for each, and some of other labels. */
  private static final class LabelContexts {
    private final int[] nodes;
    private final int[] labels;

    LabelContexts(int[] nodes, int[] labels) {
      this.nodes = nodes;
      this.labels = labels;
    }

    /** Whether there is more than one label. */
    boolean areThere() {
      return Arrays.stream(labels).distinct().count() > 1;
    }

    void draw(SkipGram skipGram, int example, int negatives, RandomStream random) {
      int center = random.nextInt(nodes.length);
      skipGram.begin(example, nodes[center]);
      skipGram.add(example, nodes[drawOther(center, true, random)]);
      for (int k = 0; k < negatives; k++) {
        skipGram.add(example, nodes[drawOther(center, false, random)]);
      }
    }

    /** Draws until one fits: of few labels, few draws are in vain. */
    private int drawOther(int center, boolean same, RandomStream random) {
      int other = random.nextInt(nodes.length);
      while ((labels[other] == labels[center]) != same) {
        other = random.nextInt(nodes.length);
      }
      return other;
    }
  }

  /** Sets up a {@link Planetoid}. */
  public static final class Builder extends EpochsBuilder<Builder> {
    private int dimensions = 50;
    private int walksPerNode = 10;
    private int walkLength = 10;
    private int window = 3;
    private int negatives = 5;
    private int labelSteps = 2_000;
    private double contextRate = 0.025;

    private Builder() {
      super(500, new Sgd(0.1), FeatureScaling.NONE);
    }

    /** Sets the length of the vectors; 50. */
    public Builder dimensions(int count) {
      dimensions = Checks.atLeast(1, count, "dimensions");
      return this;
    }

    /** Sets how many walks start at each node; 10. */
    public Builder walksPerNode(int count) {
      walksPerNode = Checks.atLeast(1, count, "walksPerNode");
      return this;
    }

    /** Sets how many nodes a walk has, at least 2; 10. */
    public Builder walkLength(int count) {
      walkLength = Checks.atLeast(2, count, "walkLength");
      return this;
    }

    /** Sets how far along a walk a node's targets are at most; 3. */
    public Builder window(int steps) {
      window = Checks.atLeast(1, steps, "window");
      return this;
    }

    /** Sets how many nodes are drawn against each target; 5. */
    public Builder negatives(int count) {
      negatives = Checks.atLeast(1, count, "negatives");
      return this;
    }

    /** Sets how many steps of 100 pairs of labelled nodes there are in all; 2,000. */
    public Builder labelSteps(int count) {
      labelSteps = Checks.atLeast(0, count, "labelSteps");
      return this;
    }

    /** Sets the learning rate of contexts at the start; 0.025. It falls linearly to nearly 0. */
    public Builder contextRate(double rate) {
      contextRate = Checks.positive(rate, "contextRate");
      return this;
    }

    /**
     * Returns the method with these settings.
     *
     * @throws IllegalArgumentException if a setting is larger than {@link DeepWalk} takes
     */
    public Planetoid build() {
      return new Planetoid(this);
    }

    /**
     * Builds it and learns; see {@link Planetoid#fit}.
     *
     * @param <K> type of the nodes' keys
     */
    public <K> Result<K> fit(Graph<K> graph) {
      return build().fit(graph);
    }
  }
}
