package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.network.internal.NetworkState;
import org.junit.jupiter.api.Test;

class FreePosteriorTest {
  private final FreePosterior q = new FreePosterior(3, 2);

  private static DenseMatrix matrix(float... values) {
    return DenseMatrix.wrap(3, 2, values);
  }

  @Test
  void itHoldsTheLogarithmsOfWhatItWasSetTo() {
    double change = q.set(matrix(0.25f, 0.75f, 9, 9, 1, 0), new int[] {0, 2});
    double rare = Math.log(1e-9);
    double[] expected = {Math.log(0.25), Math.log(0.75), 0, 0, 0, rare};
    for (int i = 0; i < 6; i++) {
      assertThat((double) q.logits().data()[i]).isCloseTo(expected[i], within(1e-5));
    }
    assertThat(change).isCloseTo(-(Math.log(0.25) + Math.log(0.75) + rare) / 4, within(1e-5));
    assertThat(q.set(matrix(0.25f, 0.75f, 9, 9, 1, 0), new int[] {0, 2})).isZero();
    assertThat(q.logits(RowSet.of(3, new int[] {1})).data()).isEqualTo(q.logits().data());
  }

  @Test
  void aStateIsACopyToReturnTo() {
    q.set(matrix(0.25f, 0.75f, 0.5f, 0.5f, 1, 0), new int[] {0, 1, 2});
    float[] before = q.logits().data().clone();
    NetworkState state = q.state();
    q.set(matrix(0.5f, 0.5f, 0.25f, 0.75f, 0, 1), new int[] {0, 1, 2});
    assertThat(q.logits().data()).isNotEqualTo(before);
    q.restore(state);
    assertThat(q.logits().data()).isEqualTo(before);
    assertThat(q.isFinite()).isTrue();
    q.set(matrix(Float.NaN, 0, 0, 0, 0, 0), new int[] {0});
    assertThat(q.isFinite()).isFalse();
  }
}
