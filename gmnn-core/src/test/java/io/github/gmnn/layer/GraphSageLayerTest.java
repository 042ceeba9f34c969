package io.github.gmnn.layer;

import io.github.gmnn.testing.GraphLayerContract;
import org.nd4j.linalg.activations.Activation;

class GraphSageLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return GraphSageLayer.builder().nIn(5).nOut(3).dropOut(0.6).activation(Activation.ELU).build();
  }
}
