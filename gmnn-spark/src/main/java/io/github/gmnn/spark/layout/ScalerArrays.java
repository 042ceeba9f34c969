package io.github.gmnn.spark.layout;

import io.github.gmnn.graph.FeatureScaler;
import io.github.gmnn.graph.FeatureScaling;
import java.io.Serializable;

/** A {@link FeatureScaler} as it travels. */
public record ScalerArrays(FeatureScaling scaling, float[] means, float[] deviations)
    implements Serializable {
  public static ScalerArrays of(FeatureScaler scaler) {
    return new ScalerArrays(scaler.scaling(), scaler.means(), scaler.deviations());
  }

  public FeatureScaler scaler() {
    return FeatureScaler.of(scaling, means, deviations);
  }
}
