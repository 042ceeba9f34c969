package io.github.gmnn.adapters;

import io.github.gmnn.sparse.CsrMatrix;

/** Sparse matrices as small tests write them down. */
final class Matrices {
  private Matrices() {}

  static float[][] dense(CsrMatrix matrix) {
    float[][] rows = new float[matrix.rows()][matrix.columns()];
    for (int row = 0; row < matrix.rows(); row++) {
      for (int i = matrix.rowStart(row); i < matrix.rowEnd(row); i++) {
        rows[row][matrix.columnIndex(i)] = matrix.value(i);
      }
    }
    return rows;
  }
}
