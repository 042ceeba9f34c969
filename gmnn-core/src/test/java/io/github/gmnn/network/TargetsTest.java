package io.github.gmnn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private final DenseMatrix distributions = DenseMatrix.zeros(100, 2);
  private final int[] nodes = {70, 3, 4};

  @Test
  void theNodesThatCountAreTheRows() {
    Targets targets = Targets.of(distributions, nodes, null);
    assertThat(targets.nodes()).containsExactly(70, 3, 4);
    assertThat(targets.rows()).isEqualTo(RowSet.of(100, new int[] {3, 4, 70}));
    assertThat(targets.weights()).containsExactly(1f, 1f, 1f);
  }

  @Test
  void aNodeWeighsTheExpectedWeightOfItsClass() {
    distributions.set(70, 0, 0.25f);
    distributions.set(70, 1, 0.75f);
    distributions.set(3, 0, 1f);
    distributions.set(4, 1, 1f);
    Targets targets = Targets.of(distributions, nodes, new float[] {2f, 6f});
    assertThat(targets.weights()).containsExactly(5f, 2f, 6f);
  }

  @Test
  void weightsOfTheCallersOwnAreTaken() {
    float[] weights = {0.5f, 7f, 1f};
    assertThat(Targets.weighted(distributions, nodes, weights).weights()).isEqualTo(weights);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.weighted(distributions, nodes, new float[2]))
        .withMessage("expected a weight for each of 3 nodes, got 2");
  }

  @Test
  void nobodyToLearnFromIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.of(distributions, new int[0], null))
        .withMessageContaining("at least one node");
  }
}
