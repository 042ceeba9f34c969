package io.github.gmnn.spark;

import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;

/** A sparse matrix as it travels: {@link CsrMatrix} without what it keeps beside its arrays. */
record SparseArrays(int columns, int[] pointers, int[] indices, float[] values)
    implements Serializable {
  static SparseArrays of(CsrMatrix matrix) {
    int[] pointers = new int[matrix.rows() + 1];
    int[] indices = new int[matrix.nonZeros()];
    float[] values = new float[indices.length];
    for (int row = 0; row < matrix.rows(); row++) {
      pointers[row + 1] = matrix.rowEnd(row);
    }
    for (int e = 0; e < indices.length; e++) {
      indices[e] = matrix.columnIndex(e);
      values[e] = matrix.value(e);
    }
    return new SparseArrays(matrix.columns(), pointers, indices, values);
  }

  CsrMatrix matrix() {
    return CsrMatrix.of(pointers.length - 1, columns, pointers, indices, values);
  }
}
