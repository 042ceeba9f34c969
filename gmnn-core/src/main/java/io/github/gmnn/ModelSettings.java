package io.github.gmnn;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;

/** What of a trainer's settings a model needs to predict. */
record ModelSettings(
    NetworkDefinition inference,
    NetworkDefinition learning,
    boolean attributesInLearning,
    Predictor predictor,
    FeatureScaling featureScaling) {
  static ModelSettings of(TrainerSettings settings) {
    return new ModelSettings(
        settings.inference(),
        settings.learning(),
        settings.attributesInLearning(),
        settings.predictor(),
        settings.featureScaling());
  }
}
