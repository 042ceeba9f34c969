package io.github.gmnn.cli.training;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.Calibration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings that replace those of a preset and of the kind of q; null for those that stay.
 *
 * @param hidden units of hidden layers
 * @param dropout dropout of inputs
 * @param learningRate learning rate of q and p
 * @param weightDecay L2 penalty
 * @param pretrainEpochs epochs of q before EM
 * @param epochs epochs of each M- and E-step
 * @param emIterations how often M and E alternate
 * @param scaling how features are scaled
 * @param calibration what the temperature of probabilities is chosen on
 */
public record Overrides(
    Integer hidden,
    Double dropout,
    Double learningRate,
    Double weightDecay,
    Integer pretrainEpochs,
    Integer epochs,
    Integer emIterations,
    FeatureScaling scaling,
    Calibration calibration) {
  /** None at all. */
  public static final Overrides NONE =
      new Overrides(null, null, null, null, null, null, null, null, null);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is out of range; the message names its option
   */
  public Overrides {
    check(hidden == null || hidden >= 1, "--hidden", "at least 1", hidden);
    check(dropout == null || dropout >= 0 && dropout < 1, "--dropout", "in [0, 1)", dropout);
    check(
        learningRate == null || learningRate > 0 && learningRate < Double.POSITIVE_INFINITY,
        "--learning-rate",
        "positive and finite",
        learningRate);
    check(
        weightDecay == null || weightDecay >= 0 && weightDecay < Double.POSITIVE_INFINITY,
        "--weight-decay",
        "at least 0 and finite",
        weightDecay);
    check(
        pretrainEpochs == null || pretrainEpochs >= 1,
        "--pretrain-epochs",
        "at least 1",
        pretrainEpochs);
    check(epochs == null || epochs >= 1, "--epochs", "at least 1", epochs);
    check(emIterations == null || emIterations >= 0, "--em-iterations", "at least 0", emIterations);
  }

  private static void check(boolean right, String option, String range, Number value) {
    if (!right) {
      throw new IllegalArgumentException(option + " must be " + range + ", got " + value);
    }
  }

  /** Those that are set, by the names of their options. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("hidden", hidden);
    map.put("dropout", dropout);
    map.put("learning-rate", learningRate);
    map.put("weight-decay", weightDecay);
    map.put("pretrain-epochs", pretrainEpochs);
    map.put("epochs", epochs);
    map.put("em-iterations", emIterations);
    map.put("scaling", scaling == null ? null : Constants.word(scaling));
    map.put("calibration", calibration == null ? null : Constants.word(calibration));
    map.values().removeIf(value -> value == null);
    return map;
  }
}
