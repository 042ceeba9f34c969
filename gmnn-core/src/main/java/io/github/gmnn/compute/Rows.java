package io.github.gmnn.compute;

/**
 * Plain loops over one row of a matrix, or over several of its rows at once: {@code width} elements
 * of an array from a given one on.
 */
public final class Rows {
  private Rows() {}

  /** Adds {@code value} times a row of {@code in} to a row of {@code out}. */
  public static void add(float[] out, int target, int width, float[] in, float value, int source) {
    for (int j = 0; j < width; j++) {
      out[target + j] += value * in[source + j];
    }
  }

  /** {@link #add Adds} four rows at once, which C2 vectorises better. */
  public static void add4(
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
      out[target + j] += v0 * in[in0 + j] + v1 * in[in1 + j] + v2 * in[in2 + j] + v3 * in[in3 + j];
    }
  }
}
