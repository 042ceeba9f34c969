package io.github.gmnn.internal;

import java.util.List;

/**
 * Rows of cells as text whose columns are aligned. All rows, the head first, have as many cells.
 */
public final class TextTable {
  private TextTable() {}

  /** The first column to the left, the others to the right. */
  public static String of(List<List<String>> given) {
    List<List<String>> rows = printable(given);
    int[] widths = widths(rows);
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        String padding = " ".repeat(widths[c] - row.get(c).length());
        text.append(c == 0 ? row.get(c) + padding : "  " + padding + row.get(c));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** A table of Markdown that reads well as plain text. */
  public static String markdown(List<List<String>> given) {
    List<List<String>> rows =
        printable(given).stream()
            .map(row -> row.stream().map(cell -> cell.replace("|", "\\|")).toList())
            .toList();
    int[] widths = widths(rows);
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      text.append('|');
      for (int c = 0; c < widths.length; c++) {
        String padding = " ".repeat(widths[c] - row.get(c).length());
        text.append(' ').append(row.get(c)).append(padding).append(" |");
      }
      text.append('\n');
      if (row == rows.get(0)) {
        text.append('|');
        for (int width : widths) {
          text.append("-".repeat(width + 2)).append('|');
        }
        text.append('\n');
      }
    }
    return text.toString();
  }

  /** Cells may be names from data: none of them ends a row or steers a terminal. */
  private static List<List<String>> printable(List<List<String>> rows) {
    return rows.stream().map(row -> row.stream().map(Quote::printable).toList()).toList();
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    return widths;
  }
}
