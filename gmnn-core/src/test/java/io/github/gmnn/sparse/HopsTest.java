package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.DecoupledConvLayer;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HopsTest {
  private static final int NODES = 11;

  /** More columns than are propagated at once, and no multiple of them. */
  private static final int COLUMNS = 71;

  private final LinearOperator operator =
      RandomInputs.graph(NODES, 2, RandomStream.of(1)).normalized();
  private final CsrMatrix features = RandomInputs.sparse(NODES, COLUMNS, -1, 1, RandomStream.of(2));

  private static DenseMatrix dense(CsrMatrix matrix) {
    DenseMatrix dense = DenseMatrix.zeros(matrix.rows(), matrix.columns());
    for (int row = 0; row < matrix.rows(); row++) {
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        dense.set(row, matrix.columnIndex(e), matrix.value(e));
      }
    }
    return dense;
  }

  private DenseMatrix power(DenseMatrix in, int exponent) {
    DenseMatrix power = in;
    for (int k = 0; k < exponent; k++) {
      DenseMatrix next = DenseMatrix.zeros(in.rows(), in.columns());
      operator.apply(power, next, Workers.sequential());
      power = next;
    }
    return power;
  }

  private static DenseMatrix[] scratch() {
    return new DenseMatrix[] {DenseMatrix.zeros(NODES, COLUMNS), DenseMatrix.zeros(NODES, COLUMNS)};
  }

  private DenseMatrix applied(DecoupledConvLayer.Hops hops, DenseMatrix in) {
    DenseMatrix out = DenseMatrix.zeros(NODES, hops.width(COLUMNS));
    hops.apply(operator, in, out, scratch(), Workers.sequential());
    return out;
  }

  private static void assertClose(DenseMatrix actual, DenseMatrix expected) {
    assertThat(actual.columns()).isEqualTo(expected.columns());
    for (int i = 0; i < expected.data().length; i++) {
      assertThat(actual.data()[i]).isCloseTo(expected.data()[i], within(1e-6f));
    }
  }

  @Test
  void theMeanIsOverTheHopsWithAShareForTheNodeItself() {
    DenseMatrix in = dense(features);
    DenseMatrix expected = DenseMatrix.zeros(NODES, COLUMNS);
    for (int i = 0; i < expected.data().length; i++) {
      float hops = power(in, 1).data()[i] + power(in, 2).data()[i] + power(in, 3).data()[i];
      expected.data()[i] = 0.25f * in.data()[i] + 0.75f * hops / 3;
    }
    assertClose(applied(new DecoupledConvLayer.Hops(3, 0.25, false), in), expected);
  }

  @Test
  void sideBySideTheNearestHopComesFirst() {
    DenseMatrix in = dense(features);
    DenseMatrix expected = DenseMatrix.zeros(NODES, 3 * COLUMNS);
    for (int k = 1; k <= 3; k++) {
      DenseMatrix power = power(in, k);
      for (int row = 0; row < NODES; row++) {
        for (int c = 0; c < COLUMNS; c++) {
          expected.set(row, (k - 1) * COLUMNS + c, power.get(row, c));
        }
      }
    }
    assertClose(applied(new DecoupledConvLayer.Hops(3, 0, true), in), expected);
  }

  @ParameterizedTest
  @CsvSource({"1, 0, false", "4, 0.3, false", "1, 0, true", "3, 0, true"})
  void sparseAndDenseFeaturesGiveTheSame(int count, double ownShare, boolean sideBySide) {
    DecoupledConvLayer.Hops hops = new DecoupledConvLayer.Hops(count, ownShare, sideBySide);
    CsrMatrix propagated = hops.apply(operator, features, Workers.of(2));
    assertClose(dense(propagated), applied(hops, dense(features)));
    for (int row = 0; row < NODES; row++) {
      for (int e = propagated.rowStart(row); e < propagated.rowEnd(row); e++) {
        assertThat(propagated.value(e)).isNotZero();
      }
    }
  }

  /** ⟨P x, y⟩ = ⟨x, Pᵀ y⟩. */
  @ParameterizedTest
  @CsvSource({"1, 0, false", "4, 0.3, false", "1, 0, true", "3, 0, true"})
  void theTransposeIsOne(int count, double ownShare, boolean sideBySide) {
    DecoupledConvLayer.Hops hops = new DecoupledConvLayer.Hops(count, ownShare, sideBySide);
    DenseMatrix x = RandomInputs.dense(NODES, COLUMNS, -1, 1, RandomStream.of(3));
    DenseMatrix y = RandomInputs.dense(NODES, hops.width(COLUMNS), -1, 1, RandomStream.of(4));
    DenseMatrix transposed = DenseMatrix.zeros(NODES, COLUMNS);
    transposed.fill(7f); // what was there before does not count
    hops.applyTransposed(operator, y, transposed, scratch(), Workers.sequential());
    assertThat(dot(x, transposed)).isCloseTo(dot(applied(hops, x), y), within(1e-3));
  }

  private static double dot(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.data().length; i++) {
      sum += a.data()[i] * b.data()[i];
    }
    return sum;
  }

  @Test
  void settingsThatMeanNothingAreRefused() {
    assertThatThrownBy(() -> new DecoupledConvLayer.Hops(0, 0, false))
        .hasMessage("hops must be in 1..10000, got 0");
    assertThatThrownBy(() -> new DecoupledConvLayer.Hops(1, 2, false))
        .hasMessageContaining("ownShare");
    assertThatThrownBy(() -> new DecoupledConvLayer.Hops(1, 0.5, true))
        .hasMessageContaining("it must be 0 side by side, got 0.5");
  }
}
