package io.github.gmnn.compute;

/** The softmax of the rows of a matrix: distributions, and their logarithms. */
public final class Softmax {
  private Softmax() {}

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
      Elementwise.subtractMax(logits.data(), row, classes, factor, p);
    }
    Elementwise.exp(p, 0, p.length);
    for (int row = 0; row < p.length; row += classes) {
      float scale = (float) (1 / Elementwise.sum(p, row, classes));
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

  /**
   * Returns log Σ e<sup>z</sup> of one row: what the logits of a distribution are normalised by.
   *
   * @param z an array
   * @param start where the row begins
   * @param length how many logits it has
   */
  public static double logSumExp(float[] z, int start, int length) {
    double max = Elementwise.max(z, start, length);
    double sum = 0;
    for (int j = start; j < start + length; j++) {
      sum += Math.exp(z[j] - max);
    }
    return max + Math.log(sum);
  }
}
