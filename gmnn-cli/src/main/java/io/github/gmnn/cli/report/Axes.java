package io.github.gmnn.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Two axes and what lies between: where a value is drawn, in the units of the picture.
 *
 * @param fromX the left end of the horizontal axis
 * @param toX its right end
 * @param fromY the lower end of the vertical axis
 * @param toY its upper end
 * @param powersOfTen whether the vertical axis has the logarithms of what it shows
 */
record Axes(double fromX, double toX, double fromY, double toY, boolean powersOfTen) {
  Axes(double fromX, double toX, double fromY, double toY) {
    this(fromX, toX, fromY, toY, false);
  }

  /** Small enough that letters can still be read where a phone shrinks the picture. */
  static final double WIDTH = 480;

  static final double HEIGHT = 280;

  private static final double LEFT = 48;
  private static final double RIGHT = WIDTH - 12;
  private static final double TOP = 22;
  private static final double BOTTOM = HEIGHT - 42;
  private static final int MOST_TICKS = 6;

  double x(double value) {
    return LEFT + (value - fromX) / (toX - fromX) * (RIGHT - LEFT);
  }

  double y(double value) {
    return BOTTOM - (value - fromY) / (toY - fromY) * (BOTTOM - TOP);
  }

  double top() {
    return TOP;
  }

  double bottom() {
    return BOTTOM;
  }

  /** Opens a picture with these axes. */
  void open(Markup out, String description, String xTitle, String yTitle) {
    out.open(
        "svg",
        "viewBox",
        "0 0 " + Markup.number(WIDTH) + " " + Markup.number(HEIGHT),
        "role",
        "img",
        "aria-label",
        description);
    for (double tick : powersOfTen ? powers(fromY, toY) : ticks(fromY, toY)) {
      out.empty("line", "class", "grid", "x1", LEFT, "x2", RIGHT, "y1", y(tick), "y2", y(tick));
      String label = label(powersOfTen ? Math.pow(10, tick) : tick);
      out.element("text", label, "x", LEFT - 6, "y", y(tick) + 4, "text-anchor", "end");
    }
    for (double tick : ticks(fromX, toX)) {
      out.element("text", label(tick), "x", x(tick), "y", BOTTOM + 16, "text-anchor", "middle");
    }
    out.empty("line", "class", "axis", "x1", LEFT, "x2", RIGHT, "y1", BOTTOM, "y2", BOTTOM);
    double middle = (LEFT + RIGHT) / 2;
    out.element("text", xTitle, "x", middle, "y", HEIGHT - 8, "text-anchor", "middle");
    out.element("text", yTitle, "x", 4.0, "y", 12.0);
  }

  /** Round numbers between two ends: 1, 2 or 5 times a power of ten apart. */
  static List<Double> ticks(double from, double to) {
    double step = Math.pow(10, Math.floor(Math.log10((to - from) / MOST_TICKS)));
    double[] factors = {1, 2, 5, 10};
    for (double factor : factors) {
      if ((to - from) / (step * factor) <= MOST_TICKS) {
        step *= factor;
        break;
      }
    }
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /**
   * The logarithms of round numbers: powers of ten, 2 and 5 times them where they are few, and
   * every number of one digit where those are too few too.
   */
  static List<Double> powers(double from, double to) {
    int[] digits = to - from > 2.5 ? new int[] {1} : to - from > 0.6 ? new int[] {1, 2, 5} : null;
    List<Double> powers = new ArrayList<>();
    if (digits == null) {
      ticks(Math.pow(10, from), Math.pow(10, to)).forEach(tick -> powers.add(Math.log10(tick)));
      return powers;
    }
    for (int power = (int) Math.floor(from); power <= to; power++) {
      for (int digit : digits) {
        double tick = power + Math.log10(digit);
        if (tick >= from - 1e-9 && tick <= to + 1e-9) {
          powers.add(tick);
        }
      }
    }
    return powers;
  }

  static String label(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
