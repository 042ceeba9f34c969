package io.github.gmnn.layer;

import io.github.gmnn.testing.GraphLayerContract;

class MeanPoolingLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return MeanPoolingLayer.builder().nIn(5).build();
  }

  @Override
  public double lowestInput() {
    return 0.1; // the logarithm of a mean
  }
}
