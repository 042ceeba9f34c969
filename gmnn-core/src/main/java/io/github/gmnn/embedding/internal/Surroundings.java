package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;

/**
 * What is around the nodes of a graph, wherever the graph lies: Y = P X C, with P the mean over
 * some steps, X the features less their means, and C what makes rare ones count; means are taken
 * off once more after the steps.
 */
public interface Surroundings {
  /** Returns how many nodes there are: rows of Y. */
  int nodes();

  /** Returns how many features there are: columns of Y. */
  int features();

  /**
   * Returns C: one over the root of each column's length. Unscaled, the few features that all nodes
   * have would be all that differs; scaled to one length, noise in rare ones would be.
   */
  float[] columnFactors();

  /** Sets {@code out = YᵀY in}, with the mean over some steps in Y. */
  void takeThrough(DenseMatrix in, int steps, DenseMatrix out);

  /** Returns C by the sums of squares of columns. */
  static float[] factors(double[] squares) {
    float[] factors = new float[squares.length];
    for (int c = 0; c < factors.length; c++) {
      factors[c] = squares[c] == 0 ? 0f : (float) Math.pow(squares[c], -0.25);
    }
    return factors;
  }

  /** Multiplies each row by its factor. */
  static void scaleRows(DenseMatrix matrix, float[] factors, Workers workers) {
    float[] data = matrix.data();
    int width = matrix.columns();
    workers.forRows(
        matrix.rows(),
        width,
        (from, to) -> {
          for (int i = from * width; i < to * width; i++) {
            data[i] *= factors[i / width];
          }
        });
  }
}
