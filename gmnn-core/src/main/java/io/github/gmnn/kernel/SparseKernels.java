package io.github.gmnn.kernel;

/**
 * The inner loops over sparse matrices, on raw arrays and a range of rows, so that a caller can
 * split the rows between threads. An element is always summed in the same order, whatever the range
 * it is computed in, and nothing outside the range is written.
 */
public interface SparseKernels {
  /** The fastest that this virtual machine can use. */
  SparseKernels BEST = KernelProvider.sparse();

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
}
