package io.github.gmnn.em;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;
import io.github.gmnn.training.internal.Score;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Measures predictions on the validation nodes of a graph. */
final class Validation {
  private final Graph<?> graph;
  private final ValidationMetric metric;
  private final int[] nodes;
  private final RowSet rows;
  private final ConfusionMatrix confusion;
  private @Nullable ValidationTrace trace;

  Validation(Graph<?> graph, ValidationMetric metric) {
    this.graph = graph;
    this.metric = metric;
    this.nodes = graph.validationNodes();
    this.rows = RowSet.of(graph.nodeCount(), nodes);
    this.confusion = new ConfusionMatrix(graph.classes().size());
  }

  /** Returns whether there are validation nodes. */
  boolean exists() {
    return nodes.length > 0;
  }

  /** Returns a trace of these nodes. */
  ValidationTrace trace(String name) {
    return new ValidationTrace(name, nodes, graph.classes().size());
  }

  /** Lets a trace see all scores from now on, or none. */
  void record(@Nullable ValidationTrace newTrace) {
    trace = newTrace;
  }

  /**
   * Returns what scores say of the validation nodes; null if there are none.
   *
   * @param scores gives the scores of some nodes in their rows, logits if the loss is asked for
   * @param withLoss whether to compute the mean cross-entropy of the labels
   */
  @Nullable Score of(Function<RowSet, DenseMatrix> scores, boolean withLoss) {
    if (nodes.length == 0) {
      return null;
    }
    DenseMatrix values = scores.apply(rows);
    if (trace != null) {
      trace.add(values);
    }
    return new Score(metric(values), withLoss ? loss(values) : Double.NaN);
  }

  /** Returns what distributions say of the validation nodes; null if there are none. */
  @Nullable Score ofDistributions(DenseMatrix distributions) {
    if (nodes.length == 0) {
      return null;
    }
    double loss = 0;
    for (int node : nodes) {
      float probability = distributions.get(node, graph.label(node));
      loss -= Math.log(Math.max(probability, Float.MIN_NORMAL));
    }
    return new Score(metric(distributions), loss / nodes.length);
  }

  /** Returns the metric of the likeliest labels; NaN if no node is held for validation. */
  double metric(DenseMatrix scores) {
    int classes = scores.columns();
    confusion.clear();
    for (int node : nodes) {
      int predicted = Elementwise.argMax(scores.data(), node * classes, classes);
      confusion.add(graph.label(node), predicted);
    }
    return nodes.length == 0 ? Double.NaN : confusion.of(metric);
  }

  private double loss(DenseMatrix logits) {
    int classes = logits.columns();
    double sum = 0;
    for (int node : nodes) {
      int row = node * classes;
      double logSum = Dense.logSumExp(logits.data(), row, classes);
      sum += logSum - logits.data()[row + graph.label(node)];
    }
    return sum / nodes.length;
  }
}
