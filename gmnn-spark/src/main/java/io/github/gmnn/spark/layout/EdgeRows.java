package io.github.gmnn.spark.layout;

import io.github.gmnn.graph.internal.AdjacencyBuilder;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
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
    int[] columns = new int[rowOfEntry.size()];
    float[] weights = new float[columns.length];
    int[] next = Arrays.copyOf(pointers, rows);
    for (int i = 0; i < columns.length; i++) {
      int slot = next[rowOfEntry.get(i)]++;
      columns[slot] = columnOfEntry.get(i);
      weights[slot] = weightOfEntry.get(i);
    }
    int kept = AdjacencyBuilder.sortRows(rows, pointers, columns, weights);
    return new EdgeRows(pointers, Arrays.copyOf(columns, kept), Arrays.copyOf(weights, kept));
  }
}
