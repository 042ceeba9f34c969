package io.github.gmnn.examples.cli;

import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TrainingHistory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one training with one seed brought.
 *
 * @param seed the seed
 * @param metrics figures by name, in the order in which tables show them
 * @param trainSeconds the time of the training alone
 * @param msPerEpochQ median milliseconds of a training step of q; NaN without any
 * @param msPerEpochP median milliseconds of a training step of p; NaN without any
 * @param history the epochs; none for methods that have none
 */
record Run(
    long seed,
    Map<String, Double> metrics,
    double trainSeconds,
    double msPerEpochQ,
    double msPerEpochP,
    List<EpochReport> history) {
  Run {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    history = List.copyOf(history);
  }

  /** A run of a trainer. */
  static Run of(
      long seed, Map<String, Double> metrics, double trainSeconds, TrainingHistory history) {
    return new Run(
        seed,
        metrics,
        trainSeconds,
        medianStep(history, true),
        medianStep(history, false),
        history.epochs());
  }

  /** A run of a method that has no epochs. */
  static Run withoutEpochs(long seed, Map<String, Double> metrics, double trainSeconds) {
    return new Run(seed, metrics, trainSeconds, Double.NaN, Double.NaN, List.of());
  }

  private static double medianStep(TrainingHistory history, boolean ofQ) {
    return Statistics.median(
        history.epochs().stream()
            .filter(epoch -> (epoch.phase() != Phase.M_STEP) == ofQ)
            .mapToDouble(epoch -> epoch.step().toNanos() / 1e6));
  }
}
