package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Naive;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseMatrices;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SparseValuesTest {
  @Property(tries = 100)
  void productsWithItAreThoseOfTheMatrixOfItsValues(
      @ForAll @IntRange(max = 30) int rows,
      @ForAll @IntRange(max = 30) int columns,
      @ForAll @IntRange(max = 40) int width,
      @ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(rows, columns, 4, seed);
    SparseValues values = new SparseValues(matrix);
    System.arraycopy(matrix.values(), 0, values.values(), 0, matrix.nonZeros());
    DenseMatrix in = Naive.matrix(columns, width, seed + 1);
    DenseMatrix out = DenseMatrix.zeros(rows, width);
    DenseMatrix g = Naive.matrix(rows, width, seed + 2);
    DenseMatrix sum = DenseMatrix.zeros(columns, width);

    values.multiply(in, out, 0, rows);
    values.addTransposed(g, sum, body -> body.run(0, rows), Workers.sequential());

    double[][] dense = SparseMatrices.dense(matrix);
    Naive.assertProduct(dense, Naive.dense(in), width, out.data());
    Naive.assertProduct(Naive.transpose(dense, columns), Naive.dense(g), width, sum.data());
  }

  @Property(tries = 5)
  void theTransposedProductIsAddedToWhatIsThereWhateverTheThreads(@ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(3_000, 500, 30, seed);
    SparseValues values = new SparseValues(matrix);
    DenseMatrix a = Naive.matrix(3_000, 24, seed + 1);
    values.setProducts(a, Naive.matrix(500, 24, seed + 2), 0, 3_000);
    DenseMatrix alone = DenseMatrix.zeros(500, 24);
    alone.fill(1f);
    DenseMatrix together = alone.copy();
    DenseMatrix fromZero = DenseMatrix.zeros(500, 24);

    values.addTransposed(a, alone, body -> body.run(0, 3_000), Workers.sequential());
    values.addTransposed(a, together, body -> body.run(0, 3_000), Workers.of(3));
    values.addTransposed(a, fromZero, body -> body.run(0, 3_000), Workers.of(3));

    assertThat(together.data()).isEqualTo(alone.data());
    for (int i = 0; i < fromZero.data().length; i++) {
      float sum = fromZero.data()[i];
      assertThat(alone.data()[i]).isCloseTo(sum + 1, within(1e-4f * (1 + Math.abs(sum))));
    }
  }

  @Property(tries = 20)
  void aTransposedProductOfSomeRowsLeavesTheOthersOut(@ForAll long seed) {
    CsrMatrix matrix = SparseMatrices.random(9, 7, 4, seed);
    SparseValues values = new SparseValues(matrix);
    System.arraycopy(matrix.values(), 0, values.values(), 0, matrix.nonZeros());
    DenseMatrix in = Naive.matrix(9, 5, seed + 1);
    DenseMatrix out = DenseMatrix.zeros(7, 5);

    values.addTransposed(
        in,
        out,
        body -> {
          body.run(1, 3);
          body.run(6, 7);
        },
        Workers.sequential());

    double[][] some = SparseMatrices.dense(matrix);
    for (int row : new int[] {0, 3, 4, 5, 7, 8}) {
      Arrays.fill(some[row], 0);
    }
    Naive.assertProduct(Naive.transpose(some, 7), Naive.dense(in), 5, out.data());
  }

  @Property(tries = 20)
  void patternsThatTakeTurnsShareTheMemoryAndNothingElse(@ForAll long seed) {
    CsrMatrix large = SparseMatrices.random(60, 50, 12, seed);
    CsrMatrix small = SparseMatrices.random(60, 50, 2, seed + 1);
    DenseMatrix a = Naive.matrix(60, 10, seed + 2);
    DenseMatrix b = Naive.matrix(50, 10, seed + 3);
    SparseValues turns = new SparseValues(large);
    float[] memory = turns.values();
    for (CsrMatrix pattern : List.of(large, small, large, small)) {
      turns.setPattern(pattern);
      turns.setProducts(a, b, 0, 60);
      SparseValues alone = new SparseValues(pattern);
      alone.setProducts(a, b, 0, 60);
      DenseMatrix out = DenseMatrix.zeros(50, 10);
      DenseMatrix expected = DenseMatrix.zeros(50, 10);
      turns.addTransposed(a, out, body -> body.run(0, 60), Workers.sequential());
      alone.addTransposed(a, expected, body -> body.run(0, 60), Workers.sequential());
      Naive.assertSameBits(out.data(), expected.data());
      assertThat(turns.values()).isSameAs(memory);
    }
  }

  @Property(tries = 5)
  void rowsThatDoNotFitAreRefused(@ForAll @IntRange(min = 1, max = 9) int width) {
    SparseValues values = new SparseValues(CsrMatrix.identity(3));
    DenseMatrix three = DenseMatrix.zeros(3, width);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> values.setProducts(three, DenseMatrix.zeros(3, width + 1), 0, 3))
        .withMessageContaining("do not fit the rows and columns");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> values.multiply(DenseMatrix.zeros(4, width), three, 0, 3));
  }
}
