package io.github.gmnn.layer;

import java.io.Serial;

/** See {@link GraphLayers#glorotUniform()}. */
final class GlorotUniform extends UniformWeights {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  double bound(double fanIn, double fanOut) {
    return Math.sqrt(6 / (fanIn + fanOut));
  }
}
