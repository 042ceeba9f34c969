package io.github.gmnn.kernel;

/**
 * The arrays of a sparse matrix as the kernels read them: the entries of row r are {@code begin[r]}
 * to {@code end[r + endShift] - 1}. An ordinary compressed-row matrix gives its row pointers twice
 * with a shift of one, a matrix with dropout gives shortened rows. Columns ascend within a row.
 */
public record SparseRows(int[] begin, int[] end, int endShift, int[] columns, float[] values) {
  /** Takes the arrays of an ordinary compressed-row matrix. */
  public static SparseRows of(int[] rowPointers, int[] columns, float[] values) {
    return new SparseRows(rowPointers, rowPointers, 1, columns, values);
  }

  /** Returns the index of a row's first entry. */
  int rowStart(int row) {
    return begin[row];
  }

  /** Returns one past the index of a row's last entry. */
  int rowEnd(int row) {
    return end[row + endShift];
  }

  /** Returns the column of an entry. */
  int columnIndex(int entry) {
    return columns[entry];
  }
}
