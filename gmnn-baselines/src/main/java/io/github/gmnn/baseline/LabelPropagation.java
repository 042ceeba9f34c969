package io.github.gmnn.baseline;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.RelationNames;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.LinearOperator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Label propagation (Zhou et al., "Learning with Local and Global Consistency", NIPS 2004): the
 * baseline that uses only labels and edges. F ← α S F + (1 - α) Y, S being the normalised adjacency
 * with self-loops, iterated to its fixed point; rows are then normalised to distributions. It can
 * also be clamped (Zhu, Ghahramani, Lafferty, ICML 2003): F ← S F with the labelled nodes' rows of
 * Y put back after each step.
 *
 * <p>A node that no label reaches gets the mean distribution of the unlabelled nodes that labels
 * reach. On Citeseer that is a third of all nodes.
 *
 * <p>Costs O(edges · classes) per iteration. Immutable and thread-safe.
 */
public final class LabelPropagation {
  private static final Logger LOG = LoggerFactory.getLogger(LabelPropagation.class);
  private static final int MAX_ITERATIONS = 1000;
  private static final float TOLERANCE = 1e-6f;
  private static final double DEFAULT_ALPHA = 0.9;

  /** Stands for clamping. */
  private static final double CLAMPED = 1;

  private final List<Double> alphas;
  private final List<String> relations;
  private final boolean chosen;
  private final int threads;

  private LabelPropagation(List<Double> alphas) {
    this(alphas, List.of(), false, Runtime.getRuntime().availableProcessors());
  }

  private LabelPropagation(
      List<Double> alphas, List<String> relations, boolean chosen, int threads) {
    this.alphas = alphas;
    this.relations = relations;
    this.chosen = chosen;
    this.threads = threads;
  }

  /** Returns the method with α = 0.9. */
  public static LabelPropagation create() {
    return withAlpha(DEFAULT_ALPHA);
  }

  /**
   * Returns the method with a given share of the neighbours' labels.
   *
   * @param alpha in (0, 1); the larger, the farther labels travel
   */
  public static LabelPropagation withAlpha(double alpha) {
    Checks.argument(alpha > 0 && alpha < 1, "alpha", "in (0, 1)", alpha);
    return new LabelPropagation(List.of(alpha));
  }

  /** Returns the method with the labels of training nodes clamped. */
  public static LabelPropagation clamped() {
    return new LabelPropagation(List.of(CLAMPED));
  }

  /**
   * Returns this method with a number of threads at most; all processors by default. Results do not
   * depend on it.
   */
  public LabelPropagation threads(int count) {
    return new LabelPropagation(alphas, relations, chosen, Checks.atLeast(1, count, "threads"));
  }

  /**
   * Returns this method on some relations of the graph's edges: S is then the mean over the
   * neighbours of each relation, and the mean of these over the relations in which a node has
   * neighbours. For graphs in which labels travel along some types of edges and not along others.
   * {@code "author inverse"} is the relation {@code "author"} against its direction.
   *
   * @param names relations of the graphs to be fitted, at least one
   * @throws IllegalArgumentException if there is none
   */
  public LabelPropagation along(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException("labels travel along at least one relation, got none");
    }
    return new LabelPropagation(alphas, List.of(names), false, threads);
  }

  /**
   * Returns this method on those relations, in both directions, that validation prefers: each is
   * tried alone; then, in the order of how many validation nodes they got right, they are taken one
   * after another where they get more of them right. That is two propagations for each relation.
   * Without validation nodes all relations are taken.
   */
  public LabelPropagation alongChosen() {
    return new LabelPropagation(alphas, List.of(), true, threads);
  }

  /**
   * Returns the method that tries α = 0.9, 0.5, 0.8, 0.95, 0.98, 0.99 and clamping, and takes what
   * gets most validation nodes right; without validation nodes, α = 0.9.
   */
  public static LabelPropagation tuned() {
    return new LabelPropagation(List.of(DEFAULT_ALPHA, 0.5, 0.8, 0.95, 0.98, 0.99, CLAMPED));
  }

  /**
   * Propagates the labels of the training nodes.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph with at least one labelled training node
   * @return the distributions of all nodes
   * @throws IllegalArgumentException if there is no training node, or none of a relation's name
   */
  public <K> Predictions<K> fit(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.trainingNodes().length == 0) {
      throw new IllegalArgumentException(graph + " has no labelled node to propagate from");
    }
    List<String> along = chosen ? choose(graph) : relations;
    DenseMatrix best = null;
    int mostRight = -1;
    for (double alpha : graph.validationNodes().length > 0 ? alphas : alphas.subList(0, 1)) {
      DenseMatrix distributions = propagate(graph, along, alpha);
      int right = right(graph, distributions);
      if (right > mostRight) {
        best = distributions;
        mostRight = right;
      }
    }
    return Predictions.of(graph, Objects.requireNonNull(best, "no strength to try"));
  }

  /** How many validation nodes are right. */
  private static int right(Graph<?> graph, DenseMatrix distributions) {
    int right = 0;
    for (int node : graph.validationNodes()) {
      int start = node * distributions.columns();
      int predicted = Elementwise.argMax(distributions.data(), start, distributions.columns());
      right += predicted == graph.label(node) ? 1 : 0;
    }
    return right;
  }

  /** The relations that validation prefers, in both directions. */
  private List<String> choose(Graph<?> graph) {
    if (graph.edgeTypes().isEmpty()) {
      throw new IllegalArgumentException(
          graph + " has no types of edges to choose between: leave out alongChosen()");
    }
    List<List<String>> candidates = new ArrayList<>();
    for (String name : graph.edgeTypes()) {
      Adjacency edges = graph.adjacency().relation(name);
      candidates.add(
          edges.isOneWay() || edges.reversed() == edges
              ? List.of(name)
              : List.of(name, name + RelationNames.INVERSE));
    }
    if (graph.validationNodes().length == 0) {
      return candidates.stream().flatMap(List::stream).toList();
    }
    Map<List<String>, Integer> alone = new HashMap<>();
    for (List<String> candidate : candidates) {
      alone.put(candidate, right(graph, propagate(graph, candidate, alphas.get(0))));
    }
    candidates.sort(Comparator.comparing(candidate -> -alone.getOrDefault(candidate, 0)));
    List<String> taken = candidates.get(0);
    int mostRight = alone.getOrDefault(taken, 0);
    for (List<String> candidate : candidates.subList(1, candidates.size())) {
      List<String> more = new ArrayList<>(taken);
      more.addAll(candidate);
      int right = right(graph, propagate(graph, more, alphas.get(0)));
      if (right > mostRight) {
        taken = more;
        mostRight = right;
      }
    }
    LOG.info("labels travel along {}, chosen by validation", taken);
    return taken;
  }

  private DenseMatrix propagate(Graph<?> graph, List<String> along, double alpha) {
    int[] trainingNodes = graph.trainingNodes();
    int classes = graph.classes().size();
    DenseMatrix scores = DenseMatrix.zeros(graph.nodeCount(), classes);
    for (int node : trainingNodes) {
      scores.set(node, graph.label(node), 1f);
    }
    DenseMatrix labels = scores.copy();
    DenseMatrix propagated = DenseMatrix.zeros(graph.nodeCount(), classes);
    Workers workers = Workers.of(threads);
    LinearOperator operator =
        along.isEmpty()
            ? graph.adjacency().normalized()
            : new MeanOfRelations(graph.adjacency(), along);
    float change = Float.MAX_VALUE;
    for (int i = 0; i < MAX_ITERATIONS && change > TOLERANCE; i++) {
      operator.apply(scores, propagated, workers);
      if (alpha == CLAMPED) {
        for (int node : trainingNodes) {
          int start = node * classes;
          System.arraycopy(labels.data(), start, propagated.data(), start, classes);
        }
      }
      change = update(scores.data(), propagated.data(), labels.data(), alpha);
    }
    normalizeRows(scores, graph);
    return scores;
  }

  @Override
  public String toString() {
    String along =
        chosen ? " along chosen relations" : relations.isEmpty() ? "" : " along " + relations;
    if (alphas.size() > 1) {
      return "LabelPropagation(tuned over " + alphas + along + ")";
    }
    Object alpha = alphas.get(0) == CLAMPED ? "clamped" : alphas.get(0);
    return "LabelPropagation(" + alpha + along + ")";
  }

  private static float update(float[] scores, float[] propagated, float[] labels, double alpha) {
    float change = 0;
    for (int i = 0; i < scores.length; i++) {
      float value = (float) (alpha * propagated[i] + (1 - alpha) * labels[i]);
      change = Math.max(change, Math.abs(value - scores[i]));
      scores[i] = value;
    }
    return change;
  }

  private static void normalizeRows(DenseMatrix scores, Graph<?> graph) {
    int classes = scores.columns();
    BitSet unreached = new BitSet();
    BitSet labelled = new BitSet();
    IntStream.of(graph.trainingNodes()).forEach(labelled::set);
    double[] mean = new double[classes];
    int counted = 0;
    for (int row = 0; row < scores.rows(); row++) {
      double sum = Elementwise.sum(scores.data(), row * classes, classes);
      if (sum == 0) {
        unreached.set(row);
        continue;
      }
      for (int c = 0; c < classes; c++) {
        scores.set(row, c, (float) (scores.get(row, c) / sum));
        mean[c] += labelled.get(row) ? 0 : scores.get(row, c);
      }
      counted += labelled.get(row) ? 0 : 1;
    }
    for (int row = unreached.nextSetBit(0); row >= 0; row = unreached.nextSetBit(row + 1)) {
      for (int c = 0; c < classes; c++) {
        scores.set(row, c, (float) (counted == 0 ? 1.0 / classes : mean[c] / counted));
      }
    }
  }
}
