package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Elementwise;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Softmax;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;
import java.util.function.Function;

/** Measures predictions on the validation nodes of a graph. */
final class Validation {
  private final Graph<?> graph;
  private final ValidationMetric metric;
  private final int[] nodes;
  private final RowSet rows;
  private final ConfusionMatrix confusion;
  private DenseMatrix last;

  Validation(Graph<?> graph, ValidationMetric metric) {
    this.graph = graph;
    this.metric = metric;
    this.nodes = graph.validationNodes();
    this.rows = RowSet.of(graph.nodeCount(), nodes);
    this.confusion = new ConfusionMatrix(graph.classes().size());
  }

  /**
   * Returns the metric of the likeliest labels; NaN if no node is held for validation.
   *
   * @param scores gives the scores of some nodes in their rows
   */
  double of(Function<RowSet, DenseMatrix> scores) {
    if (nodes.length == 0) {
      return Double.NaN;
    }
    DenseMatrix values = scores.apply(rows);
    last = values;
    int classes = values.columns();
    confusion.clear();
    for (int node : nodes) {
      int predicted = Elementwise.argMax(values.data(), node * classes, classes);
      confusion.add(graph.label(node), predicted);
    }
    return confusion.of(metric);
  }

  /** Returns the metric of distributions, or of scores in their order. */
  double of(DenseMatrix scores) {
    return of(nodesOfAll -> scores);
  }

  /** Returns the mean cross-entropy of the labels, what was measured last being logits. */
  double loss() {
    int classes = last.columns();
    double sum = 0;
    for (int node : nodes) {
      int row = node * classes;
      double logSum = Softmax.logSumExp(last.data(), row, classes);
      sum += logSum - last.data()[row + graph.label(node)];
    }
    return sum / nodes.length;
  }
}
