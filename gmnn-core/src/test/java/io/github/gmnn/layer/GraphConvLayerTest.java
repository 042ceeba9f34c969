package io.github.gmnn.layer;

import io.github.gmnn.testing.GradientCheck;
import io.github.gmnn.testing.GraphLayerContract;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.activations.Activation;

class GraphConvLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return GraphConvLayer.builder().nIn(5).nOut(3).dropOut(0.6).hasBias(true).build();
  }

  @ParameterizedTest
  @EnumSource(names = {"IDENTITY", "RELU", "LEAKYRELU", "ELU", "TANH", "SIGMOID", "GELU"})
  void gradientsAreRightThroughEveryActivation(Activation activation) {
    GradientCheck.of(GraphConvLayer.builder().nIn(5).nOut(3).activation(activation).build())
        .check();
  }
}
