package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DropoutMaskTest {
  @ParameterizedTest
  @CsvSource({"0.6, 7", "0.6, 64", "0.1, 3", "0.95, 16", "0.5, 1"})
  void elementsAreDroppedAtTheRateAndTheOthersScaled(double rate, int columns) {
    int rows = 400_000 / columns;
    DenseMatrix ones = DenseMatrix.zeros(rows, columns);
    ones.fill(1f);
    DenseMatrix out = DenseMatrix.zeros(rows, columns);
    DropoutMask mask = new DropoutMask(rate, rows, columns);
    mask.draw(RandomStream.of(1), RowSet.all(rows), Workers.sequential());
    mask.apply(ones, out, Workers.sequential());
    int dropped = 0;
    int[] droppedInColumn = new int[columns];
    for (int i = 0; i < out.data().length; i++) {
      float value = out.data()[i];
      if (value == 0f) {
        dropped++;
        droppedInColumn[i % columns]++;
      } else {
        assertThat(value).isEqualTo((float) (1 / (1 - rate)));
      }
    }
    assertThat((double) dropped / out.data().length).isCloseTo(rate, within(0.005));
    for (int count : droppedInColumn) {
      assertThat((double) count / rows).isCloseTo(rate, within(0.03));
    }
  }

  @Test
  void rowsOfAPartDropWhatTheyDropInTheWhole() {
    DenseMatrix whole = drawn(RandomStream.of(3), 40);
    DenseMatrix part = drawn(RandomStream.of(3).forRows(new int[] {31, 8}), 2);
    for (int c = 0; c < 11; c++) {
      assertThat(part.get(0, c)).isEqualTo(whole.get(31, c));
      assertThat(part.get(1, c)).isEqualTo(whole.get(8, c));
    }
  }

  private static DenseMatrix drawn(RandomStream random, int rows) {
    DenseMatrix ones = DenseMatrix.zeros(rows, 11);
    ones.fill(1f);
    DropoutMask mask = new DropoutMask(0.5, rows, 11);
    mask.draw(random, RowSet.all(rows), Workers.sequential());
    mask.apply(ones, ones, Workers.sequential());
    return ones;
  }
}
