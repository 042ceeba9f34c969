package io.github.gmnn.network;

import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.Elementwise;
import io.github.gmnn.sparse.RowSet;

/**
 * The cross-entropy of softmax(z<sub>n</sub>) against soft or hard targets t<sub>n</sub>, fused
 * with its gradient at the logits: Σ<sub>n</sub> w<sub>n</sub> (-Σ<sub>c</sub> t<sub>nc</sub> log
 * softmax(z<sub>n</sub>)<sub>c</sub>). With labels as targets it is Eq. 11 of the paper, with p's
 * predictions Eq. 10, with both Eq. 12, with annotations Eq. 14.
 */
public final class SoftmaxCrossEntropy implements Objective {
  /** Nodes taken at once, few enough that their logits stay in the first-level cache. */
  private static final int RUN = 64;

  /** What a logarithm and an exponential cost, in multiply-adds of a vector kernel. */
  private static final long WORK_PER_NODE = 200;

  private static final long WORK_PER_CLASS = 40;

  private final Targets targets;
  private final double weight;

  /** The loss of each node, summed in their order whatever the threads. */
  private final double[] perNode;

  /**
   * Makes the objective.
   *
   * @param targets what to train towards
   */
  public SoftmaxCrossEntropy(Targets targets) {
    this.targets = targets;
    this.perNode = new double[targets.nodes().length];
    double sum = 0;
    for (float nodeWeight : targets.weights()) {
      sum += nodeWeight;
    }
    this.weight = sum;
  }

  @Override
  public RowSet nodes() {
    return targets.rows();
  }

  @Override
  public Loss lossAndGradient(Outputs outputs) {
    DenseMatrix logits = outputs.logits(0);
    DenseMatrix gradient = outputs.gradient(0);
    outputs
        .workers()
        .forRows(
            perNode.length,
            WORK_PER_NODE + WORK_PER_CLASS * logits.columns(),
            (from, to) -> rows(logits, gradient, from, to));
    double loss = 0;
    for (double ofNode : perNode) {
      loss += ofNode;
    }
    return new Loss(loss, weight);
  }

  /** Works through runs of neighbouring nodes, whose logits lie side by side. */
  private void rows(DenseMatrix logits, DenseMatrix gradient, int from, int to) {
    int[] nodes = targets.nodes();
    int first = from;
    while (first < to) {
      int end = first + 1;
      while (end < to && end < first + RUN && nodes[end] == nodes[end - 1] + 1) {
        end++;
      }
      run(logits, gradient, first, end);
      first = end;
    }
  }

  private void run(DenseMatrix logits, DenseMatrix gradient, int from, int to) {
    int classes = logits.columns();
    float[] z = logits.data();
    float[] t = targets.distributions().data();
    float[] g = gradient.data();
    int start = targets.nodes()[from] * classes;
    int end = start + (to - from) * classes;
    for (int row = start; row < end; row += classes) {
      subtractMax(z, row, classes, 1f, g);
    }
    Elementwise.exp(g, start, end);
    for (int i = from, row = start; i < to; i++, row += classes) {
      float nodeWeight = targets.weights()[i];
      double sum = sum(g, row, classes);
      double logSum = max(z, row, classes) + Math.log(sum);
      float scale = (float) (1 / sum);
      double loss = 0;
      for (int j = row; j < row + classes; j++) {
        loss -= t[j] * (z[j] - logSum);
        g[j] = nodeWeight * (scale * g[j] - t[j]);
      }
      perNode[i] = nodeWeight * loss;
    }
  }

  /**
   * Computes softmax(logits / temperature) row by row.
   *
   * @param logits a row per node
   * @param temperature a positive number; 1 leaves the logits as they are
   * @param out where the distributions go; may be {@code logits} itself
   */
  public static void softmax(DenseMatrix logits, double temperature, DenseMatrix out) {
    int classes = logits.columns();
    float[] p = out.data();
    float factor = (float) (1 / temperature);
    for (int row = 0; row < p.length; row += classes) {
      subtractMax(logits.data(), row, classes, factor, p);
    }
    Elementwise.exp(p, 0, p.length);
    for (int row = 0; row < p.length; row += classes) {
      float scale = (float) (1 / sum(p, row, classes));
      for (int j = row; j < row + classes; j++) {
        p[j] *= scale;
      }
    }
  }

  /** Computes log softmax(logits) row by row; {@code out} may be {@code logits} itself. */
  public static void logSoftmax(DenseMatrix logits, DenseMatrix out) {
    int classes = logits.columns();
    for (int row = 0; row < logits.rows(); row++) {
      int start = row * classes;
      double logSum = logSumExp(logits.data(), start, classes);
      for (int j = start; j < start + classes; j++) {
        out.data()[j] = (float) (logits.data()[j] - logSum);
      }
    }
  }

  private static double logSumExp(float[] z, int start, int length) {
    double max = max(z, start, length);
    double sum = 0;
    for (int j = start; j < start + length; j++) {
      sum += Math.exp(z[j] - max);
    }
    return max + Math.log(sum);
  }

  private static void subtractMax(float[] z, int start, int length, float factor, float[] out) {
    float max = max(z, start, length);
    for (int j = start; j < start + length; j++) {
      out[j] = (z[j] - max) * factor;
    }
  }

  private static double sum(float[] values, int start, int length) {
    double sum = 0;
    for (int j = start; j < start + length; j++) {
      sum += values[j];
    }
    return sum;
  }

  private static float max(float[] z, int start, int length) {
    float max = Float.NEGATIVE_INFINITY;
    for (int j = start; j < start + length; j++) {
      max = Math.max(max, z[j]);
    }
    return max;
  }
}
