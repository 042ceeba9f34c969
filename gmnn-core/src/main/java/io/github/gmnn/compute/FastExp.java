package io.github.gmnn.compute;

/**
 * The exponential function for softmax, where {@code Math.exp} would cost as much as the products.
 */
final class FastExp {
  static final float LOG2_E = 1.44269504f;
  static final float LN2_HIGH = 0.693359375f;
  static final float LN2_LOW = -2.12194440e-4f;

  /** Adding it rounds to the nearest integer, which then stands in the lowest bits. */
  static final float ROUNDER = 12582912f;

  /**
   * Below, the result is lost when it is added to 1, and products with it would soon be subnormal
   * numbers, which slow a processor down a hundredfold: 0 is near enough.
   */
  static final float SMALLEST = -50f;

  // Cephes' polynomial for (e^r - 1 - r) / r^2 on |r| <= ln(2) / 2
  static final float P5 = 1.9875691500e-4f;
  static final float P4 = 1.3981999507e-3f;
  static final float P3 = 8.3334519073e-3f;
  static final float P2 = 4.1665795894e-2f;
  static final float P1 = 1.6666665459e-1f;
  static final float P0 = 5.0000001201e-1f;

  private FastExp() {}

  /**
   * Returns e<sup>x</sup> with a relative error below 3e-7; 0 below -50.
   *
   * @param x at most 88
   */
  static float exp(float x) {
    float clamped = Math.max(x, SMALLEST);
    float rounded = clamped * LOG2_E + ROUNDER;
    float n = rounded - ROUNDER;
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
}
