package io.github.gmnn.sparse;

import io.github.gmnn.sparse.VectorGemm.Operand;
import jdk.incubator.vector.FloatVector;

/**
 * The kernels on vectors of 256 bits with fused multiply-add. They use the incubator module {@code
 * jdk.incubator.vector}, so {@link KernelProvider} reaches them by name.
 */
final class VectorKernels implements Kernels {
  VectorKernels() {
    int bits = FloatVector.SPECIES_PREFERRED.vectorBitSize();
    if (bits < 256) {
      throw new UnsupportedOperationException(
          "the processor's vectors have only " + bits + " bits");
    }
  }

  @Override
  public String name() {
    return "vector-256";
  }

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

  @Override
  public void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to) {
    VectorGemm.multiply(new Operand(a, k, 1), new Operand(b, n, 1), out, n, from, to, 0, k, false);
  }

  @Override
  public void multiplyTransposedRight(
      float[] g, float[] b, float[] out, int k, int n, int from, int to) {
    VectorGemm.multiply(new Operand(g, n, 1), new Operand(b, 1, n), out, k, from, to, 0, n, false);
  }

  @Override
  public void multiplyTransposedLeft(
      float[] a,
      float[] g,
      float[] out,
      int k,
      int n,
      int from,
      int to,
      int fromInner,
      int toInner) {
    VectorGemm.multiply(
        new Operand(a, 1, k), new Operand(g, n, 1), out, n, from, to, fromInner, toInner, true);
  }

  @Override
  public void exp(float[] values, int from, int to) {
    VectorElementwise.exp(values, from, to);
  }

  @Override
  public void keepWherePositive(float[] signs, float[] in, float[] out, int from, int to) {
    VectorElementwise.keepWherePositive(signs, in, out, from, to);
  }
}
