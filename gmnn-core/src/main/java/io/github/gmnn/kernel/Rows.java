package io.github.gmnn.kernel;

/**
 * Weighted sums of rows of a matrix: {@code width} elements of an array from a given one on. The
 * scalar kernels of dense and of sparse matrices share them.
 */
public final class Rows {
  private Rows() {}

  /** Adds {@code value} times a row of {@code in} to a row of {@code out}. */
  public static void add(float[] out, int target, int width, float[] in, float value, int source) {
    for (int j = 0; j < width; j++) {
      out[target + j] += value * in[source + j];
    }
  }

  /**
   * {@link #add Adds} four rows at once, which C2 vectorises better; one after the other, so that
   * the sum is the same to the last bit whichever rows come in fours.
   */
  static void add4(
      float[] out,
      int target,
      int width,
      float[] in,
      float v0,
      int in0,
      float v1,
      int in1,
      float v2,
      int in2,
      float v3,
      int in3) {
    for (int j = 0; j < width; j++) {
      out[target + j] =
          out[target + j]
              + v0 * in[in0 + j]
              + v1 * in[in1 + j]
              + v2 * in[in2 + j]
              + v3 * in[in3 + j];
    }
  }

  /** {@link #add} by fused multiply-add. */
  static void fuse(float[] out, int target, int width, float[] in, float value, int source) {
    for (int j = 0; j < width; j++) {
      out[target + j] = Math.fma(value, in[source + j], out[target + j]);
    }
  }

  /** {@link #add4} by fused multiply-add. */
  static void fuse4(
      float[] out,
      int target,
      int width,
      float[] in,
      float v0,
      int in0,
      float v1,
      int in1,
      float v2,
      int in2,
      float v3,
      int in3) {
    for (int j = 0; j < width; j++) {
      float sum = Math.fma(v0, in[in0 + j], out[target + j]);
      sum = Math.fma(v1, in[in1 + j], sum);
      sum = Math.fma(v2, in[in2 + j], sum);
      out[target + j] = Math.fma(v3, in[in3 + j], sum);
    }
  }
}
