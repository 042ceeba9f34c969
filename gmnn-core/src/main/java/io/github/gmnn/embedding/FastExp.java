package io.github.gmnn.embedding;

/**
 * The exponential function for softmax, where one is needed for every pair of nodes and {@code
 * Math.exp} would take as long as the matrix products.
 */
final class FastExp {
  private static final float LOG2_E = 1.44269504f;
  private static final float LN2_HIGH = 0.693359375f;
  private static final float LN2_LOW = -2.12194440e-4f;

  /** Adding it rounds to the nearest integer, which then stands in the lowest bits. */
  private static final float ROUNDER = 12582912f;

  /**
   * Below, the result is lost when it is added to 1, and products with it would soon be subnormal
   * numbers, which slow a processor down a hundredfold: 0 is near enough.
   */
  private static final float SMALLEST = -50f;

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
    // Cephes' polynomial for (e^r - 1 - r) / r^2 on |r| <= ln(2) / 2
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    float value = p * r * r + r + 1f;
    float scale = Float.intBitsToFloat((Float.floatToRawIntBits(rounded) + 127) << 23);
    return x < SMALLEST ? 0f : value * scale;
  }
}
