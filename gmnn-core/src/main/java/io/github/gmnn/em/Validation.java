package io.github.gmnn.em;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;
import io.github.gmnn.training.internal.Ranking;
import io.github.gmnn.training.internal.Score;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Measures predictions on the validation nodes of a graph. */
final class Validation {
  private final ValidationMetric metric;
  private final int[] nodes;
  private final int[] labels;
  private final RowSet rows;
  private final ConfusionMatrix confusion;
  private final Ranking ranking = new Ranking();

  /** The logarithm of what the exponentials of a node's logits are divided by. */
  private final double[] logSums;

  Validation(Graph<?> graph, ValidationMetric metric) {
    this.metric = metric;
    this.nodes = graph.validationNodes();
    this.labels = IntStream.of(nodes).map(graph::label).toArray();
    this.rows = RowSet.of(graph.nodeCount(), nodes);
    this.confusion = new ConfusionMatrix(graph.classes().size());
    this.logSums = new double[nodes.length];
  }

  /**
   * Returns what logits say of the validation nodes; null if there are none.
   *
   * @param logits gives the logits of some nodes in their rows
   * @param withLoss whether to compute the mean cross-entropy of the labels
   */
  @Nullable Score of(Function<RowSet, DenseMatrix> logits, boolean withLoss) {
    if (nodes.length == 0) {
      return null;
    }
    DenseMatrix values = logits.apply(rows);
    if (!withLoss && !metric.ranks()) {
      return Score.of(metric(values));
    }
    int classes = values.columns();
    double loss = 0;
    for (int i = 0; i < nodes.length; i++) {
      logSums[i] = Dense.logSumExp(values.data(), nodes[i] * classes, classes);
      loss += logSums[i] - values.get(nodes[i], labels[i]);
    }
    double measured =
        metric.ranks()
            // a logit alone does not tell how likely the class is
            ? ranked(classes, (i, c) -> (float) (values.get(nodes[i], c) - logSums[i]))
            : metric(values);
    return new Score(measured, withLoss ? loss / nodes.length : Double.NaN);
  }

  /**
   * Returns the metric of distributions; NaN if no node is held for validation. What does not rank
   * may be given as logits too: the likeliest labels are the same.
   */
  double metric(DenseMatrix distributions) {
    int classes = distributions.columns();
    if (nodes.length == 0) {
      return Double.NaN;
    }
    if (metric.ranks()) {
      return ranked(classes, (i, c) -> distributions.get(nodes[i], c));
    }
    confusion.clear();
    for (int i = 0; i < nodes.length; i++) {
      int predicted = Elementwise.argMax(distributions.data(), nodes[i] * classes, classes);
      confusion.add(labels[i], predicted);
    }
    return confusion.of(metric);
  }

  private double ranked(int classes, Ranking.Scores scores) {
    return ranking.of(metric, labels, classes, scores);
  }
}
