package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Naive;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparseInputTest {
  private static final Workers ALONE = Workers.sequential();

  @Property(tries = 100)
  void withNothingDroppedProductsAreThoseOfTheMatrix(
      @ForAll @IntRange(max = 30) int rows,
      @ForAll @IntRange(max = 30) int columns,
      @ForAll @IntRange(max = 20) int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 4, seed);
    SparseInput input = new SparseInput(matrix);
    input.drop(0.5, RandomStream.of(seed), RowSet.all(input.rows()), ALONE);
    input.keepAll(RowSet.all(input.rows()));
    assertProducts(input, SparseMatrices.dense(matrix), width, seed);
  }

  @Property(tries = 100)
  void withDropoutProductsAreThoseOfTheKeptEntries(
      @ForAll @IntRange(max = 30) int rows,
      @ForAll @IntRange(max = 30) int columns,
      @ForAll @IntRange(max = 40) int width,
      @ForAll long seed) {
    SparseInput input = new SparseInput(SparseMatrices.random(rows, columns, 4, seed));
    input.drop(0.4, RandomStream.of(seed + 1), RowSet.all(input.rows()), ALONE);
    assertProducts(input, kept(input), width, seed);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8})
  void theRateOfDropoutIsKeptAndMadeUpForByTheScale(double rate) {
    CsrMatrix matrix = full(400, 250, 2f);
    SparseInput input = new SparseInput(matrix);
    input.drop(rate, RandomStream.of(7), RowSet.all(input.rows()), ALONE);
    double[][] kept = kept(input);
    long count = 0;
    for (double[] row : kept) {
      for (double value : row) {
        if (value != 0) {
          count++;
          assertThat(value).isCloseTo(2 / (1 - rate), within(1e-5));
        }
      }
    }
    double deviation = Math.sqrt(rate * (1 - rate) / 100_000);
    assertThat(count / 100_000.0).isCloseTo(1 - rate, within(4 * deviation));
  }

  @Test
  void droppingIsIndependentBetweenNeighboursRowsAndStreams() {
    SparseInput input = new SparseInput(full(400, 250, 1f));
    input.drop(0.5, RandomStream.of(1), RowSet.all(input.rows()), ALONE);
    double[][] first = kept(input);
    input.drop(0.5, RandomStream.of(2), RowSet.all(input.rows()), ALONE);
    double[][] second = kept(input);
    int beside = 0;
    int below = 0;
    int again = 0;
    for (int r = 1; r < 400; r++) {
      for (int c = 1; c < 250; c++) {
        beside += first[r][c] == first[r][c - 1] ? 1 : 0;
        below += first[r][c] == first[r - 1][c] ? 1 : 0;
        again += first[r][c] == second[r][c] ? 1 : 0;
      }
    }
    double pairs = 399.0 * 249;
    double tolerance = 4 * Math.sqrt(0.25 / pairs);
    assertThat(beside / pairs).isCloseTo(0.5, within(tolerance));
    assertThat(below / pairs).isCloseTo(0.5, within(tolerance));
    assertThat(again / pairs).isCloseTo(0.5, within(tolerance));
  }

  @Test
  void equalKeysDropEqualEntriesWhateverTheThreads() {
    SparseInput input = new SparseInput(full(2_000, 250, 1f));
    Set<Integer> hashes = new HashSet<>();
    for (int threads : new int[] {1, 2, 3, 8}) {
      input.drop(0.5, RandomStream.of(5).derive(threads), RowSet.all(input.rows()), Workers.of(2));
      input.drop(0.5, RandomStream.of(5), RowSet.all(input.rows()), Workers.of(threads));
      hashes.add(java.util.Arrays.deepHashCode(kept(input)));
    }
    assertThat(hashes).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "4000,60,25,16",
    "4000,60,25,7",
    "4000,60,25,64",
    "60000,70000,2,8",
    "30000,20000,3,40"
  })
  void transposedProductsWithDropoutDoNotDependOnTheNumberOfThreads(
      int rows, int columns, int perRow, int width) {
    SparseInput input = new SparseInput(SparseMatrices.random(rows, columns, perRow, 1));
    input.drop(0.5, RandomStream.of(2), RowSet.all(input.rows()), ALONE);
    DenseMatrix g = Naive.matrix(rows, width, 3);
    DenseMatrix expected = DenseMatrix.zeros(columns, width);
    input.multiplyTransposed(g, expected, ALONE);
    for (int threads : new int[] {1, 2, 3, 8}) {
      DenseMatrix out = Naive.matrix(columns, width, 4);
      input.multiplyTransposed(g, out, Workers.of(threads));
      Naive.assertSameBits(out.data(), expected.data());
    }
    // A second width: the sums kept between calls are of the wrong size then.
    assertTransposed(input, g.columns() + 1);
  }

  @ParameterizedTest
  @CsvSource({"4000,60,25,16", "4000,60,25,7", "4000,60,25,32", "60000,70000,2,8", "300,40,5,20"})
  void theRowsInUseGetWhatTheyGetAmongAllRows(int rows, int columns, int perRow, int width) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, perRow, 1);
    int[] some = Naive.someRows(rows, 2);
    DenseMatrix w = Naive.matrix(columns, width, 3);
    DenseMatrix g = Naive.zeroBut(Naive.matrix(rows, width, 4), some);
    for (double rate : new double[] {0, 0.5, 0.8}) {
      SparseInput whole = new SparseInput(matrix);
      SparseInput part = new SparseInput(matrix);
      whole.drop(rate, RandomStream.of(5), RowSet.all(rows), ALONE);
      part.drop(rate, RandomStream.of(5), RowSet.of(rows, some), Workers.of(2));

      DenseMatrix expected = DenseMatrix.zeros(rows, width);
      DenseMatrix out = Naive.matrix(rows, width, 6);
      whole.multiply(w, expected, ALONE);
      part.multiply(w, out, Workers.of(2));
      Naive.assertSameRows(out, expected, some);
      DenseMatrix ofWhole = Naive.matrix(rows, width, 6);
      whole.multiply(w, ofWhole, RowSet.of(rows, some), Workers.of(2));
      Naive.assertSameRows(ofWhole, expected, some);

      DenseMatrix back = Naive.matrix(columns, width, 7);
      DenseMatrix expectedBack = DenseMatrix.zeros(columns, width);
      whole.multiplyTransposed(g, expectedBack, ALONE);
      part.multiplyTransposed(g, back, Workers.of(2));
      Naive.assertSameBits(back.data(), expectedBack.data());
    }
  }

  @ParameterizedTest
  @CsvSource({"32", "64", "96"})
  void wideTransposedProductsHaveTheBitsOfOtherWidths(int width) {
    SparseInput input = new SparseInput(SparseMatrices.random(4_000, 60, 25, 1));
    for (int draw = 0; draw < 2; draw++) { // the second must not go by what the first one kept
      input.drop(0.8, RandomStream.of(draw), RowSet.all(4_000), ALONE);
      DenseMatrix wide = Naive.matrix(4_000, width, 3);
      DenseMatrix wider = DenseMatrix.zeros(4_000, width + 1);
      for (int r = 0; r < 4_000; r++) {
        System.arraycopy(wide.data(), r * width, wider.data(), r * (width + 1), width);
      }
      DenseMatrix out = Naive.matrix(60, width, 4);
      DenseMatrix expected = Naive.matrix(60, width + 1, 5);
      input.multiplyTransposed(wide, out, ALONE);
      input.multiplyTransposed(wider, expected, ALONE);
      for (int c = 0; c < 60; c++) {
        for (int j = 0; j < width; j++) {
          assertThat(out.get(c, j)).isEqualTo(expected.get(c, j));
        }
      }
    }
  }

  @Test
  void whatAHighRateKeepsALowerOneKeepsToo() {
    SparseInput input = new SparseInput(full(200, 131, 1f));
    List<double[][]> kept = new ArrayList<>();
    for (double rate : new double[] {0.8, 0.3, 0.1}) {
      input.drop(rate, RandomStream.of(5), RowSet.all(200), ALONE);
      kept.add(kept(input));
    }
    for (int i = 1; i < kept.size(); i++) {
      for (int r = 0; r < 200; r++) {
        for (int c = 0; c < 131; c++) {
          assertThat(kept.get(i - 1)[r][c] > 0 && kept.get(i)[r][c] == 0).isFalse();
        }
      }
    }
  }

  @Test
  void onlyTheRowsInUseAreWrittenOut() {
    SparseInput input = new SparseInput(full(100, 3, 2f));
    input.keepAll(RowSet.of(100, new int[] {4, 40}));
    DenseMatrix out = DenseMatrix.zeros(100, 3);
    input.writeTo(out, Workers.of(2));
    for (int row = 0; row < 100; row++) {
      assertThat(out.get(row, 1)).isEqualTo(row == 4 || row == 40 ? 2f : 0f);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> input.writeTo(DenseMatrix.zeros(100, 4), ALONE))
        .withMessageContaining("100 x 3")
        .withMessageContaining("100 x 4");
  }

  @Test
  void rowsOfAPartDropWhatTheyDropInTheWhole() {
    SparseInput whole = new SparseInput(full(50, 90, 1f));
    whole.drop(0.5, RandomStream.of(5), RowSet.all(50), ALONE);
    SparseInput part = new SparseInput(full(2, 90, 1f));
    part.drop(0.5, RandomStream.of(5).forRows(new int[] {41, 7}), RowSet.all(2), ALONE);

    assertThat(kept(part)).isDeepEqualTo(new double[][] {kept(whole)[41], kept(whole)[7]});
  }

  @Test
  void aRateOutsideItsRangeIsRejected() {
    SparseInput input = new SparseInput(CsrMatrix.identity(3));
    for (double rate : new double[] {-0.1, 1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> input.drop(rate, RandomStream.of(1), RowSet.all(input.rows()), ALONE))
          .withMessage("dropout rate must be in [0, 1), got " + rate);
    }
  }

  private static void assertProducts(SparseInput input, double[][] expected, int width, long seed) {
    DenseMatrix w = Naive.matrix(input.columns(), width, seed + 2);
    DenseMatrix out = DenseMatrix.zeros(input.rows(), width);
    input.multiply(w, out, ALONE);
    Naive.assertProduct(expected, Naive.dense(w), width, out.data());

    DenseMatrix g = Naive.matrix(input.rows(), width, seed + 3);
    DenseMatrix back = DenseMatrix.zeros(input.columns(), width);
    input.multiplyTransposed(g, back, ALONE);
    double[][] transposed = Naive.transpose(expected, input.columns());
    Naive.assertProduct(transposed, Naive.dense(g), width, back.data());

    DenseMatrix written = Naive.matrix(input.rows(), input.columns(), seed + 4);
    input.writeTo(written, ALONE);
    assertThat(Naive.dense(written)).isDeepEqualTo(expected);
  }

  /** Compares with the sums of the kept entries, row by row. */
  private static void assertTransposed(SparseInput input, int width) {
    DenseMatrix g = Naive.matrix(input.rows(), width, 9);
    DenseMatrix out = DenseMatrix.zeros(input.columns(), width);
    input.multiplyTransposed(g, out, Workers.of(2));
    // 1ᵀ·(Xᵀ·g) = (X·1)ᵀ·g
    DenseMatrix ones = DenseMatrix.zeros(input.columns(), 1);
    ones.fill(1f);
    DenseMatrix sums = DenseMatrix.zeros(input.rows(), 1);
    input.multiply(ones, sums, ALONE);
    for (int j = 0; j < width; j++) {
      double expected = 0;
      double magnitude = 0;
      for (int r = 0; r < input.rows(); r++) {
        expected += (double) sums.get(r, 0) * g.get(r, j);
        magnitude += Math.abs((double) sums.get(r, 0) * g.get(r, j));
      }
      double actual = 0;
      for (int c = 0; c < input.columns(); c++) {
        actual += out.get(c, j);
      }
      assertThat(actual).isCloseTo(expected, within(1e-5 * magnitude));
    }
  }

  /** The matrix that is left, read off by multiplying with the identity. */
  private static double[][] kept(SparseInput input) {
    DenseMatrix identity = DenseMatrix.zeros(input.columns(), input.columns());
    for (int c = 0; c < input.columns(); c++) {
      identity.set(c, c, 1f);
    }
    DenseMatrix out = DenseMatrix.zeros(input.rows(), input.columns());
    input.multiply(identity, out, ALONE);
    return Naive.dense(out);
  }

  private static CsrMatrix full(int rows, int columns, float value) {
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * columns];
    float[] values = new float[rows * columns];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = i % columns;
      values[i] = value;
      pointers[i / columns + 1] = i + 1;
    }
    return CsrMatrix.of(rows, columns, pointers, indices, values);
  }
}
