package io.github.gmnn.kernel;

/** The sparse kernels on vectors of 256 bits with fused multiply-add. */
final class VectorSparseKernels implements SparseKernels {
  @Override
  public void gather(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    VectorGather.gather(matrix, in, out, width, from, to);
  }

  @Override
  public void gatherFew(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    VectorGather.gatherFew(matrix, in, out, width, from, to);
  }

  @Override
  public void scatter(
      SparseRows matrix,
      float[] in,
      float[] out,
      int width,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    VectorScatter.scatter(matrix, in, out, width, from, to, fromColumn, toColumn);
  }

  @Override
  public void products(SparseRows matrix, float[] a, float[] b, int width, int from, int to) {
    VectorProducts.products(matrix, a, b, width, from, to);
  }
}
