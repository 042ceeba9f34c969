package io.github.gmnn.sparse;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import java.util.TreeMap;

/** Random sparse matrices, and what they are when written out. */
public final class SparseMatrices {
  private SparseMatrices() {}

  /** A random matrix of about {@code perRow} entries a row; a third of the rows are empty. */
  public static CsrMatrix random(int rows, int columns, int perRow, long seed) {
    RandomStream random = RandomStream.of(seed);
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * Math.min(columns, Math.max(1, 2 * perRow))];
    float[] values = new float[indices.length];
    int next = 0;
    for (int r = 0; r < rows; r++) {
      TreeMap<Integer, Float> row = new TreeMap<>();
      int entries =
          columns == 0 || random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(Math.max(1, 2 * perRow));
      for (int i = 0; i < entries; i++) {
        row.put(random.nextInt(columns), (float) (random.nextDouble() * 2 - 1));
      }
      for (var entry : row.entrySet()) {
        indices[next] = entry.getKey();
        values[next++] = entry.getValue();
      }
      pointers[r + 1] = next;
    }
    return CsrMatrix.of(
        rows, columns, pointers, Arrays.copyOf(indices, next), Arrays.copyOf(values, next));
  }

  /** Returns a matrix written out. */
  public static double[][] dense(CsrMatrix matrix) {
    double[][] result = new double[matrix.rows()][matrix.columns()];
    for (int r = 0; r < matrix.rows(); r++) {
      for (int e = matrix.rowStart(r); e < matrix.rowEnd(r); e++) {
        result[r][matrix.columnIndex(e)] = matrix.value(e);
      }
    }
    return result;
  }
}
