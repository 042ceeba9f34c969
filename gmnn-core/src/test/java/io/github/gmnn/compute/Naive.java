package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.testing.AllocatedBytes;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/** Random matrices, and products the slow and obvious way, in double. */
public final class Naive {
  /** What {@link #untouched} arrays hold. */
  public static final float UNTOUCHED = 123.5f;

  private Naive() {}

  public static float[] floats(int length, long seed) {
    RandomStream random = RandomStream.of(seed);
    float[] result = new float[length];
    for (int i = 0; i < length; i++) {
      result[i] = (float) (random.nextDouble() * 2 - 1);
    }
    return result;
  }

  public static DenseMatrix matrix(int rows, int columns, long seed) {
    return DenseMatrix.wrap(rows, columns, floats(rows * columns, seed));
  }

  public static double[][] dense(int rows, int columns, float[] data) {
    double[][] result = new double[rows][columns];
    for (int i = 0; i < rows * columns; i++) {
      result[i / columns][i % columns] = data[i];
    }
    return result;
  }

  public static double[][] dense(DenseMatrix matrix) {
    return dense(matrix.rows(), matrix.columns(), matrix.data());
  }

  public static double[][] transpose(double[][] a, int columns) {
    double[][] result = new double[columns][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < columns; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  /** Holds {@code actual}, of {@code columns} columns, to the product {@code a·b}. */
  public static void assertProduct(double[][] a, double[][] b, int columns, float[] actual) {
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
  public static int[] someRows(int rows, long seed) {
    RandomStream random = RandomStream.of(seed);
    return IntStream.range(0, rows).filter(r -> random.nextInt(20) == 0).toArray();
  }

  /** A copy that is zero but for the given rows. */
  public static DenseMatrix zeroBut(DenseMatrix matrix, int[] rows) {
    DenseMatrix result = DenseMatrix.zeros(matrix.rows(), matrix.columns());
    for (int row : rows) {
      for (int j = 0; j < matrix.columns(); j++) {
        result.set(row, j, matrix.get(row, j));
      }
    }
    return result;
  }

  public static void assertSameRows(DenseMatrix actual, DenseMatrix expected, int[] rows) {
    assertSameBits(zeroBut(actual, rows).data(), zeroBut(expected, rows).data());
  }

  /** As AssertJ's {@code containsExactly}, which takes minutes for large arrays. */
  public static void assertSameBits(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    int different = Arrays.mismatch(actual, expected);
    if (different >= 0) {
      assertThat(actual[different]).as("element %d", different).isEqualTo(expected[different]);
    }
  }

  /** An array of a value that no product of random matrices has. */
  public static float[] untouched(int length) {
    float[] result = new float[length];
    Arrays.fill(result, UNTOUCHED);
    return result;
  }

  /** Holds a part to the whole, and the rest to what {@link #untouched} gave it. */
  public static void assertRange(float[] actual, float[] whole, int from, int to) {
    float[] expected = untouched(actual.length);
    System.arraycopy(whole, from, expected, from, to - from);
    assertSameBits(actual, expected);
  }

  /** Runs until compiled: before, every vector is an object, thousands of bytes a call. */
  public static void assertNoGarbage(Runnable kernel) {
    assertThat(AllocatedBytes.perRun(499, kernel)).as("bytes a call").isLessThan(500);
  }

  /** Numbers of columns, those at which kernels change their loops among them. */
  public static Arbitrary<Integer> widths() {
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.integers().between(0, 40)),
        Tuple.of(2, Arbitraries.of(48, 63, 64, 65, 72, 100, 130)));
  }
}
