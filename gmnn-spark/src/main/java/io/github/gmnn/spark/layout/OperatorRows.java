package io.github.gmnn.spark.layout;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/** Writes the rows of an operator, each sorted by the nodes' numbers with its loop in place. */
public final class OperatorRows {
  private final int[] pointers;
  private int[] columns;
  private float[] values;
  private int rows;
  private int entries;

  public OperatorRows(int rows, int expectedEntries) {
    pointers = new int[rows + 1];
    columns = new int[Math.max(16, expectedEntries)];
    values = new float[columns.length];
  }

  public void add(int column, double value) {
    if (entries == columns.length) {
      int length = Math.addExact(entries, entries >> 1);
      columns = Arrays.copyOf(columns, length);
      values = Arrays.copyOf(values, length);
    }
    columns[entries] = column;
    values[entries++] = (float) value;
  }

  public void endRow() {
    pointers[++rows] = entries;
  }

  public CsrMatrix build(int width) {
    return CsrMatrix.of(
        rows, width, pointers, Arrays.copyOf(columns, entries), Arrays.copyOf(values, entries));
  }
}
