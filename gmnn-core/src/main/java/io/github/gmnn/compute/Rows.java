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

  /** Returns the largest of {@code width} values, NaN if one of them is. */
  public static float max(float[] values, int start, int width) {
    int max = ordered(Float.floatToIntBits(Float.NEGATIVE_INFINITY));
    for (int j = start; j < start + width; j++) {
      max = Math.max(max, ordered(Float.floatToIntBits(values[j])));
    }
    return Float.intBitsToFloat(ordered(max));
  }

  /**
   * Turns the bits of a float into an integer of the same order, NaN above all, and back. The
   * larger of two integers is one instruction, that of two floats a chain of five.
   */
  private static int ordered(int bits) {
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  /**
   * Returns where in a row its largest value is, from 0; the first of several equal ones.
   *
   * @param width how many values the row has, at least 1
   */
  public static int argMax(float[] values, int start, int width) {
    int best = 0;
    for (int c = 1; c < width; c++) {
      if (values[start + c] > values[start + best]) {
        best = c;
      }
    }
    return best;
  }

  /** Returns the sum of {@code width} values. */
  public static double sum(float[] values, int start, int width) {
    double sum = 0;
    for (int j = start; j < start + width; j++) {
      sum += values[j];
    }
    return sum;
  }

  /**
   * Computes {@code out[j] = (values[j] - max) * factor} at the same places of {@code out}, which
   * may be {@code values} itself: what the exponentials of a softmax are taken of.
   *
   * @return max
   */
  public static float subtractMax(float[] values, int start, int width, float factor, float[] out) {
    float max = max(values, start, width);
    for (int j = start; j < start + width; j++) {
      out[j] = (values[j] - max) * factor;
    }
    return max;
  }
}
