package io.github.gmnn.internal;

import java.util.List;

/** Rows of cells as text: the first column to the left, the others to the right. */
public final class TextTable {
  private TextTable() {}

  /** Every row, the head among them, has as many cells; each ends with a line break. */
  public static String of(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        String padding = " ".repeat(widths[c] - row.get(c).length());
        text.append(c == 0 ? row.get(c) + padding : "  " + padding + row.get(c));
      }
      text.append("\n");
    }
    return text.toString();
  }
}
