package io.github.gmnn;

import io.github.gmnn.em.Temperature;
import io.github.gmnn.graph.FeatureScaler;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Predictor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What of a trainer's settings a model needs to predict. */
record ModelSettings(
    NetworkDefinition inference,
    NetworkDefinition learning,
    boolean attributesInLearning,
    Predictor predictor,
    FeatureScaler scaler,
    double temperature,
    List<KeyFormat<?>> keyFormats) {
  /** What is not layers, by name, as a file has it. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("featureScaling", scaler.scaling().name());
    options.put("predictor", predictor.name());
    options.put("attributesInLearning", "" + attributesInLearning);
    options.put("temperature", "" + temperature);
    return options;
  }

  /** Means and deviations of the training graph's features, as a file has them, or null. */
  float @Nullable [][] scales() {
    return scaler.scaling() == FeatureScaling.STANDARD
        ? new float[][] {scaler.means(), scaler.deviations()}
        : null;
  }

  /**
   * The settings of a file.
   *
   * @throws IllegalArgumentException if an option is missing or has a value it cannot have
   */
  static ModelSettings of(
      NetworkDefinition inference,
      NetworkDefinition learning,
      Map<String, String> options,
      float @Nullable [][] scales,
      List<KeyFormat<?>> keyFormats) {
    FeatureScaling scaling = choice(options, "featureScaling", List.of(FeatureScaling.values()));
    float[][] known = scales == null ? new float[2][0] : scales;
    if (known.length != 2) {
      throw new IllegalArgumentException(
          "expected means and deviations of the features, found " + known.length + " arrays");
    }
    return new ModelSettings(
        inference,
        learning,
        choice(options, "attributesInLearning", List.of(false, true)),
        choice(
            options,
            "predictor",
            List.of(Predictor.INFERENCE, Predictor.LEARNING, Predictor.PRODUCT)),
        FeatureScaler.of(scaling, known[0], known[1]),
        temperature(options.getOrDefault("temperature", "1")),
        keyFormats);
  }

  private static double temperature(String text) {
    try {
      double value = Double.parseDouble(text);
      if (value >= Temperature.LOWEST && value <= Temperature.HIGHEST) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "expected temperature to be in "
            + Temperature.LOWEST
            + ".."
            + Temperature.HIGHEST
            + ", found "
            + text);
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
