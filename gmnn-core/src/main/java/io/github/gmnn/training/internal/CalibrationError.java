package io.github.gmnn.training.internal;

import io.github.gmnn.kernel.Elementwise;

/** How far confidence is from accuracy, over bins of equal width (Guo et al. 2017). */
public final class CalibrationError {
  private static final int BINS = 15;

  private CalibrationError() {}

  /**
   * Returns the expected calibration error.
   *
   * @param truth the class of each example
   * @param distributions what is predicted for each of them
   */
  public static double of(int[] truth, float[][] distributions) {
    double[] confidence = new double[BINS];
    double[] correct = new double[BINS];
    for (int i = 0; i < truth.length; i++) {
      int best = Elementwise.argMax(distributions[i], 0, distributions[i].length);
      double p = distributions[i][best];
      int bin = Math.min(BINS - 1, (int) (p * BINS));
      confidence[bin] += p;
      correct[bin] += best == truth[i] ? 1 : 0;
    }
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      sum += Math.abs(confidence[bin] - correct[bin]);
    }
    return sum / truth.length;
  }
}
