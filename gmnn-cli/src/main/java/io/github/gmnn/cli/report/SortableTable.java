package io.github.gmnn.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A table that a click on a column's name sorts. */
final class SortableTable {
  /** A cell that leads to another part of the page. */
  record Link(String text, String id) {}

  private final List<String> columns;
  private final List<List<?>> rows = new ArrayList<>();

  SortableTable(List<String> columns) {
    this.columns = columns;
  }

  /**
   * Adds a row.
   *
   * @param cells whole numbers, fractions (shown with three digits; not a number is an empty cell),
   *     links, and text, which is cut where it is long
   */
  SortableTable row(List<?> cells) {
    rows.add(cells);
    return this;
  }

  void write(Markup out) {
    out.open("div", "class", "wide").open("table", "class", "sortable");
    out.open("thead").open("tr");
    for (int c = 0; c < columns.size(); c++) {
      out.element("th", columns.get(c), "scope", "col", "class", isNumeric(c) ? "n" : null);
    }
    out.close().close().open("tbody");
    for (List<?> row : rows) {
      out.open("tr");
      IntStream.range(0, row.size()).forEach(c -> write(out, row.get(c), isNumeric(c)));
      out.close();
    }
    out.close().close().close();
  }

  private boolean isNumeric(int column) {
    return rows.stream().allMatch(row -> row.get(column) instanceof Number);
  }

  private static void write(Markup out, Object cell, boolean numeric) {
    out.open("td", "class", numeric ? "n" : null);
    if (cell instanceof Link link) {
      out.element("a", Markup.shortened(link.text()), "href", "#" + link.id());
    } else {
      out.text(cell instanceof Double value ? fraction(value) : Markup.shortened(cell));
    }
    out.close();
  }

  /** With three digits; nothing for what is not a number. */
  static String fraction(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
  }
}
