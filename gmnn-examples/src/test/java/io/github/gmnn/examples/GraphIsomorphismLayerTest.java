package io.github.gmnn.examples;

import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.testing.GraphLayerContract;

class GraphIsomorphismLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return GraphIsomorphismLayer.builder().nIn(5).nOut(3).dropOut(0.5).build();
  }
}
