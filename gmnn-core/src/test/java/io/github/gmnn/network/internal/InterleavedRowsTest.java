package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterleavedRowsTest {
  /** Rows of lengths from none to all, most of them short. */
  private static CsrMatrix matrix(int rows, boolean weighted, Random random) {
    int[] pointers = new int[rows + 1];
    int[] columns = new int[rows * rows];
    float[] values = new float[rows * rows];
    int next = 0;
    for (int row = 0; row < rows; row++) {
      double share = row % 7 == 0 ? random.nextDouble() : 2.0 / rows;
      for (int column = 0; column < rows; column++) {
        if (random.nextDouble() < share) {
          columns[next] = column;
          values[next++] = weighted ? random.nextFloat() : 1;
        }
      }
      pointers[row + 1] = next;
    }
    return CsrMatrix.of(
        rows, rows, pointers, Arrays.copyOf(columns, next), Arrays.copyOf(values, next));
  }

  @ParameterizedTest
  @CsvSource({
    "1, false",
    "7, true",
    "8, false",
    "9, true",
    "16, true",
    "61, false",
    "61, true",
    "200, false"
  })
  void theProductIsThatOfTheMatrix(int rows, boolean weighted) {
    Random random = new Random(rows);
    CsrMatrix matrix = matrix(rows, weighted, random);
    float[] vector = new float[rows + 3]; // longer, as those of graphs that have grown
    for (int i = 0; i < vector.length; i++) {
      vector[i] = random.nextFloat() - 0.5f;
    }
    float[] product = new float[rows + 3];
    Arrays.fill(product, 7);
    InterleavedRows.of(matrix).multiply(vector, product);
    for (int row = 0; row < rows; row++) {
      double expected = 0;
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        expected += matrix.value(e) * vector[matrix.columnIndex(e)];
      }
      assertThat((double) product[row]).as("row %d", row).isCloseTo(expected, within(1e-5));
    }
    assertThat(Arrays.copyOfRange(product, rows, product.length)).containsOnly(7);
  }
}
