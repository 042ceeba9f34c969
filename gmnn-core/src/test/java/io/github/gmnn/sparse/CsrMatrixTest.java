package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Naive;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsrMatrixTest {
  private static final Workers ALONE = Workers.sequential();

  @Property(tries = 200)
  void applyAndItsTransposeEqualTheNaiveProducts(
      @ForAll @IntRange(max = 30) int rows,
      @ForAll @IntRange(max = 30) int columns,
      @ForAll @IntRange(max = 20) int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 4, seed);
    DenseMatrix in = Naive.matrix(columns, width, seed + 1);
    DenseMatrix out = DenseMatrix.zeros(rows, width);
    matrix.apply(in, out, ALONE);
    Naive.assertProduct(SparseMatrices.dense(matrix), Naive.dense(in), width, out.data());

    DenseMatrix back = DenseMatrix.zeros(columns, width);
    matrix.applyTransposed(out, back, ALONE);
    double[][] transposed = Naive.transpose(SparseMatrices.dense(matrix), columns);
    Naive.assertProduct(transposed, Naive.dense(out), width, back.data());
  }

  @Property(tries = 200)
  void transposeSwapsRowsAndColumns(
      @ForAll @IntRange(max = 30) int rows,
      @ForAll @IntRange(max = 30) int columns,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 4, seed);
    CsrMatrix transposed = matrix.transpose();
    assertThat(SparseMatrices.dense(transposed))
        .isDeepEqualTo(Naive.transpose(SparseMatrices.dense(matrix), columns));
    assertThat(transposed.transpose()).isSameAs(matrix);
    CsrMatrix.of( // Which checks that indices ascend.
        columns, rows, transposed.rowPointers(), transposed.columnIndices(), transposed.values());
  }

  /** Several blocks of rows that stay in the cache, and a part of one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 16, 40})
  void addingToAProductGivesTheBitsOfBothStepsApart(int width) {
    CsrMatrix matrix = SparseMatrices.random(150, 90, 4, 1);
    for (CsrMatrix m : List.of(matrix, matrix.transpose())) {
      DenseMatrix in = Naive.matrix(m.columns(), width, 2);
      DenseMatrix addend = Naive.matrix(m.rows(), width, 3);
      DenseMatrix expected = DenseMatrix.zeros(m.rows(), width);
      m.apply(in, expected, Workers.sequential());
      Dense.combine(0.3f, expected, 0.7f, addend, expected, Workers.sequential());
      for (int threads = 1; threads <= 2; threads++) {
        DenseMatrix actual = DenseMatrix.wrap(m.rows(), width, Naive.untouched(m.rows() * width));
        m.applyAndAdd(0.3f, in, 0.7f, addend, actual, Workers.of(threads));
        Naive.assertSameBits(actual.data(), expected.data());
        actual.fill(0f);
        m.transpose().applyTransposedAndAdd(0.3f, in, 0.7f, addend, actual, Workers.of(threads));
        Naive.assertSameBits(actual.data(), expected.data());
      }
    }
    DenseMatrix square = DenseMatrix.zeros(150, width);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                matrix.applyAndAdd(
                    1f, DenseMatrix.zeros(90, width), 1f, square, square, Workers.sequential()))
        .withMessageContaining("addend");
  }

  @Test
  void resultsDoNotDependOnTheNumberOfThreads() {
    CsrMatrix matrix = SparseMatrices.random(5_000, 400, 30, 1);
    for (int width : new int[] {7, 16, 33}) {
      DenseMatrix in = Naive.matrix(400, width, 2);
      DenseMatrix expected = DenseMatrix.zeros(5_000, width);
      matrix.apply(in, expected, ALONE);
      for (int threads : new int[] {2, 3, 8}) {
        DenseMatrix out = Naive.matrix(5_000, width, 3);
        matrix.apply(in, out, Workers.of(threads));
        Naive.assertSameBits(out.data(), expected.data());
      }
    }
  }

  @Property(tries = 50)
  void someRowsGetWhatTheyGetAmongAllAndNoOtherRowIsWritten(
      @ForAll @IntRange(max = 2_000) int rows,
      @ForAll @IntRange(min = 1, max = 300) int columns,
      @ForAll @IntRange(min = 1, max = 20) int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 4, seed);
    int[] some = Naive.someRows(rows, seed);
    RowSet set = RowSet.of(rows, some);
    DenseMatrix in = Naive.matrix(columns, width, seed + 1);
    DenseMatrix expected = DenseMatrix.zeros(rows, width);
    matrix.apply(in, expected, ALONE);
    DenseMatrix out = DenseMatrix.zeros(rows, width);
    matrix.apply(in, out, set, Workers.of(2));
    Naive.assertSameBits(
        out.data(), set.isAll() ? expected.data() : Naive.zeroBut(expected, some).data());
  }

  @Test
  void rowsReachTheColumnsOfTheirEntries() {
    int n = 100; // a ring
    int[] pointers = new int[n + 1];
    int[] columns = new int[2 * n];
    float[] ones = new float[2 * n];
    for (int i = 0; i < n; i++) {
      columns[2 * i] = Math.min((i + n - 1) % n, (i + 1) % n);
      columns[2 * i + 1] = Math.max((i + n - 1) % n, (i + 1) % n);
      ones[2 * i] = 1f;
      ones[2 * i + 1] = 1f;
      pointers[i + 1] = 2 * i + 2;
    }
    CsrMatrix ring = CsrMatrix.of(n, n, pointers, columns, ones);
    BitSet reached = new BitSet();
    ring.reach(RowSet.of(n, new int[] {0, 7})).within(0, n, reached::set);
    assertThat(reached.stream()).containsExactly(1, 6, 8, 99);
    assertThat(ring.reach(RowSet.all(n)).isAll()).isTrue();
  }

  @Test
  void aSymmetricMatrixIsItsOwnTranspose() {
    CsrMatrix matrix =
        CsrMatrix.of(
            3, 3, new int[] {0, 2, 4, 5}, new int[] {0, 1, 0, 2, 1}, new float[] {1, 2, 2, 3, 3});
    assertThat(matrix.isSymmetric()).isTrue();
    assertThat(matrix.transpose()).isSameAs(matrix);
    assertThat(matrix.isSymmetric()).isTrue();
  }

  @Property(tries = 200)
  void symmetryIsEqualityWithTheTranspose(
      @ForAll @IntRange(max = 6) int rows,
      @ForAll @IntRange(max = 6) int columns,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 1, seed);
    double[][] dense = SparseMatrices.dense(matrix);
    boolean symmetric =
        rows == columns && java.util.Arrays.deepEquals(dense, Naive.transpose(dense, columns));
    assertThat(matrix.isSymmetric()).isEqualTo(symmetric);
    assertThat(matrix.transpose().isSymmetric()).isEqualTo(symmetric);
    assertThat(matrix.isSymmetric()).isEqualTo(symmetric);
  }

  @Test
  void equalMatricesAreEqual() {
    CsrMatrix matrix = SparseMatrices.random(9, 7, 3, 1);
    assertThat(matrix)
        .isEqualTo(SparseMatrices.random(9, 7, 3, 1))
        .isNotEqualTo(SparseMatrices.random(9, 7, 3, 2));
    assertThat(matrix).hasSameHashCodeAs(SparseMatrices.random(9, 7, 3, 1));
    assertThat(CsrMatrix.identity(3)).hasToString("CsrMatrix(3 x 3, 3 non-zeros)");
  }

  @Test
  void aMatrixOfOnesHasTheEntriesOfItsRowsAlone() {
    int[] pointers = {0, 2, 2, 3};
    CsrMatrix ones = CsrMatrix.ofOnes(3, 4, pointers, new int[] {0, 3, 1, 2, 2});
    assertThat(ones)
        .isEqualTo(CsrMatrix.of(3, 4, pointers, new int[] {0, 3, 1}, new float[] {1, 1, 1}));
  }

  @Test
  void badArraysAreRejectedWithTheRowAndTheValue() {
    assertRejected(-1, 2, new int[1], new int[0], new float[0], "got -1 x 2");
    assertRejected(2, 2, new int[2], new int[0], new float[0], "must be 3 offsets", "got 2");
    assertRejected(1, 2, new int[] {1, 1}, new int[1], new float[1], "start at 0");
    assertRejected(1, 2, new int[] {0, 2}, new int[1], new float[1], "end at 2", "1 values");
    assertRejected(1, 2, new int[] {0, 1}, new int[1], new float[2], "1 column", "2 values");
    assertRejected(3, 2, new int[] {0, 1, 0, 1}, new int[1], new float[1], "descend after row 1");
    assertRejected(
        1, 5, new int[] {0, 2}, new int[] {3, 3}, new float[2], "row 0", "column index 3 after 3");
    assertRejected(
        2, 5, new int[] {0, 0, 1}, new int[] {5}, new float[1], "row 1", "index 5", "0..4");
    assertRejected(1, 5, new int[] {0, 1}, new int[] {-1}, new float[1], "row 0", "index -1");
    assertRejected(
        2,
        5,
        new int[] {0, 0, 1},
        new int[] {4},
        new float[] {Float.NaN},
        "row 1, column 4",
        "NaN");
    assertRejected(
        1,
        5,
        new int[] {0, 1},
        new int[] {4},
        new float[] {Float.NEGATIVE_INFINITY},
        "row 0, column 4: value -Infinity is not finite");
  }

  @Test
  void rowPointersThatLeaveTheArraysAreRejected() {
    assertRejected(2, 2, new int[] {0, 7, 1}, new int[1], new float[1], "descend after row 1");
  }

  @Test
  void operandsThatDoNotFitAreRejected() {
    CsrMatrix matrix = SparseMatrices.random(3, 5, 2, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> matrix.apply(DenseMatrix.zeros(4, 2), DenseMatrix.zeros(3, 2), ALONE))
        .withMessageContaining("3 x 5")
        .withMessageContaining("DenseMatrix(4 x 2)");
    DenseMatrix square = DenseMatrix.zeros(4, 4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CsrMatrix.identity(4).apply(square, square, ALONE))
        .withMessage("in and out must be different matrices");
  }

  private static void assertRejected(
      int rows, int columns, int[] pointers, int[] indices, float[] values, String... parts) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CsrMatrix.of(rows, columns, pointers, indices, values))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void columnsOfTwoMatricesStandSideBySide() {
    CsrMatrix left = SparseMatrices.random(7, 5, 2, 1);
    CsrMatrix right = SparseMatrices.random(7, 3, 2, 2);
    double[][] both = SparseMatrices.dense(left.beside(right));
    for (int row = 0; row < 7; row++) {
      assertThat(Arrays.copyOf(both[row], 5)).isEqualTo(SparseMatrices.dense(left)[row]);
      assertThat(Arrays.copyOfRange(both[row], 5, 8)).isEqualTo(SparseMatrices.dense(right)[row]);
    }
    assertThatThrownBy(() -> left.beside(CsrMatrix.identity(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("beside");
  }

  @Test
  void zerosOfADenseMatrixAreLeftOut() {
    DenseMatrix dense = DenseMatrix.wrap(2, 3, new float[] {0f, 2f, -0f, 1f, 0f, 3f});
    assertThat(CsrMatrix.of(dense))
        .isEqualTo(
            CsrMatrix.of(2, 3, new int[] {0, 1, 3}, new int[] {1, 0, 2}, new float[] {2f, 1f, 3f}));
  }

  @Test
  void columnsMoveAndTheirRowsStaySorted() {
    CsrMatrix matrix =
        CsrMatrix.of(2, 3, new int[] {0, 3, 4}, new int[] {0, 1, 2, 2}, new float[] {1, 2, 3, 4});

    assertThat(matrix.withColumns(new int[] {4, -1, 0}, 5))
        .isEqualTo(
            CsrMatrix.of(2, 5, new int[] {0, 2, 3}, new int[] {0, 4, 0}, new float[] {3, 1, 4}));
  }

  @Test
  void aDenseMatrixHasTheZerosToo() {
    CsrMatrix matrix =
        CsrMatrix.of(2, 3, new int[] {0, 2, 2}, new int[] {0, 2}, new float[] {1.5f, -2});
    assertThat(matrix.toDense().toFloats()).isDeepEqualTo(new float[][] {{1.5f, 0, -2}, {0, 0, 0}});
    assertThat(CsrMatrix.of(matrix.toDense())).isEqualTo(matrix);
  }
}
