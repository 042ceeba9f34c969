package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.sparse.LinearOperator;
import java.util.Objects;

/**
 * Label propagation (Zhou et al., "Learning with Local and Global Consistency", NIPS 2004): the
 * baseline that sees labels and edges alone. F ← α S F + (1 - α) Y, S being the normalised
 * adjacency with self-loops, iterated to its fixed point; rows are then normalised to
 * distributions.
 *
 * <p>Costs O(edges · classes) per iteration. Immutable and thread-safe.
 */
public final class LabelPropagation {
  private static final int MAX_ITERATIONS = 1000;
  private static final float TOLERANCE = 1e-6f;

  private final double alpha;
  private final int threads;

  private LabelPropagation(double alpha, int threads) {
    this.alpha = alpha;
    this.threads = threads;
  }

  /** Returns the method with α = 0.9. */
  public static LabelPropagation create() {
    return withAlpha(0.9);
  }

  /**
   * Returns the method with a given share of the neighbours' labels.
   *
   * @param alpha in (0, 1); the larger, the farther labels travel
   */
  public static LabelPropagation withAlpha(double alpha) {
    Checks.argument(alpha > 0 && alpha < 1, "alpha", "in (0, 1)", alpha);
    return new LabelPropagation(alpha, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns this method with a number of threads at most; all processors by default. Results do not
   * depend on it.
   */
  public LabelPropagation threads(int count) {
    return new LabelPropagation(alpha, Checks.atLeast(1, count, "threads"));
  }

  /**
   * Propagates the labels of the training nodes. A node that no label reaches gets the uniform
   * distribution.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph with at least one labelled training node
   * @return the distributions of all nodes
   * @throws IllegalArgumentException if there is no training node
   */
  public <K> Predictions<K> fit(Graph<K> graph) {
    Objects.requireNonNull(graph, "graph");
    int[] trainingNodes = graph.trainingNodes();
    if (trainingNodes.length == 0) {
      throw new IllegalArgumentException(graph + " has no labelled node to propagate from");
    }
    int classes = graph.classes().size();
    DenseMatrix scores = DenseMatrix.zeros(graph.nodeCount(), classes);
    for (int node : trainingNodes) {
      scores.set(node, graph.label(node), 1f);
    }
    DenseMatrix labels = scores.copy();
    DenseMatrix propagated = DenseMatrix.zeros(graph.nodeCount(), classes);
    LinearOperator operator = graph.adjacency().normalized();
    Workers workers = Workers.of(threads);
    float change = Float.MAX_VALUE;
    for (int i = 0; i < MAX_ITERATIONS && change > TOLERANCE; i++) {
      operator.apply(scores, propagated, workers);
      change = update(scores.data(), propagated.data(), labels.data());
    }
    normalizeRows(scores);
    return new Predictions<>(graph.nodeIndex(), graph.classes(), scores);
  }

  @Override
  public String toString() {
    return "LabelPropagation(" + alpha + ")";
  }

  private float update(float[] scores, float[] propagated, float[] labels) {
    float change = 0;
    for (int i = 0; i < scores.length; i++) {
      float value = (float) (alpha * propagated[i] + (1 - alpha) * labels[i]);
      change = Math.max(change, Math.abs(value - scores[i]));
      scores[i] = value;
    }
    return change;
  }

  private static void normalizeRows(DenseMatrix scores) {
    for (int row = 0; row < scores.rows(); row++) {
      float sum = 0;
      for (int c = 0; c < scores.columns(); c++) {
        sum += scores.get(row, c);
      }
      for (int c = 0; c < scores.columns(); c++) {
        scores.set(row, c, sum > 0 ? scores.get(row, c) / sum : 1f / scores.columns());
      }
    }
  }
}
