package io.github.gmnn;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.internal.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of a trainer's settings a model needs to predict. */
record ModelSettings(
    NetworkDefinition inference,
    NetworkDefinition learning,
    boolean attributesInLearning,
    Predictor predictor,
    FeatureScaling featureScaling) {
  /** What a model is made of whose predictor is settled, whatever the settings left open. */
  static ModelSettings of(Settings settings, Predictor predictor) {
    return new ModelSettings(
        TrainerSettings.inference(settings),
        TrainerSettings.learning(settings),
        settings.get(TrainerSettings.ATTRIBUTES_IN_LEARNING),
        predictor,
        settings.get(TrainerSettings.FEATURE_SCALING));
  }

  /** What is not layers, by name, as a file has it. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("featureScaling", featureScaling.name());
    options.put("predictor", predictor.name());
    options.put("attributesInLearning", "" + attributesInLearning);
    return options;
  }

  /**
   * The settings of a file.
   *
   * @throws IllegalArgumentException if an option is missing or has a value it cannot have
   */
  static ModelSettings of(
      NetworkDefinition inference, NetworkDefinition learning, Map<String, String> options) {
    return new ModelSettings(
        inference,
        learning,
        choice(options, "attributesInLearning", List.of(false, true)),
        Predictor.named(options.get("predictor")),
        choice(options, "featureScaling", List.of(FeatureScaling.values())));
  }

  private static <T> T choice(Map<String, String> options, String name, List<T> values) {
    String found = options.get(name);
    for (T value : values) {
      if (value.toString().equals(found)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "expected " + name + " to be one of " + values + ", found " + found);
  }
}
