package io.github.gmnn.kernel;

import java.util.Arrays;

/**
 * The dense kernels in plain Java; always available. Rows of {@link #WIDE} columns and more are
 * added four at a time in loops long enough for C2 to vectorise by itself, narrower ones are summed
 * in local variables.
 */
final class ScalarDenseKernels implements DenseKernels {
  private static final int WIDE = 64;

  /** Rows of a result that are worth copying the right matrix, and that of a block. */
  private static final int BLOCK = 64;

  /** Columns from which sums over copied rows pay. */
  private static final int WORTH_COPYING = 16;

  @Override
  public void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to) {
    if (n >= WIDE && to - from >= BLOCK) {
      RowCopies rows = RowCopies.take(k, n);
      rows.copy(b, 0, k, n);
      for (int r = from; r < to; r++) {
        rows.clear(n);
        rows.add(a, r * k, 1, k, n);
        rows.end(out, r * n, n);
      }
      rows.release();
      return;
    }
    if (n >= WIDE) {
      Arrays.fill(out, from * n, to * n, 0f);
      for (int r = from; r < to; r++) {
        addRows(out, r * n, n, a, r * k, 1, b, 0, k);
      }
      return;
    }
    int block = Math.min(4, Integer.highestOneBit(n));
    for (int r = from; r < to; r++) {
      for (int column = 0; column < n; column += block) {
        int start = Math.min(column, n - block);
        if (block == 4) {
          dot4(a, r * k, b, start, n, 1, k, out, r * n + start);
        } else {
          for (int j = start; j < start + block; j++) {
            out[r * n + j] = dot(a, r * k, b, j, n, k);
          }
        }
      }
    }
  }

  @Override
  public void multiplyTransposedRight(
      float[] g, float[] b, float[] out, int k, int n, int from, int to) {
    if (VirtualMachine.HAS_FMA && k >= WORTH_COPYING && to - from >= BLOCK) {
      RowCopies columns = RowCopies.take(n, k);
      columns.copyTransposed(b, k, n);
      for (int r = from; r < to; r++) {
        columns.clear(k);
        columns.fuse(g, r * n, n, k);
        columns.end(out, r * k, k);
      }
      columns.release();
      return;
    }
    for (int r = from; r < to; r++) {
      int i = 0;
      for (; i < k - 3; i += 4) {
        dot4(g, r * n, b, i * n, 1, n, n, out, r * k + i);
      }
      for (; i < k; i++) {
        out[r * k + i] = dot(g, r * n, b, i * n, 1, n);
      }
    }
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
    // In blocks of rows that stay in cache while every row of the output is gone through.
    if (n >= WORTH_COPYING && to - from >= WORTH_COPYING) {
      RowCopies rows = RowCopies.take(BLOCK, n);
      for (int inner = fromInner; inner < toInner; inner += BLOCK) {
        int depth = Math.min(BLOCK, toInner - inner);
        rows.copy(g, inner * n, depth, n);
        for (int i = from; i < to; i++) {
          rows.begin(out, i * n, n);
          rows.add(a, inner * k + i, k, depth, n);
          rows.end(out, i * n, n);
        }
      }
      rows.release();
      return;
    }
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
      Rows.add4(
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
      Rows.add(out, target, n, b, a[first + i * step], source + i * n);
    }
  }

  /** Four neighbouring elements of a product: sums over {@code depth} elements of {@code a}. */
  private static void dot4(
      float[] a,
      int first,
      float[] b,
      int source,
      int step,
      int columnStep,
      int depth,
      float[] out,
      int target) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    int y = source;
    for (int i = 0; i < depth; i++) {
      float value = a[first + i];
      s0 = fma(value, b[y], s0);
      s1 = fma(value, b[y + columnStep], s1);
      s2 = fma(value, b[y + 2 * columnStep], s2);
      s3 = fma(value, b[y + 3 * columnStep], s3);
      y += step;
    }
    out[target] = s0;
    out[target + 1] = s1;
    out[target + 2] = s2;
    out[target + 3] = s3;
  }

  private static float dot(float[] a, int first, float[] b, int source, int step, int depth) {
    float sum = 0f;
    for (int i = 0; i < depth; i++) {
      sum = fma(a[first + i], b[source + i * step], sum);
    }
    return sum;
  }

  @Override
  public void exp(float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] = FloatMath.exp(values[i]);
    }
  }

  @Override
  public void keepWherePositive(
      float[] signs, float scale, float[] in, float[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      // Without a branch, which signs at random would mislead: the bits of positive numbers are
      // positive integers.
      int mask = -Math.max(0, Float.floatToRawIntBits(signs[i])) >> 31;
      out[i] = Float.intBitsToFloat(Float.floatToRawIntBits(scale * in[i]) & mask);
    }
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
    int n = values.length;
    for (int i = 0; i < n; i++) {
      float g = scale * gradient[i] + l2 * values[i];
      float m = beta1 * moments[i] + (1 - beta1) * g;
      float v = beta2 * moments[n + i] + (1 - beta2) * g * g;
      moments[i] = m;
      moments[n + i] = v;
      values[i] -= rate * m / ((float) Math.sqrt(v) + epsilon);
    }
  }

  private static float fma(float a, float b, float c) {
    return VirtualMachine.HAS_FMA ? Math.fma(a, b, c) : a * b + c;
  }
}
