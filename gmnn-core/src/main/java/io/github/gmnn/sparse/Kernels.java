package io.github.gmnn.sparse;

/**
 * The inner loops of the library, over raw arrays and a range of rows, so that a caller can split
 * the rows between threads. Every implementation gives the same result for a row whatever the range
 * it is computed in.
 *
 * <p>Sparse matrices are given by the first entry of row r, {@code begin[r]}, and one past its last
 * entry, {@code end[r + endShift]}: an ordinary compressed-row matrix passes its row pointers twice
 * with a shift of one, a matrix with dropout passes shortened rows.
 */
interface Kernels {
  /** Returns the name shown to users, such as {@code scalar} or {@code vector-256}. */
  String name();

  /** {@code out[r,:] = Σ_e values[e] · in[columns[e],:]} for the rows {@code from..to-1}. */
  void gather(
      int[] begin,
      int[] end,
      int endShift,
      int[] columns,
      float[] values,
      float[] in,
      float[] out,
      int width,
      int from,
      int to);

  /** {@code out[columns[e],:] += values[e] · in[r,:]} for the rows {@code from..to-1}. */
  void scatter(
      int[] begin,
      int[] end,
      int endShift,
      int[] columns,
      float[] values,
      float[] in,
      float[] out,
      int width,
      int from,
      int to);

  /** {@code out(rows x n) = a(rows x k) · b(k x n)} for the rows {@code from..to-1}. */
  void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to);

  /**
   * {@code out(k x n) += aᵀ(k x rows) · g(rows x n)}, summed over the rows {@code from..to-1} of
   * {@code a} and {@code g} in ascending order.
   */
  void multiplyTransposedLeft(float[] a, float[] g, float[] out, int k, int n, int from, int to);

  /** {@code out(rows x k) = g(rows x n) · bᵀ(n x k)} for the rows {@code from..to-1}. */
  void multiplyTransposedRight(float[] g, float[] b, float[] out, int k, int n, int from, int to);
}
