package io.github.gmnn.sparse;

/**
 * The arrays of a sparse matrix as the kernels read them: the entries of row r are {@code begin[r]}
 * to {@code end[r + endShift] - 1}. An ordinary compressed-row matrix gives its row pointers twice
 * with a shift of one, a matrix with dropout gives shortened rows. Columns ascend within a row.
 */
record SparseRows(int[] begin, int[] end, int endShift, int[] columns, float[] values) {
  static SparseRows of(int[] rowPointers, int[] columns, float[] values) {
    return new SparseRows(rowPointers, rowPointers, 1, columns, values);
  }
}
