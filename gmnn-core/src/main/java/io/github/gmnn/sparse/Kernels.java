package io.github.gmnn.sparse;

/**
 * The inner loops of the library, over raw arrays and a range of rows, so that a caller can split
 * the rows between threads. An element is always summed in the same order, whatever the range it is
 * computed in, and nothing outside the range is written.
 */
interface Kernels {
  /** Returns the name shown to users, such as {@code scalar} or {@code vector-256}. */
  String name();

  /**
   * {@code out[r,:] = Σ_e values[e] · in[columns[e],:]} for the rows {@code from..to-1} of {@code
   * matrix}.
   */
  void gather(SparseRows matrix, float[] in, float[] out, int width, int from, int to);

  /** {@link #gather} for one of many short ranges of rows, to the same bits. */
  default void gatherFew(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    gather(matrix, in, out, width, from, to);
  }

  /**
   * {@code out[columns[e],:] += values[e] · in[r,:]} for the rows {@code from..to-1} of {@code
   * matrix} and those of their entries that lie in the columns {@code fromColumn..toColumn-1}.
   */
  void scatter(
      SparseRows matrix,
      float[] in,
      float[] out,
      int width,
      int from,
      int to,
      int fromColumn,
      int toColumn);

  /**
   * {@code values[e] = a[r,:] · b[columns[e],:]} for the entries of the rows {@code from..to-1} of
   * {@code matrix}, whose values are overwritten.
   */
  void products(SparseRows matrix, float[] a, float[] b, int width, int from, int to);

  /** {@code out(rows x n) = a(rows x k) · b(k x n)} for the rows {@code from..to-1} of out. */
  void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to);

  /**
   * {@code out(rows x k) = g(rows x n) · bᵀ(n x k)} for the rows {@code from..to-1} of {@code out}.
   */
  void multiplyTransposedRight(float[] g, float[] b, float[] out, int k, int n, int from, int to);

  /**
   * {@code out(k x n) += aᵀ(k x rows) · g(rows x n)} for the rows {@code from..to-1} of {@code
   * out}, summed over the rows {@code fromInner..toInner-1} of {@code a} and {@code g} in ascending
   * order.
   */
  void multiplyTransposedLeft(
      float[] a,
      float[] g,
      float[] out,
      int k,
      int n,
      int from,
      int to,
      int fromInner,
      int toInner);

  /** {@code values[i] = e^values[i]} for {@code i} in {@code from..to-1}; see {@link FastExp}. */
  void exp(float[] values, int from, int to);

  /** {@code out[i] = signs[i] > 0 ? in[i] : 0} for {@code i} in {@code from..to-1}. */
  void keepWherePositive(float[] signs, float[] in, float[] out, int from, int to);

  /**
   * The first entry in {@code first..last-1} whose column is not below {@code column}, or {@code
   * last}.
   */
  static int firstAtOrAfter(int[] columns, int first, int last, int column) {
    int low = first;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (columns[middle] < column) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
