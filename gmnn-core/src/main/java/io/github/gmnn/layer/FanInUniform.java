package io.github.gmnn.layer;

import java.io.Serial;

/**
 * Weights and biases uniform in ±1/sqrt(fan-in): how PyTorch starts its linear layers, and with it
 * many published networks. In a DL4J network, biases start as its configuration says.
 */
public final class FanInUniform extends UniformWeights {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  double bound(double fanIn, double fanOut) {
    return 1 / Math.sqrt(fanIn);
  }

  @Override
  double biasBound(double fanIn) {
    return 1 / Math.sqrt(fanIn);
  }
}
