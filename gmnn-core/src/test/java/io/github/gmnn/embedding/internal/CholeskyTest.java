package io.github.gmnn.embedding.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import org.junit.jupiter.api.Test;

class CholeskyTest {
  private static final DenseMatrix MATRIX = DenseMatrix.wrap(2, 2, new float[] {4, 2, 2, 10});

  @Test
  void theFactorTimesItsTransposeIsTheMatrix() {
    DenseMatrix factor = DenseMatrix.zeros(2, 2);
    Cholesky.factor(MATRIX, 0).copyTo(factor);
    assertThat(factor.data()).containsExactly(2f, 0f, 1f, 3f);
  }

  @Test
  void theInverseIsThatOfTheFactorTransposed() {
    DenseMatrix inverse = DenseMatrix.zeros(2, 2);
    Cholesky.factor(MATRIX, 0).copyInverseTransposedTo(inverse);
    assertThat(inverse.data()).containsExactly(0.5f, -1f / 6, 0f, 1f / 3);
  }

  @Test
  void theShiftIsAShareOfTheLargestEntry() {
    DenseMatrix factor = DenseMatrix.zeros(2, 2);
    Cholesky.factor(DenseMatrix.wrap(2, 2, new float[] {0, 0, 0, 4}), 0.25).copyTo(factor);
    assertThat(factor.data()).containsExactly(1f, 0f, 0f, (float) Math.sqrt(5));
  }

  @Test
  void aMatrixOfZerosHasAFactorAndAnInverseOfZeros() {
    DenseMatrix out = DenseMatrix.zeros(2, 2);
    Cholesky zeros = Cholesky.factor(DenseMatrix.zeros(2, 2), 1e-6);
    zeros.copyTo(out);
    assertThat(out.data()).containsOnly(0f);
    zeros.copyInverseTransposedTo(out);
    assertThat(out.data()).containsOnly(0f);
  }
}
