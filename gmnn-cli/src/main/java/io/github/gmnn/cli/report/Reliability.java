package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.Palette;
import java.util.Locale;

/** The reliability diagram: how often predictions of a confidence are right. */
final class Reliability {
  /** As many as the calibration error has. */
  private static final int BINS = 15;

  private Reliability() {}

  static void write(Markup out, Measured<?> measured) {
    int[] counts = new int[BINS];
    int[] right = new int[BINS];
    double[] confidence = new double[BINS];
    for (Measured.Case<?> c : measured.cases()) {
      double probability = c.prediction().probability();
      int bin = Math.min(BINS - 1, (int) (probability * BINS));
      counts[bin]++;
      right[bin] += c.right() ? 1 : 0;
      confidence[bin] += probability;
    }
    double error = 0;
    for (int bin = 0; bin < BINS; bin++) {
      error += Math.abs(confidence[bin] - right[bin]);
    }
    String words =
        String.format(
            Locale.ROOT,
            "How often predictions of each probability are right. They are off by %.1f points on"
                + " average (calibration error), on %,d %s cases.",
            100 * error / measured.cases().size(),
            measured.cases().size(),
            measured.on());
    out.open("section").element("h2", "Reliability");
    out.open("figure").element("figcaption", words);
    Axes axes = new Axes(0, 1, 0, 1.08);
    axes.open(out, words, "probability of the predicted label", "share that is right");
    for (int bin = 0; bin < BINS; bin++) {
      if (counts[bin] > 0) {
        bar(out, axes, bin, counts[bin], (double) right[bin] / counts[bin]);
      }
    }
    out.empty(
        "line", "class", "level", "x1", axes.x(0), "x2", axes.x(1), "y1", axes.y(0), "y2",
        axes.y(1));
    out.close().open("p", "class", "legend");
    Marks.line(out, Palette.Q, "share of right predictions");
    out.element(
        "span",
        "Dashed: perfectly calibrated. Bars above the line are too modest, below it too"
            + " confident. Above the bars: the number of cases.");
    out.close().close().close();
  }

  private static void bar(Markup out, Axes axes, int bin, int count, double share) {
    double left = axes.x((double) bin / BINS);
    double width = axes.x((bin + 1.0) / BINS) - left;
    out.open(
        "rect",
        "class",
        "bar",
        "fill",
        Palette.css(Palette.Q),
        "x",
        left + 1,
        "width",
        width - 2,
        "y",
        axes.y(share),
        "height",
        Math.max(1, axes.bottom() - axes.y(share)));
    out.element(
        "title",
        String.format(
            Locale.ROOT,
            "probability %.2f to %.2f: %d cases, %.1f %% right",
            (double) bin / BINS,
            (bin + 1.0) / BINS,
            count,
            100 * share));
    out.close();
    out.element(
        "text",
        count,
        "class",
        "count",
        "x",
        left + width / 2,
        "y",
        axes.y(share) - 4,
        "text-anchor",
        "middle");
  }
}
