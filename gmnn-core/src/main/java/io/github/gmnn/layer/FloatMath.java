package io.github.gmnn.layer;

/**
 * Float functions for inner loops: without branches, which random signs would have mispredicted
 * half of the time, and without calls, which keep the compiler from overlapping iterations.
 */
final class FloatMath {
  static final float LOG2_E = 1.44269504f;

  /** Adding it to a number below 2^22 rounds that to an integer, which stands in the low bits. */
  static final float ROUND = 0x1.8p23f;

  /** ln 2 in two parts, the first of which has few bits: its product with an integer is exact. */
  static final float LN2_HIGH = 0.693359375f;

  static final float LN2_LOW = -2.12194440e-4f;
  static final float LEAST = -87f;

  /** The polynomial of the Cephes library for (e<sup>r</sup> - 1 - r) / r². */
  static final float P0 = 5.0000001201e-1f;

  static final float P1 = 1.6666665459e-1f;
  static final float P2 = 4.1665795894e-2f;
  static final float P3 = 8.3334519073e-3f;
  static final float P4 = 1.3981999507e-3f;
  static final float P5 = 1.9875691500e-4f;

  private FloatMath() {}

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
  static float select(float sign, float ifNegative, float ifPositive) {
    int mask = Float.floatToRawIntBits(sign) >> 31;
    return Float.intBitsToFloat(
        (Float.floatToRawIntBits(ifNegative) & mask)
            | (Float.floatToRawIntBits(ifPositive) & ~mask));
  }
}
