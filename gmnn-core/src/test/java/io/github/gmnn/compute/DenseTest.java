package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseTest {
  private static final Workers ALONE = Workers.sequential();

  @ParameterizedTest
  @CsvSource({
    "5000,64,7",
    "4000,16,40",
    "300,200,90",
    "700,500,400",
    "1,1,1",
    "0,3,4",
    "3,0,4",
    "3,4,0"
  })
  void productsEqualTheNaiveOnesWhateverTheThreads(int rows, int k, int n) {
    DenseMatrix a = Naive.matrix(rows, k, 1);
    DenseMatrix b = Naive.matrix(k, n, 2);
    DenseMatrix g = Naive.matrix(rows, n, 3);
    DenseMatrix product = DenseMatrix.zeros(rows, n);
    DenseMatrix right = DenseMatrix.zeros(rows, k);
    DenseMatrix left = DenseMatrix.zeros(k, n);

    Dense.multiply(a, b, product, ALONE);
    Dense.multiplyTransposedRight(g, b, right, ALONE);
    Dense.multiplyTransposedLeft(a, g, left, ALONE);

    double[][] wideA = Naive.dense(a);
    double[][] wideB = Naive.dense(b);
    double[][] wideG = Naive.dense(g);
    Naive.assertProduct(wideA, wideB, n, product.data());
    Naive.assertProduct(wideG, Naive.transpose(wideB, n), k, right.data());
    Naive.assertProduct(Naive.transpose(wideA, k), wideG, n, left.data());

    for (int threads : new int[] {2, 3, 8}) {
      Workers workers = Workers.of(threads);
      DenseMatrix again = Naive.matrix(rows, n, 4);
      Dense.multiply(a, b, again, workers);
      Naive.assertSameBits(again.data(), product.data());
      again = Naive.matrix(rows, k, 5);
      Dense.multiplyTransposedRight(g, b, again, workers);
      Naive.assertSameBits(again.data(), right.data());
      again = Naive.matrix(k, n, 6);
      Dense.multiplyTransposedLeft(a, g, again, workers);
      Naive.assertSameBits(again.data(), left.data());
    }
  }

  @ParameterizedTest
  @CsvSource({"5000,64,7,1200,3100", "4000,16,40,0,9", "300,200,90,299,300", "500,16,7,0,0"})
  void productsOverSomeRowsHaveTheBitsOfThoseOverAll(int rows, int k, int n, int first, int end) {
    RowSet some = RowSet.of(rows, IntStream.range(first, end).toArray());
    DenseMatrix a = Naive.matrix(rows, k, 1);
    DenseMatrix b = Naive.matrix(k, n, 2);
    DenseMatrix g = Naive.matrix(rows, n, 3);
    Arrays.fill(g.data(), 0, first * n, 0f);
    Arrays.fill(g.data(), end * n, rows * n, 0f);
    DenseMatrix product = DenseMatrix.zeros(rows, n);
    DenseMatrix right = DenseMatrix.zeros(rows, k);
    DenseMatrix left = DenseMatrix.zeros(k, n);
    Dense.multiply(a, b, product, ALONE);
    Arrays.fill(product.data(), 0, first * n, 0f);
    Arrays.fill(product.data(), end * n, rows * n, 0f);
    Dense.multiplyTransposedRight(g, b, right, ALONE);
    Dense.multiplyTransposedLeft(a, g, left, ALONE);

    for (int threads : new int[] {1, 3}) {
      Workers workers = Workers.of(threads);
      DenseMatrix again = DenseMatrix.zeros(rows, n);
      Dense.multiply(a, b, again, some, workers);
      Naive.assertSameBits(again.data(), product.data());
      again = DenseMatrix.zeros(rows, k);
      Dense.multiplyTransposedRight(g, b, again, some, workers);
      assertThat(again.data()).containsExactly(right.data()); // 0 and -0 are the same here
      again = Naive.matrix(k, n, 6);
      Dense.multiplyTransposedLeft(a, g, again, some, workers);
      Naive.assertSameBits(again.data(), left.data());
    }
  }

  @Test
  void shapesThatDoNotFitAreRejected() {
    DenseMatrix a = DenseMatrix.zeros(3, 4);
    DenseMatrix out = DenseMatrix.zeros(3, 4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dense.multiply(a, a, out, ALONE))
        .withMessageContaining("DenseMatrix(3 x 4)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dense.multiplyTransposedRight(a, DenseMatrix.zeros(2, 3), out, ALONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dense.multiplyTransposedLeft(a, DenseMatrix.zeros(2, 3), out, ALONE));
  }

  @Test
  void theResultMustBeAMatrixOfItsOwn() {
    DenseMatrix square = DenseMatrix.zeros(3, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dense.multiply(DenseMatrix.zeros(3, 3), square, square, ALONE))
        .withMessageContaining("a matrix of its own");
  }
}
