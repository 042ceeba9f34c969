package io.github.gmnn.spark;

import java.util.Arrays;

/**
 * Entries sorted into rows, each by the node at the other end; of equal ones the largest weight is
 * kept, as in a {@code Graph}.
 *
 * @param pointers where each row starts
 * @param columns the other ends
 * @param weights the weights
 */
record EdgeRows(int[] pointers, int[] columns, float[] weights) {
  static EdgeRows of(int rows, IntList rowOfEntry, IntList columnOfEntry, FloatList weightOfEntry) {
    int[] pointers = new int[rows + 1];
    for (int i = 0; i < rowOfEntry.size(); i++) {
      pointers[rowOfEntry.get(i) + 1]++;
    }
    for (int row = 0; row < rows; row++) {
      pointers[row + 1] += pointers[row];
    }
    // The bits of positive floats ascend with their values: one sort orders columns, then weights.
    long[] entries = new long[rowOfEntry.size()];
    float[] given = weightOfEntry.toArray();
    int[] next = Arrays.copyOf(pointers, rows);
    for (int i = 0; i < entries.length; i++) {
      entries[next[rowOfEntry.get(i)]++] =
          (long) columnOfEntry.get(i) << 32 | Float.floatToRawIntBits(given[i]);
    }
    int[] columns = new int[entries.length];
    float[] weights = new float[entries.length];
    int kept = 0;
    int start = 0;
    for (int row = 0; row < rows; row++) {
      int end = pointers[row + 1];
      Arrays.sort(entries, start, end);
      for (int i = start; i < end; i++) {
        int column = (int) (entries[i] >>> 32);
        if (i + 1 == end || (int) (entries[i + 1] >>> 32) != column) {
          columns[kept] = column;
          weights[kept++] = Float.intBitsToFloat((int) entries[i]);
        }
      }
      start = end;
      pointers[row + 1] = kept;
    }
    return new EdgeRows(pointers, Arrays.copyOf(columns, kept), Arrays.copyOf(weights, kept));
  }
}
