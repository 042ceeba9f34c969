package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.SparseKernels;
import io.github.gmnn.kernel.SparseRows;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.function.Consumer;

/**
 * A sparse matrix whose values are computed anew in every pass, at the entries of another one. Made
 * once and used by one thread at a time; methods over a range of rows may run on disjoint ranges at
 * once.
 */
final class SparseValues {
  private static final SparseKernels KERNELS = SparseKernels.BEST;

  private CsrMatrix pattern;
  private float[] values;
  private SparseRows arrays;

  /**
   * Starts with zeros, in time linear in the entries.
   *
   * @param pattern says where the entries are
   */
  SparseValues(CsrMatrix pattern) {
    this.pattern = pattern;
    this.values = new float[pattern.nonZeros()];
    this.arrays = arraysOf(pattern, values);
  }

  /**
   * Moves to the entries of another matrix, at which there are no values yet. Memory is used again,
   * so that matrices that take turns cost nothing in every pass.
   *
   * @param pattern says where the entries are
   */
  void setPattern(CsrMatrix pattern) {
    if (pattern == this.pattern) {
      return;
    }
    if (values.length < pattern.nonZeros()) {
      values = new float[pattern.nonZeros()];
    }
    this.pattern = pattern;
    this.arrays = arraysOf(pattern, values);
  }

  private static SparseRows arraysOf(CsrMatrix pattern, float[] values) {
    return SparseRows.of(pattern.rowPointers(), pattern.columnIndices(), values);
  }

  /** Returns the matrix that says where the entries are. */
  CsrMatrix pattern() {
    return pattern;
  }

  /** Returns the values themselves, in the order of the pattern's entries; it may be longer. */
  float[] values() {
    return values;
  }

  /**
   * Sets the values of some rows to products of rows: entry (r, c) to {@code a[r,:] · b[c,:]}.
   *
   * @param a a row per row
   * @param b a row per column, as wide as {@code a}
   * @param from the first row
   * @param to one past the last
   */
  void setProducts(DenseMatrix a, DenseMatrix b, int from, int to) {
    check(a, b);
    KERNELS.products(arrays, a.data(), b.data(), a.columns(), from, to);
  }

  /**
   * Computes {@code out = M·in} for the rows {@code from..to-1} of {@code out}, which are
   * overwritten.
   */
  void multiply(DenseMatrix in, DenseMatrix out, int from, int to) {
    check(out, in);
    KERNELS.gather(arrays, in.data(), out.data(), in.columns(), from, to);
  }

  /**
   * Adds {@code Mᵀ·in}, of some rows of M, to {@code out}.
   *
   * @param rows runs a loop over these rows, range by range; called from several threads at once
   */
  void addTransposed(
      DenseMatrix in, DenseMatrix out, Consumer<Workers.RowRange> rows, Workers workers) {
    check(in, out);
    int width = in.columns();
    workers.forLongRangesOfNonZeros(
        pattern.columnPointers(),
        width,
        (from, to) ->
            rows.accept(
                (r, end) ->
                    KERNELS.scatter(arrays, in.data(), out.data(), width, r, end, from, to)));
  }

  private void check(DenseMatrix ofRows, DenseMatrix ofColumns) {
    if (ofRows.rows() != pattern.rows()
        || ofColumns.rows() != pattern.columns()
        || ofRows.columns() != ofColumns.columns()) {
      throw new IllegalArgumentException(
          ofRows + " and " + ofColumns + " do not fit the rows and columns of " + pattern);
    }
  }
}
