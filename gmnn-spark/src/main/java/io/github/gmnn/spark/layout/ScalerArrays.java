package io.github.gmnn.spark.layout;

import io.github.gmnn.graph.FeatureScaling;
import java.io.Serializable;

/** A {@link FeatureScaling.Fitted} as it travels. */
public record ScalerArrays(
    FeatureScaling scaling, float[] logScales, float[] means, float[] deviations)
    implements Serializable {
  public static ScalerArrays of(FeatureScaling.Fitted scaler) {
    return new ScalerArrays(
        scaler.scaling(), scaler.logScales(), scaler.means(), scaler.deviations());
  }

  public FeatureScaling.Fitted scaler() {
    return FeatureScaling.Fitted.of(scaling, logScales, means, deviations);
  }
}
