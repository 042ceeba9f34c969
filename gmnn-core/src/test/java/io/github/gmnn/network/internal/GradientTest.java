package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class GradientTest {
  @Test
  void gradientsFromElsewhereAreAddedWithTheirLossAndWeight() {
    Gradient sum = new Gradient(2);
    sum.add(new float[] {1, 2}, 6, 3);
    sum.add(new float[] {10, 20}, 1, 4);
    Gradient twice = new Gradient(2);
    twice.add(sum);
    twice.add(sum);

    assertThat(sum.values()).containsExactly(11, 22);
    assertThat(sum.meanLoss()).isEqualTo(1);
    assertThat(twice.values()).containsExactly(22, 44);
    assertThat(twice.weight()).isEqualTo(14);
  }

  @Test
  void aGradientOfAnotherNetworkIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gradient(2).add(new float[3], 0, 0))
        .withMessage("cannot add a gradient of 3 parameters to one of 2");
  }
}
