package io.github.gmnn.kernel;

/**
 * The inner loops over dense matrices, on raw arrays and a range of rows, so that a caller can
 * split the rows between threads. An element is always summed in the same order, whatever the range
 * it is computed in, and nothing outside the range is written.
 */
public interface DenseKernels {
  /** The fastest that this virtual machine can use. */
  DenseKernels BEST = KernelProvider.dense();

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

  /**
   * {@code values[i] = e^values[i]} for {@code i} in {@code from..to-1}; see {@link FloatMath#exp}.
   */
  void exp(float[] values, int from, int to);

  /** {@code out[i] = signs[i] > 0 ? scale · in[i] : 0} for {@code i} in {@code from..to-1}. */
  void keepWherePositive(float[] signs, float scale, float[] in, float[] out, int from, int to);

  /** A step of Adam; see {@code Elementwise.adam}. */
  void adam(
      float[] values,
      float[] gradient,
      float[] moments,
      float scale,
      float l2,
      float rate,
      float beta1,
      float beta2,
      float epsilon);
}
