package io.github.gmnn.compute;

/** Functions of single elements, on the kernels. For those who write layers and losses. */
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
   * @param moments m of every value, and behind them v of every value
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
}
