package io.github.gmnn.graph.internal;

import java.util.Arrays;

/**
 * A row of a sparse matrix, a part of arrays that are not to be changed.
 *
 * @param columns ascending from {@code from} to {@code to - 1}
 * @param values the value at each column
 * @param from where the row begins
 * @param to one past its end
 */
public record SparseRow(int[] columns, float[] values, int from, int to) {
  /** A row without entries. */
  public static final SparseRow EMPTY = new SparseRow(new int[0], new float[0], 0, 0);

  /** Returns a row of whole arrays. */
  public static SparseRow of(int[] columns, float[] values) {
    return new SparseRow(columns, values, 0, columns.length);
  }

  /**
   * Returns a row of entries in any order.
   *
   * @param columns distinct columns, or negative for entries to leave out
   * @param values the value at each column
   */
  public static SparseRow sorted(int[] columns, float[] values) {
    long[] entries = new long[columns.length];
    int count = 0;
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] >= 0) {
        entries[count++] = (long) columns[i] << 32 | i;
      }
    }
    Arrays.sort(entries, 0, count);
    int[] sortedColumns = new int[count];
    float[] sortedValues = new float[count];
    for (int i = 0; i < count; i++) {
      sortedColumns[i] = (int) (entries[i] >>> 32);
      sortedValues[i] = values[(int) entries[i]];
    }
    return of(sortedColumns, sortedValues);
  }

  /** Returns the number of entries. */
  public int length() {
    return to - from;
  }

  /** Returns the sum of the values. */
  public double sum() {
    double sum = 0;
    for (int e = from; e < to; e++) {
      sum += values[e];
    }
    return sum;
  }

  /** Returns where a column is; negative if it is not there, as {@link Arrays#binarySearch}. */
  private int find(int column) {
    return Arrays.binarySearch(columns, from, to, column);
  }

  /** Returns whether there is an entry at a column. */
  boolean has(int column) {
    return find(column) >= 0;
  }

  /** Returns the value at a column, 0 if there is none. */
  public float value(int column) {
    int found = find(column);
    return found < 0 ? 0f : values[found];
  }

  /** Returns the row with a value at a column. */
  SparseRow with(int column, float value) {
    int found = find(column);
    int at = (found < 0 ? -found - 1 : found) - from;
    int grown = found < 0 ? 1 : 0;
    int[] newColumns = new int[length() + grown];
    float[] newValues = new float[newColumns.length];
    copyTo(newColumns, newValues, at, at + 1 - grown, at + 1);
    newColumns[at] = column;
    newValues[at] = value;
    return of(newColumns, newValues);
  }

  /** Returns the row without a column. */
  SparseRow without(int column) {
    int found = find(column);
    if (found < 0) {
      return this;
    }
    int[] newColumns = new int[length() - 1];
    float[] newValues = new float[newColumns.length];
    copyTo(newColumns, newValues, found - from, found - from + 1, found - from);
    return of(newColumns, newValues);
  }

  /** Copies the first entries, and what comes after some to where it goes. */
  private void copyTo(int[] newColumns, float[] newValues, int head, int tail, int tailTo) {
    System.arraycopy(columns, from, newColumns, 0, head);
    System.arraycopy(values, from, newValues, 0, head);
    System.arraycopy(columns, from + tail, newColumns, tailTo, length() - tail);
    System.arraycopy(values, from + tail, newValues, tailTo, length() - tail);
  }

  /** Returns the row with an entry moved to another column. */
  SparseRow moved(int column, int newColumn) {
    float value = value(column);
    return without(column).with(newColumn, value);
  }
}
