package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
