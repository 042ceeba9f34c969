package io.github.gmnn.sparse;

/**
 * Products of dense matrices, row-parallel. Results do not depend on the number of threads.
 *
 * <p>Each costs {@code rows x k x n} multiply-adds and allocates nothing that grows with the
 * matrices.
 */
public final class Dense {
  private static final Kernels KERNELS = KernelProvider.kernels();

  private Dense() {}

  /** Computes {@code out = a·b}, overwriting {@code out}. */
  public static void multiply(DenseMatrix a, DenseMatrix b, DenseMatrix out, Workers workers) {
    check(
        a.columns() == b.rows() && out.rows() == a.rows() && out.columns() == b.columns(),
        a,
        b,
        out);
    int k = a.columns();
    int n = b.columns();
    workers.forRows(
        a.rows(),
        (long) k * n,
        (from, to) -> KERNELS.multiply(a.data(), b.data(), out.data(), k, n, from, to));
  }

  /** Computes {@code out = g·bᵀ}, overwriting {@code out}. */
  public static void multiplyTransposedRight(
      DenseMatrix g, DenseMatrix b, DenseMatrix out, Workers workers) {
    check(
        g.columns() == b.columns() && out.rows() == g.rows() && out.columns() == b.rows(),
        g,
        b,
        out);
    int k = b.rows();
    int n = b.columns();
    workers.forRows(
        g.rows(),
        (long) k * n,
        (from, to) ->
            KERNELS.multiplyTransposedRight(g.data(), b.data(), out.data(), k, n, from, to));
  }

  /** Computes {@code out = aᵀ·g}, overwriting {@code out}. */
  public static void multiplyTransposedLeft(
      DenseMatrix a, DenseMatrix g, DenseMatrix out, Workers workers) {
    check(
        a.rows() == g.rows() && out.rows() == a.columns() && out.columns() == g.columns(),
        a,
        g,
        out);
    out.fill(0f);
    KERNELS.multiplyTransposedLeft(
        a.data(), g.data(), out.data(), a.columns(), g.columns(), 0, a.rows());
  }

  private static void check(boolean fits, DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    if (!fits) {
      throw new IllegalArgumentException("shapes do not fit: " + a + ", " + b + " into " + out);
    }
  }
}
