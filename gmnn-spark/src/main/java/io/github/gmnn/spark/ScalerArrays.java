package io.github.gmnn.spark;

import io.github.gmnn.graph.FeatureScaling;
import java.io.Serializable;

/** A {@link FeatureScaling.Fitted} as it travels. */
record ScalerArrays(FeatureScaling scaling, float[] means, float[] deviations)
    implements Serializable {
  static ScalerArrays of(FeatureScaling.Fitted scaler) {
    return new ScalerArrays(scaler.scaling(), scaler.means(), scaler.deviations());
  }

  FeatureScaling.Fitted scaler() {
    return FeatureScaling.Fitted.of(scaling, means, deviations);
  }
}
