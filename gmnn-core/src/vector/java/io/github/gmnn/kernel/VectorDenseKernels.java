package io.github.gmnn.kernel;

import io.github.gmnn.kernel.VectorGemm.Operand;

/** The dense kernels on vectors of 256 bits with fused multiply-add. */
final class VectorDenseKernels implements DenseKernels {
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
  public void keepWherePositive(
      float[] signs, float scale, float[] in, float[] out, int from, int to) {
    VectorElementwise.keepWherePositive(signs, scale, in, out, from, to);
  }

  @Override
  public void adam(
      float[] values,
      float[] gradient,
      float[] moments,
      float scale,
      float l2,
      float rate,
      float beta1,
      float beta2,
      float epsilon) {
    VectorAdam.run(values, gradient, moments, scale, l2, rate, beta1, beta2, epsilon);
  }
}
