package io.github.gmnn.lab.bench;

import java.util.Locale;

/**
 * One figure of a run.
 *
 * @param section the table it belongs to
 * @param name the row
 * @param variant the column
 * @param best the least of all samples, or the figure itself where there is one only
 * @param median their median
 * @param unit of both
 */
record Figure(
    String section, String name, String variant, double best, double median, String unit) {
  private static final String MARK = "FIGURE\t";

  /** Prints it as a line that {@link #parse} reads: how a forked process reports. */
  void print() {
    System.out.println(
        MARK + String.join("\t", section, name, variant, "" + best, "" + median, unit));
  }

  /** Reads a line that {@link #print} wrote, or returns null for any other. */
  static Figure parse(String line) {
    if (!line.startsWith(MARK)) {
      return null;
    }
    String[] parts = line.substring(MARK.length()).split("\t");
    return new Figure(
        parts[0],
        parts[1],
        parts[2],
        Double.parseDouble(parts[3]),
        Double.parseDouble(parts[4]),
        parts[5]);
  }

  String cell() {
    return best == median ? number(best) : number(best) + " (" + number(median) + ")";
  }

  static String number(double value) {
    int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  String json() {
    return String.format(
        Locale.ROOT,
        "{\"section\": \"%s\", \"name\": \"%s\", \"variant\": \"%s\", \"best\": %s, \"median\": %s,"
            + " \"unit\": \"%s\"}",
        section,
        name,
        variant,
        best,
        median,
        unit);
  }
}
