package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.kernel.Elementwise;

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

  /** The loss of each node, summed in their order whatever the threads. */
  private final double[] perNode;

  /** What the exponentials of each node sum to. */
  private final double[] sums;

  /**
   * Makes the objective.
   *
   * @param targets what to train towards
   */
  public SoftmaxCrossEntropy(Targets targets) {
    this.targets = targets;
    this.perNode = new double[targets.nodes().length];
    this.sums = new double[perNode.length];
  }

  @Override
  public RowSet nodes() {
    return targets.rows();
  }

  @Override
  public Loss lossAndGradient(Objective.Outputs outputs) {
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
    return new Loss(loss, targets.totalWeight());
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
    for (int i = from, row = start; i < to; i++, row += classes) {
      perNode[i] = Elementwise.subtractMax(z, row, classes, 1f, g);
    }
    Elementwise.exp(g, start, end);
    // One loop each, so that the processor works at several nodes at once.
    for (int i = from, row = start; i < to; i++, row += classes) {
      sums[i] = Elementwise.sum(g, row, classes);
    }
    for (int i = from; i < to; i++) {
      perNode[i] += Math.log(sums[i]);
    }
    for (int i = from, row = start; i < to; i++, row += classes) {
      float nodeWeight = targets.weights()[i];
      double logSum = perNode[i];
      float scale = (float) (1 / sums[i]);
      double loss = 0;
      for (int j = row; j < row + classes; j++) {
        loss -= t[j] * (z[j] - logSum);
        g[j] = nodeWeight * (scale * g[j] - t[j]);
      }
      perNode[i] = nodeWeight * loss;
    }
  }
}
