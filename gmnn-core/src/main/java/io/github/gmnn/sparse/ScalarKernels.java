package io.github.gmnn.sparse;

import java.util.Arrays;

/** The kernels in plain Java; always available. */
final class ScalarKernels implements Kernels {
  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public void gather(
      int[] begin,
      int[] end,
      int endShift,
      int[] columns,
      float[] values,
      float[] in,
      float[] out,
      int width,
      int from,
      int to) {
    Arrays.fill(out, from * width, to * width, 0f);
    for (int r = from; r < to; r++) {
      int target = r * width;
      for (int e = begin[r]; e < end[r + endShift]; e++) {
        float value = values[e];
        int source = columns[e] * width;
        for (int j = 0; j < width; j++) {
          out[target + j] += value * in[source + j];
        }
      }
    }
  }

  @Override
  public void scatter(
      int[] begin,
      int[] end,
      int endShift,
      int[] columns,
      float[] values,
      float[] in,
      float[] out,
      int width,
      int from,
      int to) {
    for (int r = from; r < to; r++) {
      int source = r * width;
      for (int e = begin[r]; e < end[r + endShift]; e++) {
        float value = values[e];
        int target = columns[e] * width;
        for (int j = 0; j < width; j++) {
          out[target + j] += value * in[source + j];
        }
      }
    }
  }

  @Override
  public void multiply(float[] a, float[] b, float[] out, int k, int n, int from, int to) {
    Arrays.fill(out, from * n, to * n, 0f);
    for (int r = from; r < to; r++) {
      for (int i = 0; i < k; i++) {
        float value = a[r * k + i];
        for (int j = 0; j < n; j++) {
          out[r * n + j] += value * b[i * n + j];
        }
      }
    }
  }

  @Override
  public void multiplyTransposedLeft(
      float[] a, float[] g, float[] out, int k, int n, int from, int to) {
    for (int r = from; r < to; r++) {
      for (int i = 0; i < k; i++) {
        float value = a[r * k + i];
        for (int j = 0; j < n; j++) {
          out[i * n + j] += value * g[r * n + j];
        }
      }
    }
  }

  @Override
  public void multiplyTransposedRight(
      float[] g, float[] b, float[] out, int k, int n, int from, int to) {
    for (int r = from; r < to; r++) {
      for (int i = 0; i < k; i++) {
        float sum = 0f;
        for (int j = 0; j < n; j++) {
          sum += g[r * n + j] * b[i * n + j];
        }
        out[r * k + i] = sum;
      }
    }
  }
}
