package io.github.gmnn.kernel;

import java.util.Arrays;

/**
 * The dense kernels in plain Java, to the bits of the vector kernels: {@link ScalarDenseKernels}
 * but for wide and transposed products, which are fused here.
 */
final class TwinDenseKernels implements DenseKernels {
  /** Columns below which the scalar kernels fuse too. */
  private static final int WIDE = 64;

  /** Rows that stay in cache while every row of the output is gone through. */
  private static final int BLOCK = 64;

  private final DenseKernels scalar = new ScalarDenseKernels();

  @Override
  public void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to) {
    if (n < WIDE) {
      scalar.multiply(a, b, out, k, n, from, to);
      return;
    }
    Arrays.fill(out, from * n, to * n, 0f);
    for (int r = from; r < to; r++) {
      addRows(out, r * n, n, a, r * k, 1, b, 0, k);
    }
  }

  @Override
  public void multiplyTransposedRight(
      float[] g, float[] b, float[] out, int k, int n, int from, int to) {
    scalar.multiplyTransposedRight(g, b, out, k, n, from, to);
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
    for (int inner = fromInner; inner < toInner; inner += BLOCK) {
      int depth = Math.min(BLOCK, toInner - inner);
      for (int i = from; i < to; i++) {
        addRows(out, i * n, n, a, inner * k + i, k, g, inner * n, depth);
      }
    }
  }

  /** Adds {@code depth} rows of {@code b}, weighted by elements of {@code a}, to one row of out. */
  private static void addRows(
      float[] out,
      int target,
      int n,
      float[] a,
      int first,
      int step,
      float[] b,
      int source,
      int depth) {
    int i = 0;
    for (; i < depth - 3; i += 4) {
      int x = first + i * step;
      int y = source + i * n;
      Rows.fuse4(
          out,
          target,
          n,
          b,
          a[x],
          y,
          a[x + step],
          y + n,
          a[x + 2 * step],
          y + 2 * n,
          a[x + 3 * step],
          y + 3 * n);
    }
    for (; i < depth; i++) {
      Rows.fuse(out, target, n, b, a[first + i * step], source + i * n);
    }
  }

  @Override
  public void exp(float[] values, int from, int to) {
    scalar.exp(values, from, to);
  }

  @Override
  public void keepWherePositive(
      float[] signs, float scale, float[] in, float[] out, int from, int to) {
    scalar.keepWherePositive(signs, scale, in, out, from, to);
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
    scalar.adam(values, gradient, moments, scale, l2, rate, beta1, beta2, epsilon);
  }
}
