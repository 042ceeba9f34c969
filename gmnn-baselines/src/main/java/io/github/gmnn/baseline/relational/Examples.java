package io.github.gmnn.baseline.relational;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * The labelled nodes as examples for a logistic regression: sparse rows of the node's attributes,
 * the mean of its neighbours' attributes, and a 1 for the bias.
 *
 * <p>Columns are those that occur in the examples: under a quadratic penalty all others keep weight
 * 0, so that training costs what the labelled nodes have, however many features the graph has.
 *
 * @param starts where each example's entries start; one more than there are examples
 * @param columns the column of each entry
 * @param values the value of each entry
 * @param meaning for each column, a feature f, features + f for the neighbours' f, or 2 · features
 *     for the bias; features stands for their number
 * @param labels the class of each example
 */
record Examples(int[] starts, int[] columns, float[] values, int[] meaning, int[] labels) {
  /**
   * Collects the examples.
   *
   * @param features a row for each node
   * @param adjacency the weights of each node's neighbours
   * @param nodes the labelled nodes
   * @param labels the class of each of them
   */
  static Examples of(CsrMatrix features, CsrMatrix adjacency, int[] nodes, int[] labels) {
    int count = features.columns();
    int[] starts = new int[nodes.length + 1];
    int[][] rowColumns = new int[nodes.length][];
    float[][] rowValues = new float[nodes.length][];
    double[] sums = new double[2 * count + 1];
    boolean[] used = new boolean[sums.length];
    for (int i = 0; i < nodes.length; i++) {
      rowColumns[i] = accumulate(features, adjacency, nodes[i], sums);
      rowValues[i] = new float[rowColumns[i].length];
      for (int e = 0; e < rowValues[i].length; e++) {
        int column = rowColumns[i][e];
        rowValues[i][e] = (float) sums[column];
        sums[column] = 0;
        used[column] = true;
      }
      starts[i + 1] = starts[i] + rowColumns[i].length;
    }
    int[] renumbered = new int[used.length];
    int[] meaning = new int[used.length];
    int kept = 0;
    for (int column = 0; column < used.length; column++) {
      if (used[column]) {
        renumbered[column] = kept;
        meaning[kept++] = column;
      }
    }
    int[] columns = new int[starts[nodes.length]];
    float[] values = new float[columns.length];
    for (int i = 0; i < nodes.length; i++) {
      for (int e = 0; e < rowColumns[i].length; e++) {
        columns[starts[i] + e] = renumbered[rowColumns[i][e]];
        values[starts[i] + e] = rowValues[i][e];
      }
    }
    return new Examples(starts, columns, values, Arrays.copyOf(meaning, kept), labels);
  }

  /** Adds up a node's row and returns the columns it uses, each once. */
  private static int[] accumulate(
      CsrMatrix features, CsrMatrix adjacency, int node, double[] sums) {
    int count = features.columns();
    IntSet used = new IntSet();
    for (int e = features.rowStart(node); e < features.rowEnd(node); e++) {
      sums[used.with(features.columnIndex(e), sums)] += features.value(e);
    }
    double total = 0;
    for (int a = adjacency.rowStart(node); a < adjacency.rowEnd(node); a++) {
      total += adjacency.value(a);
    }
    for (int a = adjacency.rowStart(node); a < adjacency.rowEnd(node); a++) {
      int neighbor = adjacency.columnIndex(a);
      double weight = adjacency.value(a) / total;
      for (int e = features.rowStart(neighbor); e < features.rowEnd(neighbor); e++) {
        sums[used.with(count + features.columnIndex(e), sums)] += weight * features.value(e);
      }
    }
    sums[used.with(2 * count, sums)] = 1;
    return used.sorted();
  }

  /** Columns with a sum. */
  private static final class IntSet {
    private int[] members = new int[64];
    private int size;

    /** Returns the column, which from now on is a member. */
    int with(int column, double[] sums) {
      if (sums[column] == 0) {
        if (size == members.length) {
          members = Arrays.copyOf(members, 2 * size);
        }
        members[size++] = column;
      }
      return column;
    }

    /** The distinct members: one whose sum came back to 0 may have been added twice. */
    int[] sorted() {
      return Arrays.stream(members, 0, size).sorted().distinct().toArray();
    }
  }

  int count() {
    return labels.length;
  }

  /** Returns the examples with further columns, dense. */
  Examples with(double[][] more) {
    int extra = more[0].length;
    int[] newStarts = new int[starts.length];
    int[] newColumns = new int[columns.length + count() * extra];
    float[] newValues = new float[newColumns.length];
    for (int i = 0; i < count(); i++) {
      int length = starts[i + 1] - starts[i];
      System.arraycopy(columns, starts[i], newColumns, newStarts[i], length);
      System.arraycopy(values, starts[i], newValues, newStarts[i], length);
      for (int x = 0; x < extra; x++) {
        newColumns[newStarts[i] + length + x] = meaning.length + x;
        newValues[newStarts[i] + length + x] = (float) more[i][x];
      }
      newStarts[i + 1] = newStarts[i] + length + extra;
    }
    return new Examples(newStarts, newColumns, newValues, meaning, labels);
  }
}
