package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.DenseMatrix;

/** The lower triangle L with LLᵀ = A + shift I, in double precision. */
public final class Cholesky {
  private final int size;
  private final double[][] factor;

  private Cholesky(double[][] factor) {
    this.size = factor.length;
    this.factor = factor;
  }

  /**
   * Factors a matrix. The shift makes up for what rounding took from a matrix that is positive but
   * for that; a matrix of zeros has a factor of zeros.
   *
   * @param matrix symmetric, and positive semidefinite but for rounding
   * @param share what the shift is of the largest entry on the diagonal
   */
  public static Cholesky factor(DenseMatrix matrix, double share) {
    int size = matrix.rows();
    double largest = 0;
    for (int i = 0; i < size; i++) {
      largest = Math.max(largest, matrix.get(i, i));
    }
    double[][] l = new double[size][];
    for (int i = 0; i < size; i++) {
      l[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double sum = matrix.get(i, j) + (i == j ? share * largest : 0);
        for (int k = 0; k < j; k++) {
          sum -= l[i][k] * l[j][k];
        }
        if (i == j) {
          l[i][i] = Math.sqrt(Math.max(sum, share * share * largest));
        } else {
          l[i][j] = l[j][j] == 0 ? 0 : sum / l[j][j];
        }
      }
    }
    return new Cholesky(l);
  }

  /** Copies L. */
  public void copyTo(DenseMatrix out) {
    out.fill(0f);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        out.set(i, j, (float) factor[i][j]);
      }
    }
  }

  /** Copies the transpose of L's inverse; zeros where L is zero. */
  public void copyInverseTransposedTo(DenseMatrix out) {
    out.fill(0f);
    double[] column = new double[size];
    for (int c = 0; c < size; c++) {
      for (int i = c; i < size; i++) {
        double sum = i == c ? 1 : 0;
        for (int k = c; k < i; k++) {
          sum -= factor[i][k] * column[k];
        }
        column[i] = factor[i][i] == 0 ? 0 : sum / factor[i][i];
        out.set(c, i, (float) column[i]);
      }
    }
  }
}
