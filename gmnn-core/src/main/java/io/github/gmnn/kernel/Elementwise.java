package io.github.gmnn.kernel;

/**
 * Functions of single elements, on the kernels, and of the elements of one row of a matrix: {@code
 * width} elements of an array from a given one on.
 */
public final class Elementwise {
  private static final DenseKernels KERNELS = DenseKernels.BEST;

  private Elementwise() {}

  /**
   * Computes {@code values[i] = e^values[i]} for {@code i} in {@code from..to-1}, with a relative
   * error below 3e-7; 0 below -50.
   *
   * @param values at most 88 each
   */
  public static void exp(float[] values, int from, int to) {
    KERNELS.exp(values, from, to);
  }

  /**
   * Computes {@code out[i] = signs[i] > 0 ? scale · in[i] : 0} for {@code i} in {@code from..to-1}:
   * the gradient of a ReLU, times a number. Signs must be numbers.
   *
   * @param out may be {@code in} itself
   */
  public static void keepWherePositive(
      float[] signs, float scale, float[] in, float[] out, int from, int to) {
    KERNELS.keepWherePositive(signs, scale, in, out, from, to);
  }

  /**
   * Takes a step of Adam: with g = {@code scale} · gradient + {@code l2} · value, the moments m ←
   * β₁ m + (1 - β₁) g and v ← β₂ v + (1 - β₂) g², and value ← value - {@code rate} · m / (√v + ε).
   *
   * @param moments m of every value, followed by v of every value
   * @param rate the learning rate, corrected for the bias of the moments
   */
  public static void adam(
      float[] values,
      float[] gradient,
      float[] moments,
      float scale,
      float l2,
      float rate,
      float beta1,
      float beta2,
      float epsilon) {
    KERNELS.adam(values, gradient, moments, scale, l2, rate, beta1, beta2, epsilon);
  }

  /** Adds {@code value} times a row of {@code in} to a row of {@code out}. */
  public static void add(float[] out, int target, int width, float[] in, float value, int source) {
    Rows.add(out, target, width, in, value, source);
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
