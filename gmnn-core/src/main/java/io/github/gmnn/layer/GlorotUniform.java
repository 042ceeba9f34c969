package io.github.gmnn.layer;

import java.io.Serial;

/**
 * Weights uniform in ±sqrt(6 / (fan-in + fan-out)), Glorot and Bengio 2010: what most published
 * graph networks start from.
 */
public final class GlorotUniform extends UniformWeights {
  @Serial private static final long serialVersionUID = 1L;

  @Override
  double bound(double fanIn, double fanOut) {
    return Math.sqrt(6 / (fanIn + fanOut));
  }
}
