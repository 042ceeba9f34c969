package io.github.gmnn.em;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Score;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Measures predictions on the validation nodes of a graph. */
public final class Validation {
  private final ValidationMetric metric;
  private final int classes;
  private final int[] nodes;
  private final int[] labels;
  private final RowSet rows;
  private final Scores scores;

  /** The logarithm of what the exponentials of a node's logits are divided by. */
  private final double[] logSums;

  private @Nullable ValidationTrace trace;

  Validation(Graph<?> graph, ValidationMetric metric) {
    this(
        graph.nodeCount(),
        graph.validationNodes(),
        IntStream.of(graph.validationNodes()).map(graph::label).toArray(),
        graph.classes().size(),
        metric);
  }

  private Validation(
      int nodeCount, int[] nodes, int[] labels, int classes, ValidationMetric metric) {
    this.metric = metric;
    this.classes = classes;
    this.nodes = nodes;
    this.labels = labels;
    this.rows = RowSet.of(nodeCount, nodes);
    this.scores = new Scores(metric, classes);
    this.logSums = new double[nodes.length];
  }

  /**
   * Makes one for predictions of the validation nodes alone, a row each.
   *
   * @param labels their classes
   * @param classes how many classes there are
   * @param metric what to measure
   */
  public static Validation ofRows(int[] labels, int classes, ValidationMetric metric) {
    int[] all = IntStream.range(0, labels.length).toArray();
    return new Validation(labels.length, all, labels, classes, metric);
  }

  /** Returns whether there are validation nodes. */
  boolean exists() {
    return nodes.length > 0;
  }

  /** Returns the validation nodes. */
  RowSet rows() {
    return rows;
  }

  /** Returns a trace of these nodes, which are asked once in so many epochs. */
  ValidationTrace trace(String name, int interval) {
    return new ValidationTrace(name, interval, nodes, labels, classes);
  }

  /** Returns how many validation nodes a trace looks at, the first ones. */
  public int traced() {
    return Math.min(nodes.length, ValidationTrace.most(classes));
  }

  /** Returns whether a trace wants to see the logits after this epoch. */
  public boolean isTraceDue() {
    return trace != null && trace.isDue();
  }

  /**
   * Lets the trace, if there is one, know that an epoch ended.
   *
   * @param logits gives the logits, asked for if the trace is due
   */
  public void endEpoch(Supplier<DenseMatrix> logits) {
    if (trace != null) {
      trace.add(logits);
    }
  }

  /** Lets a trace see all logits from now on, or none. */
  void record(@Nullable ValidationTrace newTrace) {
    trace = newTrace;
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
    endEpoch(() -> values);
    if (!withLoss && !metric.ranks()) {
      return Score.of(metric(values));
    }
    double loss = 0;
    for (int i = 0; i < nodes.length; i++) {
      logSums[i] = Dense.logSumExp(values.data(), nodes[i] * classes, classes);
      loss += logSums[i] - values.get(nodes[i], labels[i]);
    }
    // a logit alone does not tell how likely the class is
    double measured = scores.of(labels, (i, c) -> (float) (values.get(nodes[i], c) - logSums[i]));
    return new Score(measured, withLoss ? loss / nodes.length : Double.NaN);
  }

  /** Returns what distributions say of the validation nodes; null if there are none. */
  public @Nullable Score ofDistributions(DenseMatrix distributions) {
    if (nodes.length == 0) {
      return null;
    }
    double loss = DoubleStream.of(losses(distributions)).sum();
    return new Score(metric(distributions), loss / nodes.length);
  }

  /** Returns the cross-entropy of each validation node's label. */
  double[] losses(DenseMatrix distributions) {
    double[] losses = new double[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      losses[i] = -Math.log(Math.max(distributions.get(nodes[i], labels[i]), Float.MIN_NORMAL));
    }
    return losses;
  }

  /**
   * Returns the metric of distributions; NaN if no node is held for validation. What does not rank
   * may be given as logits too: the likeliest labels are the same.
   */
  double metric(DenseMatrix distributions) {
    return nodes.length == 0
        ? Double.NaN
        : scores.of(labels, (i, c) -> distributions.get(nodes[i], c));
  }
}
