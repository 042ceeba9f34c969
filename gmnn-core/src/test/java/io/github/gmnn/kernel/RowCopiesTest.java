package io.github.gmnn.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowCopiesTest {
  private static final int ROWS = 150;

  private static float[] numbers(int length, String name) {
    RandomStream random = RandomStream.of(1).derive(name);
    float[] numbers = new float[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = random.nextInt(2_001) / 1_000f - 1;
    }
    return numbers;
  }

  /** Single rows have no copies: the loops over parts of arrays are the twin of these. */
  @ParameterizedTest
  @ValueSource(ints = {16, 19, 64, 67, 130})
  void productsOverCopiesHaveTheBitsOfThoseRowByRow(int width) {
    int k = 70;
    DenseKernels kernels = new ScalarDenseKernels();
    float[] a = numbers(ROWS * k, "a");
    float[] b = numbers(k * width, "b");
    float[] g = numbers(ROWS * width, "g");

    float[] whole = new float[ROWS * width];
    kernels.multiply(a, b, whole, k, width, 0, ROWS);
    float[] single = new float[ROWS * width];
    IntStream.range(0, ROWS).forEach(r -> kernels.multiply(a, b, single, k, width, r, r + 1));
    assertThat(whole).isEqualTo(single);

    float[] wholeRight = new float[ROWS * k];
    kernels.multiplyTransposedRight(g, b, wholeRight, k, width, 0, ROWS);
    float[] singleRight = new float[ROWS * k];
    IntStream.range(0, ROWS)
        .forEach(r -> kernels.multiplyTransposedRight(g, b, singleRight, k, width, r, r + 1));
    assertThat(wholeRight).isEqualTo(singleRight);

    float[] wholeLeft = numbers(k * width, "start");
    float[] singleLeft = wholeLeft.clone();
    kernels.multiplyTransposedLeft(a, g, wholeLeft, k, width, 0, k, 3, ROWS);
    IntStream.range(0, k)
        .forEach(
            i -> kernels.multiplyTransposedLeft(a, g, singleLeft, k, width, i, i + 1, 3, ROWS));
    assertThat(wholeLeft).isEqualTo(singleLeft);
  }

  @Test
  void gatheredSumsOverCopiesHaveTheBitsOfThoseRowByRow() {
    int width = 65;
    int inputs = 50;
    int[] pointers = new int[ROWS + 1];
    int[] columns = new int[ROWS * 11];
    for (int r = 0; r < ROWS; r++) {
      int length = r % 12; // none, and what is left of fours
      for (int e = 0; e < length; e++) {
        columns[pointers[r] + e] = 4 * e + r % 4;
      }
      pointers[r + 1] = pointers[r] + length;
    }
    int count = pointers[ROWS];
    float[] values = numbers(count, "values");
    CsrMatrix.of(ROWS, inputs, pointers, Arrays.copyOf(columns, count), values); // it is one
    SparseRows matrix = SparseRows.of(pointers, columns, values);
    float[] in = numbers(inputs * width, "in");
    SparseKernels kernels = new ScalarSparseKernels();
    float[] whole = new float[ROWS * width];
    kernels.gather(matrix, in, whole, width, 0, ROWS);
    float[] single = new float[ROWS * width];
    IntStream.range(0, ROWS).forEach(r -> kernels.gather(matrix, in, single, width, r, r + 1));
    assertThat(whole).isEqualTo(single);
  }

  @Test
  void aWiderMatrixAfterANarrowOneGetsRowsOfItsOwn() {
    for (int width : new int[] {2, 5, 3}) {
      RowCopies rows = RowCopies.take(3, width);
      rows.copy(numbers(3 * width, "narrow"), 0, 3, width);
      rows.clear(width);
      rows.add(new float[] {1, 1, 1}, 0, 1, 3, width);
      float[] sum = new float[width];
      rows.end(sum, 0, width);
      float[] given = numbers(3 * width, "narrow");
      for (int j = 0; j < width; j++) {
        assertThat(sum[j]).isEqualTo(given[j] + given[width + j] + given[2 * width + j]);
      }
      rows.release();
    }
  }
}
