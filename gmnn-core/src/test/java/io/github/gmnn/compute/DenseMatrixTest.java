package io.github.gmnn.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DenseMatrixTest {
  @Test
  void elementsLieRowAfterRow() {
    float[] data = {1, 2, 3, 4, 5, 6};
    DenseMatrix matrix = DenseMatrix.wrap(2, 3, data);
    assertThat(matrix.get(1, 0)).isEqualTo(4);
    matrix.set(0, 2, 9);
    assertThat(data).containsExactly(1, 2, 9, 4, 5, 6);
    assertThat(matrix.data()).isSameAs(data);
  }

  @Test
  void aCopyIsItsOwn() {
    DenseMatrix matrix = DenseMatrix.wrap(1, 2, new float[] {1, 2});
    DenseMatrix copy = matrix.copy();
    matrix.fill(7);
    assertThat(copy.data()).containsExactly(1, 2);
    matrix.copyFrom(copy);
    assertThat(matrix.data()).containsExactly(1, 2);
  }

  @Test
  void arraysOfRowsAreCopies() {
    DenseMatrix matrix = DenseMatrix.wrap(2, 3, new float[] {1, 2, 3, 4, 5, 6.5f});
    float[][] floats = matrix.toFloats();
    assertThat(floats).isDeepEqualTo(new float[][] {{1, 2, 3}, {4, 5, 6.5f}});
    assertThat(matrix.toDoubles()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6.5}});
    floats[0][0] = 9;
    assertThat(matrix.get(0, 0)).isEqualTo(1);
    assertThat(DenseMatrix.zeros(2, 0).toDoubles()).isDeepEqualTo(new double[2][0]);
  }

  @Test
  void badSizesAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenseMatrix.zeros(-1, 2))
        .withMessage("matrix sizes must not be negative, got -1 x 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenseMatrix.zeros(100_000, 100_000))
        .withMessageContaining("10000000000 elements");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenseMatrix.wrap(2, 2, new float[3]))
        .withMessage("a 2 x 2 matrix needs 4 values, got 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenseMatrix.zeros(2, 2).copyFrom(DenseMatrix.zeros(2, 3)))
        .withMessage("cannot copy DenseMatrix(2 x 3) into DenseMatrix(2 x 2)");
  }
}
