package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Random matrices, and the operations of this package the slow and obvious way, in double. */
final class Naive {
  private Naive() {}

  /** A random matrix of about {@code perRow} entries a row; a third of the rows are empty. */
  static CsrMatrix sparse(int rows, int columns, int perRow, long seed) {
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

  static float[] floats(int length, long seed) {
    RandomStream random = RandomStream.of(seed);
    float[] result = new float[length];
    for (int i = 0; i < length; i++) {
      result[i] = (float) (random.nextDouble() * 2 - 1);
    }
    return result;
  }

  static DenseMatrix matrix(int rows, int columns, long seed) {
    return DenseMatrix.wrap(rows, columns, floats(rows * columns, seed));
  }

  static double[][] dense(CsrMatrix matrix) {
    double[][] result = new double[matrix.rows()][matrix.columns()];
    for (int r = 0; r < matrix.rows(); r++) {
      for (int e = matrix.rowStart(r); e < matrix.rowEnd(r); e++) {
        result[r][matrix.columnIndex(e)] = matrix.value(e);
      }
    }
    return result;
  }

  static double[][] dense(int rows, int columns, float[] data) {
    double[][] result = new double[rows][columns];
    for (int i = 0; i < rows * columns; i++) {
      result[i / columns][i % columns] = data[i];
    }
    return result;
  }

  static double[][] dense(DenseMatrix matrix) {
    return dense(matrix.rows(), matrix.columns(), matrix.data());
  }

  static double[][] transpose(double[][] a, int columns) {
    double[][] result = new double[columns][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < columns; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  /** Holds {@code actual}, of {@code columns} columns, to the product {@code a·b}. */
  static void assertProduct(double[][] a, double[][] b, int columns, float[] actual) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        double magnitude = 0;
        for (int t = 0; t < b.length; t++) {
          sum += a[i][t] * b[t][j];
          magnitude += Math.abs(a[i][t] * b[t][j]);
        }
        double value = actual[i * columns + j];
        // Rounding of the float sums: half an ulp of the running sum for each addition, and the
        // errors of many additions cancel for the most part.
        double tolerance = 6e-8 * magnitude * (4 + 2 * Math.sqrt(b.length));
        if (!(Math.abs(value - sum) <= tolerance)) {
          assertThat(value).as("element (%d, %d)", i, j).isCloseTo(sum, within(tolerance));
        }
      }
    }
  }

  /** About one row in twenty. */
  static int[] someRows(int rows, long seed) {
    RandomStream random = RandomStream.of(seed);
    return IntStream.range(0, rows).filter(r -> random.nextInt(20) == 0).toArray();
  }

  /** A copy that is zero but for the given rows. */
  static DenseMatrix zeroBut(DenseMatrix matrix, int[] rows) {
    DenseMatrix result = DenseMatrix.zeros(matrix.rows(), matrix.columns());
    for (int row : rows) {
      for (int j = 0; j < matrix.columns(); j++) {
        result.set(row, j, matrix.get(row, j));
      }
    }
    return result;
  }

  static void assertSameRows(DenseMatrix actual, DenseMatrix expected, int[] rows) {
    assertSameBits(zeroBut(actual, rows).data(), zeroBut(expected, rows).data());
  }

  /** As AssertJ's {@code containsExactly}, which takes minutes for large arrays. */
  static void assertSameBits(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    int different = Arrays.mismatch(actual, expected);
    if (different >= 0) {
      assertThat(actual[different]).as("element %d", different).isEqualTo(expected[different]);
    }
  }
}
