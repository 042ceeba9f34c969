package io.github.gmnn.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Rows themselves: see {@link OneMachineTest}. */
class PredictionRowsTest {
  @Test
  void logitsThatAreNotFiniteAreRefused() {
    assertThat(PredictionRows.softmax(new float[] {1, 1, 0, -1000}, 2, 1))
        .containsExactly(0.5f, 0.5f, 1, 0);
    for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> PredictionRows.softmax(new float[] {1, 1, value, 0}, 2, 1))
          .isInstanceOf(ArithmeticException.class)
          .hasMessageContaining("not finite");
    }
  }
}
