package io.github.gmnn.kernel;

/**
 * Float functions for inner loops: without branches, which random signs would have mispredicted
 * half of the time, and without calls, which keep the compiler from overlapping iterations.
 */
public final class FloatMath {
  static final float LOG2_E = 1.44269504f;

  /** Adding it to a number below 2^22 rounds that to an integer, which stands in the low bits. */
  static final float ROUND = 0x1.8p23f;

  /** ln 2 in two parts, the first of which has few bits: its product with an integer is exact. */
  static final float LN2_HIGH = 0.693359375f;

  static final float LN2_LOW = -2.12194440e-4f;

  /** What {@link #expm1} takes smaller numbers for. */
  static final float LEAST = -87f;

  /**
   * What {@link #exp} is 0 below: the result is lost when it is added to 1, and products with it
   * would soon be subnormal numbers, which slow a processor down a hundredfold.
   */
  static final float SMALLEST = -50f;

  /** The polynomial of the Cephes library for (e<sup>r</sup> - 1 - r) / r² on |r| ≤ ln(2) / 2. */
  static final float P0 = 5.0000001201e-1f;

  static final float P1 = 1.6666665459e-1f;
  static final float P2 = 4.1665795894e-2f;
  static final float P3 = 8.3334519073e-3f;
  static final float P4 = 1.3981999507e-3f;
  static final float P5 = 1.9875691500e-4f;

  private FloatMath() {}

  /**
   * Returns e<sup>x</sup> with a relative error below 3e-7; 0 below -50. For softmax, where {@code
   * Math.exp} would cost as much as the products.
   *
   * @param x at most 88
   */
  static float exp(float x) {
    float clamped = Math.max(x, SMALLEST);
    float rounded = clamped * LOG2_E + ROUND;
    float n = rounded - ROUND;
    float r = clamped - n * LN2_HIGH - n * LN2_LOW;
    float p = P5;
    p = p * r + P4;
    p = p * r + P3;
    p = p * r + P2;
    p = p * r + P1;
    p = p * r + P0;
    float value = p * r * r + r + 1f;
    float scale = Float.intBitsToFloat((Float.floatToRawIntBits(rounded) + 127) << 23);
    return x < SMALLEST ? 0f : value * scale;
  }

  /**
   * Returns e<sup>x</sup> - 1 for x of at most 0, with an error of 1.5e-7, and a relative one below
   * 2e-7 near 0.
   */
  static float expm1(float x) {
    float y = Math.max(x, LEAST);
    float shifted = y * LOG2_E + ROUND;
    float scale = powerOfTwo(shifted);
    return (scale - 1) + scale * remainder(y, shifted - ROUND);
  }

  private static float powerOfTwo(float shifted) {
    return Float.intBitsToFloat((Float.floatToRawIntBits(shifted) + 127) << 23);
  }

  /** e<sup>r</sup> - 1 for r = x - n ln 2. */
  private static float remainder(float x, float n) {
    float r = x - n * LN2_HIGH - n * LN2_LOW;
    float p = P5 * r + P4;
    p = p * r + P3;
    p = p * r + P2;
    p = p * r + P1;
    p = p * r + P0;
    return p * r * r + r;
  }

  /** Returns one of two numbers by the sign bit of the first. */
  public static float select(float sign, float ifNegative, float ifPositive) {
    int mask = Float.floatToRawIntBits(sign) >> 31;
    return Float.intBitsToFloat(
        (Float.floatToRawIntBits(ifNegative) & mask)
            | (Float.floatToRawIntBits(ifPositive) & ~mask));
  }
}
