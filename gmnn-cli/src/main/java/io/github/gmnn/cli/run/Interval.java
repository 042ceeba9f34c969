package io.github.gmnn.cli.run;

/**
 * A share and where the true one lies with 95 %, by Wilson's score interval, which holds for few
 * trials too.
 *
 * @param share what was seen
 * @param low the lower end
 * @param high the upper end
 * @param count of how many
 */
public record Interval(double share, double low, double high, int count) {
  private static final double Z = 1.959964;

  /**
   * The interval of some successes.
   *
   * @param right how many
   * @param count of how many, at least 1
   */
  public static Interval of(int right, int count) {
    double share = (double) right / count;
    double scale = 1 + Z * Z / count;
    double middle = (share + Z * Z / (2 * count)) / scale;
    double half =
        Z / scale * Math.sqrt(share * (1 - share) / count + Z * Z / (4.0 * count * count));
    return new Interval(share, Math.max(0, middle - half), Math.min(1, middle + half), count);
  }
}
