package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.ndarray.INDArray;

class InitialResidualConvLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return InitialResidualConvLayer.builder()
        .nIn(4)
        .depth(3)
        .alpha(0.2)
        .lambda(1)
        .convolutionDropout(0.3)
        .activation(Activation.TANH)
        .build();
  }

  @Test
  void gradientsAreRightInADeepStack() {
    GradientCheck.of(InitialResidualConvLayer.builder().nIn(6).depth(16).build())
        .inputsBetween(0, 1)
        .check();
  }

  @Test
  void inputComesThroughWhereNothingIsConvolved() {
    Adjacency graph = RandomInputs.graph(8, 3, RandomStream.of(1));
    INDArray input = Nd4jArrays.toNd4j(RandomInputs.dense(8, 4, 0, 1, RandomStream.of(2)));
    INDArray output =
        Networks.output(
            InitialResidualConvLayer.builder().depth(5).alpha(1).lambda(1e-9).build(),
            graph,
            input);
    assertThat(output.equalsWithEps(input, 1e-6)).isTrue();
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> InitialResidualConvLayer.builder().depth(0).build())
        .hasMessage("depth must be in 1..10000, got 0");
    assertThatThrownBy(() -> InitialResidualConvLayer.builder().alpha(1.5).build())
        .hasMessage("alpha must be in [0, 1], got 1.5");
    assertThatThrownBy(() -> InitialResidualConvLayer.builder().lambda(0).build())
        .hasMessageContaining("positive and finite, got 0");
    assertThatThrownBy(() -> InitialResidualConvLayer.builder().convolutionDropout(1).build())
        .hasMessageContaining("[0, 1), got 1");
  }
}
