package io.github.gmnn.em;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.network.internal.Posterior;
import java.util.List;

/** Draws annotations of all nodes from q by a strategy (Eq. 9); labelled ones keep their labels. */
final class Annotator {
  private final Graph<?> graph;
  private final ApproximationStrategy strategy;
  private final RandomStream random;
  private final int[] labelledNodes;
  private final int classes;

  Annotator(Graph<?> graph, ApproximationStrategy strategy, RandomStream random) {
    this.graph = graph;
    this.strategy = strategy;
    this.random = random;
    this.labelledNodes = graph.trainingNodes();
    this.classes = graph.classes().size();
  }

  /**
   * Annotates all nodes.
   *
   * @param q what to draw from
   * @param iteration the EM iteration
   * @param round tells the draws of one iteration apart
   */
  List<DenseMatrix> annotate(Posterior q, int iteration, int round) {
    List<DenseMatrix> annotations =
        strategy.annotate(q.logits(), Streams.annotation(random, iteration).derive(round));
    if (annotations.isEmpty()) {
      throw new IllegalStateException(strategy + " gave no annotation; it must give at least one");
    }
    annotations.forEach(this::check);
    annotations.forEach(this::setTrueLabels);
    return annotations;
  }

  private void check(DenseMatrix annotation) {
    if (annotation.rows() != graph.nodeCount() || annotation.columns() != classes) {
      throw new IllegalStateException(
          strategy
              + " gave an annotation of "
              + annotation.rows()
              + " x "
              + annotation.columns()
              + ", expected "
              + graph.nodeCount()
              + " nodes x "
              + classes
              + " classes");
    }
  }

  /** Makes the label of every labelled node certain. */
  void setTrueLabels(DenseMatrix distributions) {
    for (int node : labelledNodes) {
      for (int c = 0; c < classes; c++) {
        distributions.set(node, c, graph.label(node) == c ? 1f : 0f);
      }
    }
  }
}
