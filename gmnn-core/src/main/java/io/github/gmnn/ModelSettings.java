package io.github.gmnn;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Settings;

/** What of a trainer's settings a model needs to predict. */
record ModelSettings(
    NetworkDefinition inference,
    NetworkDefinition learning,
    boolean attributesInLearning,
    Predictor predictor,
    FeatureScaling featureScaling) {
  static ModelSettings of(Settings settings) {
    return new ModelSettings(
        TrainerSettings.inference(settings),
        TrainerSettings.learning(settings),
        settings.get(TrainerSettings.ATTRIBUTES_IN_LEARNING),
        settings.get(TrainerSettings.PREDICTOR),
        settings.get(TrainerSettings.FEATURE_SCALING));
  }
}
