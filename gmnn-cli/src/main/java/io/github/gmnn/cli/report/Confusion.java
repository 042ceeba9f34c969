package io.github.gmnn.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The confusion matrix with the names of classes. */
final class Confusion {
  private static final int MOST_CLASSES = 25;
  private static final int MOST_PAIRS = 40;

  private Confusion() {}

  static void write(Markup out, Measured<?> measured) {
    List<String> classes = measured.classes();
    int[][] counts = measured.confusion();
    out.open("section").element("h2", "Confusion").open("figure");
    if (classes.size() > MOST_CLASSES) {
      writePairs(out, classes, counts);
    } else {
      writeMatrix(out, classes, counts, measured.on());
    }
    out.close().close();
  }

  private static void writeMatrix(Markup out, List<String> classes, int[][] counts, String on) {
    out.element(
        "figcaption",
        "A row is a true label, a column a predicted one, on the "
            + on
            + " cases. The stronger the colour, the larger the share of the row.");
    out.open("div", "class", "wide").open("table", "class", "confusion").open("tr");
    out.element("th", "true \\ predicted");
    classes.forEach(name -> out.element("th", Markup.shortened(name, 30), "class", "n"));
    out.close();
    for (int row = 0; row < counts.length; row++) {
      int total = 0;
      for (int count : counts[row]) {
        total += count;
      }
      out.open("tr").element("th", Markup.shortened(classes.get(row)), "scope", "row");
      for (int count : counts[row]) {
        // at most 0.5, so that the figure on top stays readable on light and dark pages
        double share = total == 0 ? 0 : 0.5 * count / total;
        String shade = String.format(Locale.ROOT, "background: rgba(var(--heat), %.2f)", share);
        out.element("td", count == 0 ? "" : count, "class", "n", "style", shade);
      }
      out.close();
    }
    out.close().close();
  }

  private record Pair(int truth, int predicted, int count) {}

  private static void writePairs(Markup out, List<String> classes, int[][] counts) {
    List<Pair> pairs = new ArrayList<>();
    for (int t = 0; t < counts.length; t++) {
      for (int p = 0; p < counts.length; p++) {
        if (t != p && counts[t][p] > 0) {
          pairs.add(new Pair(t, p, counts[t][p]));
        }
      }
    }
    pairs.sort(Comparator.comparingInt(pair -> -pair.count()));
    out.element(
        "figcaption",
        "The most frequent mistakes; with " + classes.size() + " classes a matrix would not fit.");
    SortableTable table = new SortableTable(List.of("true", "predicted", "cases"));
    for (Pair pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
      table.row(List.of(classes.get(pair.truth()), classes.get(pair.predicted()), pair.count()));
    }
    table.write(out);
  }
}
