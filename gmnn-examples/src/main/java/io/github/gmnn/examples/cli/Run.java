package io.github.gmnn.examples.cli;

import io.github.gmnn.EpochReport;
import io.github.gmnn.Phase;
import io.github.gmnn.TrainingHistory;
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
 * @param history the epochs, or none for methods without
 */
record Run(long seed, Map<String, Double> metrics, double trainSeconds, TrainingHistory history) {
  Run {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /** A run of a method that has no epochs. */
  static Run withoutEpochs(long seed, Map<String, Double> metrics, double trainSeconds) {
    return new Run(seed, metrics, trainSeconds, new TrainingHistory(List.of(), true));
  }

  /** Milliseconds of each training step of q. */
  double[] stepsOfQ() {
    return steps(true);
  }

  /** Milliseconds of each training step of p. */
  double[] stepsOfP() {
    return steps(false);
  }

  private double[] steps(boolean ofQ) {
    return history.epochs().stream()
        .filter(epoch -> (epoch.phase() != Phase.M_STEP) == ofQ)
        .map(EpochReport::step)
        .mapToDouble(step -> step.toNanos() / 1e6)
        .toArray();
  }
}
