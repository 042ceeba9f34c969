package io.github.gmnn.network;

import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.Workers;

/** The softmax and its cross-entropy with soft targets, fused with the gradient at the logits. */
public final class SoftmaxCrossEntropy {
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
    // exp and log cost some 20 multiply-adds each
    workers.forRows(
        nodes.length,
        40L * logits.columns(),
        (from, to) -> rows(logits, targets, gradient, perNode, from, to));
    double loss = 0;
    for (int i = 0; i < nodes.length; i++) {
      loss += perNode[i];
    }
    return loss;
  }

  private static void rows(
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
    for (int i = from; i < to; i++) {
      int start = targets.nodes()[i] * classes;
      float weight = targets.nodeWeights()[i];
      double logSum = logSumExp(z, start, classes);
      double loss = 0;
      for (int j = start; j < start + classes; j++) {
        double logProbability = z[j] - logSum;
        if (t[j] != 0f) {
          loss -= t[j] * logProbability;
        }
        g[j] = weight * ((float) Math.exp(logProbability) - t[j]);
      }
      perNode[i] = weight * loss;
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
    float[] z = logits.data();
    float[] p = out.data();
    for (int row = 0; row < logits.rows(); row++) {
      int start = row * classes;
      double max = max(z, start, classes);
      double sum = 0;
      for (int j = start; j < start + classes; j++) {
        double e = Math.exp((z[j] - max) / temperature);
        p[j] = (float) e;
        sum += e;
      }
      float scale = (float) (1 / sum);
      for (int j = start; j < start + classes; j++) {
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

  private static double max(float[] z, int start, int length) {
    float max = Float.NEGATIVE_INFINITY;
    for (int j = start; j < start + length; j++) {
      max = Math.max(max, z[j]);
    }
    return max;
  }
}
