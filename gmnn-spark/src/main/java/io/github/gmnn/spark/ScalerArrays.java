package io.github.gmnn.spark;

import io.github.gmnn.graph.FeatureScaler;
import io.github.gmnn.graph.FeatureScaling;
import java.io.Serializable;

/** A {@link FeatureScaler} as it travels. */
record ScalerArrays(FeatureScaling scaling, float[] means, float[] deviations)
    implements Serializable {
  static ScalerArrays of(FeatureScaler scaler) {
    return new ScalerArrays(scaler.scaling(), scaler.means(), scaler.deviations());
  }

  FeatureScaler scaler() {
    return FeatureScaler.of(scaling, means, deviations);
  }
}
