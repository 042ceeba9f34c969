package io.github.gmnn.cli.report;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/** A large drawing of points that are laid out in a plane. */
final class Scatter {
  /** More lines would be a grey area, and a large page. */
  static final int MOST_LINES = 20_000;

  private static final double WIDTH = 640;
  private static final double HEIGHT = 520;
  private static final double MARGIN = 10;

  private Scatter() {}

  static void open(Markup out, String description) {
    out.open(
        "svg",
        "class",
        "large",
        "viewBox",
        "0 0 " + Markup.number(WIDTH) + " " + Markup.number(HEIGHT),
        "role",
        "img",
        "aria-label",
        description);
  }

  /** Where points lie in the drawing, by where they lie in their plane. */
  static double[][] places(double[][] plane) {
    DoubleSummaryStatistics xs = Arrays.stream(plane).mapToDouble(p -> p[0]).summaryStatistics();
    DoubleSummaryStatistics ys = Arrays.stream(plane).mapToDouble(p -> p[1]).summaryStatistics();
    return Arrays.stream(plane)
        .map(
            p ->
                new double[] {
                  MARGIN + share(p[0], xs) * (WIDTH - 2 * MARGIN),
                  HEIGHT - MARGIN - share(p[1], ys) * (HEIGHT - 2 * MARGIN)
                })
        .toArray(double[][]::new);
  }

  /** How far along its axis a value lies; in the middle where all are the same. */
  private static double share(double value, DoubleSummaryStatistics all) {
    double length = all.getMax() - all.getMin();
    return length == 0 ? 0.5 : (value - all.getMin()) / length;
  }
}
