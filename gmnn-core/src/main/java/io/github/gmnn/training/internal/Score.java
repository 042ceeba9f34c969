package io.github.gmnn.training.internal;

/**
 * What validation says of a network.
 *
 * @param metric the metric, the higher the better
 * @param loss the loss, the lower the better; NaN where nothing is chosen by it
 */
public record Score(double metric, double loss) {
  /** What every score is better than. */
  static final Score WORST = new Score(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Returns a score where nothing is chosen by the loss. */
  public static Score of(double metric) {
    return new Score(metric, Double.NaN);
  }
}
