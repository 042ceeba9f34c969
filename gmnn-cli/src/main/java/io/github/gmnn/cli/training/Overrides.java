package io.github.gmnn.cli.training;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings that replace those of a preset and of the kind of q.
 *
 * @param settings those that were given
 * @param learningRate learning rate of q and p, or null
 * @param epochs epochs of each M- and E-step, or null
 */
public record Overrides(Settings settings, Double learningRate, Integer epochs) {
  /** None at all. */
  public static final Overrides NONE = new Overrides(TrainerSettings.defaults(), null, null);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is out of range; the message names its option
   */
  public Overrides {
    check(
        learningRate == null || learningRate > 0 && learningRate < Double.POSITIVE_INFINITY,
        "--learning-rate",
        "positive and finite",
        learningRate);
    check(epochs == null || epochs >= 1, "--epochs", "at least 1", epochs);
  }

  private static void check(boolean right, String option, String range, Number value) {
    if (!right) {
      throw new IllegalArgumentException(option + " must be " + range + ", got " + value);
    }
  }

  /** Whether one is given that a kind of q brings along. */
  boolean haveWhatKindsBring() {
    return learningRate != null
        || TrainerSettings.ofDefaultLayers().stream().anyMatch(settings::isSet);
  }

  /** The options that a kind of q brings along. */
  static String whatKindsBring() {
    StringBuilder names = new StringBuilder();
    for (Setting<?> setting : TrainerSettings.ofDefaultLayers()) {
      setting.option().ifPresent(option -> names.append("--").append(option).append(", "));
    }
    return names.delete(names.length() - 2, names.length()) + " and --learning-rate";
  }

  /** Sets all but the learning rate, which belongs to an updater. */
  void applyTo(GmnnTrainer.Builder builder) {
    settings.given().forEach(builder::set);
    if (epochs != null) {
      builder.learningEpochs(epochs).inferenceEpochs(epochs);
    }
  }

  /** Those that are given, by the names of their options. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Setting<?> setting : TrainerSettings.all()) {
      if (settings.isSet(setting)) {
        Object value = settings.get(setting);
        map.put(
            setting.option().orElseThrow(),
            value instanceof Enum<?> constant ? ValueType.word(constant) : value);
      }
    }
    if (learningRate != null) {
      map.put("learning-rate", learningRate);
    }
    if (epochs != null) {
      map.put("epochs", epochs);
    }
    return map;
  }
}
