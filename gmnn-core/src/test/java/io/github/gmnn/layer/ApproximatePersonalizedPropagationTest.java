package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.TextGraphs;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class ApproximatePersonalizedPropagationTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return ApproximatePersonalizedPropagation.builder()
        .nIn(4)
        .iterations(3)
        .teleport(0.2)
        .dropOut(0.6)
        .build();
  }

  @Test
  void manyIterationsReachPersonalizedPageRank() {
    // two joined nodes: Â is 1/2 everywhere, and PageRank solves Z = (1 - α) Â Z + α H
    INDArray output =
        Networks.output(
            ApproximatePersonalizedPropagation.builder().iterations(100).teleport(0.2).build(),
            TextGraphs.parse("a-b").adjacency(),
            Nd4j.createFromArray(new float[][] {{1f}, {0f}}));
    assertThat(output.getDouble(0, 0)).isCloseTo(0.6, within(1e-6));
    assertThat(output.getDouble(1, 0)).isCloseTo(0.4, within(1e-6));
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> ApproximatePersonalizedPropagation.builder().iterations(0).build())
        .hasMessage("iterations must be in 1..10000, got 0");
    assertThatThrownBy(() -> ApproximatePersonalizedPropagation.builder().teleport(0).build())
        .hasMessage("teleport must be in (0, 1], got 0.0");
  }
}
