package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * What is said of some validation nodes, a row each.
 *
 * @param nodes their numbers, ascending
 * @param labels their classes
 * @param values the rows
 */
public record ValidationRows(int[] nodes, int[] labels, float[] values) implements Serializable {
  /**
   * Takes rows of a part.
   *
   * @param part the part
   * @param values a row for each of its nodes
   * @param sample which validation nodes are taken
   */
  public static ValidationRows of(Part part, float[] values, ValidationSample sample) {
    IntList rows = new IntList();
    for (int row = 0; row < part.nodes(); row++) {
      if (part.vertices().roles()[row] == Role.VALIDATION && sample.has(part.numberOf(row))) {
        rows.add(row);
      }
    }
    return of(rows.toArray(), part.vertices().numbers(), part.vertices().labels(), values);
  }

  /**
   * Takes some rows.
   *
   * @param rows which
   * @param numbers the numbers of all nodes
   * @param labels their classes
   * @param values a row for each
   */
  public static ValidationRows of(int[] rows, int[] numbers, int[] labels, float[] values) {
    int width = values.length / Math.max(1, numbers.length);
    int[] nodes = new int[rows.length];
    int[] classes = new int[rows.length];
    float[] taken = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      nodes[i] = numbers[rows[i]];
      classes[i] = labels[rows[i]];
      System.arraycopy(values, rows[i] * width, taken, i * width, width);
    }
    return new ValidationRows(nodes, classes, taken);
  }

  /** Puts rows of different nodes into the order of their numbers. */
  public static ValidationRows joined(List<ValidationRows> pieces) {
    int count = pieces.stream().mapToInt(piece -> piece.nodes.length).sum();
    int[] nodes = new int[count];
    int[] labels = new int[count];
    float[] values = new float[pieces.stream().mapToInt(piece -> piece.values.length).sum()];
    int nextNode = 0;
    int nextValue = 0;
    for (ValidationRows piece : pieces) {
      System.arraycopy(piece.nodes, 0, nodes, nextNode, piece.nodes.length);
      System.arraycopy(piece.labels, 0, labels, nextNode, piece.labels.length);
      System.arraycopy(piece.values, 0, values, nextValue, piece.values.length);
      nextNode += piece.nodes.length;
      nextValue += piece.values.length;
    }
    long[] order = new long[count];
    Arrays.setAll(order, i -> (long) nodes[i] << 32 | i);
    Arrays.sort(order);
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> (int) order[i]);
    return of(rows, nodes, labels, values);
  }

  /** The rows as a matrix. */
  public DenseMatrix matrix(int columns) {
    return DenseMatrix.wrap(nodes.length, columns, values);
  }
}
