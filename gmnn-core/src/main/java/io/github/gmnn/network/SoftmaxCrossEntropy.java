package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Elementwise;
import io.github.gmnn.compute.Rows;
import io.github.gmnn.compute.Workers;

/** The cross-entropy of a softmax with soft targets, fused with the gradient at the logits. */
final class SoftmaxCrossEntropy {
  /** Nodes taken at once, few enough that their logits stay in the first-level cache. */
  private static final int RUN = 64;

  /** What a logarithm and an exponential cost, in multiply-adds of a vector kernel. */
  private static final long WORK_PER_NODE = 200;

  private static final long WORK_PER_CLASS = 40;

  private SoftmaxCrossEntropy() {}

  /**
   * Computes the loss -Σ_n w_n Σ_c t_nc log softmax(z_n)_c and its gradient w_n (softmax(z_n) -
   * t_n).
   *
   * @param logits a row per node
   * @param targets the targets
   * @param gradient where the gradient at the logits goes; zero at nodes that do not count
   * @param perNode scratch for the loss of each node, as long as the targets' nodes
   * @param workers the threads to use
   * @return the loss, summed in the order of the nodes whatever the threads
   */
  static double lossAndGradient(
      DenseMatrix logits,
      Targets targets,
      DenseMatrix gradient,
      double[] perNode,
      Workers workers) {
    int[] nodes = targets.nodes();
    if (nodes.length < logits.rows()) {
      gradient.fill(0f);
    }
    workers.forRows(
        nodes.length,
        WORK_PER_NODE + WORK_PER_CLASS * logits.columns(),
        (from, to) -> rows(logits, targets, gradient, perNode, from, to));
    double loss = 0;
    for (int i = 0; i < nodes.length; i++) {
      loss += perNode[i];
    }
    return loss;
  }

  /** Works through runs of neighbouring nodes, whose logits lie side by side. */
  private static void rows(
      DenseMatrix logits,
      Targets targets,
      DenseMatrix gradient,
      double[] perNode,
      int from,
      int to) {
    int[] nodes = targets.nodes();
    int first = from;
    while (first < to) {
      int end = first + 1;
      while (end < to && end < first + RUN && nodes[end] == nodes[end - 1] + 1) {
        end++;
      }
      run(logits, targets, gradient, perNode, first, end);
      first = end;
    }
  }

  private static void run(
      DenseMatrix logits,
      Targets targets,
      DenseMatrix gradient,
      double[] perNode,
      int from,
      int to) {
    int classes = logits.columns();
    float[] z = logits.data();
    float[] t = targets.distributions().data();
    float[] g = gradient.data();
    int start = targets.nodes()[from] * classes;
    int end = start + (to - from) * classes;
    for (int row = start; row < end; row += classes) {
      Rows.subtractMax(z, row, classes, 1f, g);
    }
    Elementwise.exp(g, start, end);
    for (int i = from, row = start; i < to; i++, row += classes) {
      float weight = targets.nodeWeights()[i];
      double sum = Rows.sum(g, row, classes);
      double logSum = Rows.max(z, row, classes) + Math.log(sum);
      float scale = (float) (1 / sum);
      double loss = 0;
      for (int j = row; j < row + classes; j++) {
        loss -= t[j] * (z[j] - logSum);
        g[j] = weight * (scale * g[j] - t[j]);
      }
      perNode[i] = weight * loss;
    }
  }
}
