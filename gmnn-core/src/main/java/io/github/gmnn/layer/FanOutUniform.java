package io.github.gmnn.layer;

import java.io.Serial;

/**
 * Weights uniform in ±1/sqrt(fan-out): the initialisation of the published GMNN and GCN
 * implementations, and the default of all graph layers.
 */
public final class FanOutUniform extends UniformWeights {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  double bound(double fanIn, double fanOut) {
    return 1 / Math.sqrt(fanOut);
  }
}
