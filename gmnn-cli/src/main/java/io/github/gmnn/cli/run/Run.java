package io.github.gmnn.cli.run;

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
 * @param split the name of the split it was trained on; empty where there is one alone
 * @param seed the seed
 * @param metrics figures by name, in the order in which tables show them
 * @param trainSeconds the time of the training alone
 * @param msPerEpochQ median milliseconds of a training step of q; NaN without any
 * @param msPerEpochP median milliseconds of a training step of p; NaN without any
 * @param chosen what q was chosen to be, and what was tried; empty where nothing was
 * @param history the epochs; none for methods that have none
 * @param fitted what was trained; null where it was not kept
 */
public record Run(
    String split,
    long seed,
    Map<String, Double> metrics,
    double trainSeconds,
    double msPerEpochQ,
    double msPerEpochP,
    String chosen,
    List<EpochReport> history,
    TrainingOutcome<?> fitted) {
  public Run {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    history = List.copyOf(history);
  }

  /** A run of a trainer. */
  public static Run of(
      long seed,
      Map<String, Double> metrics,
      double trainSeconds,
      TrainingHistory history,
      TrainingOutcome<?> fitted) {
    return new Run(
        "",
        seed,
        metrics,
        trainSeconds,
        medianStep(history, true),
        medianStep(history, false),
        chosen(fitted),
        history.epochs(),
        fitted);
  }

  private static String chosen(TrainingOutcome<?> fitted) {
    return fitted == null || fitted.model() == null
        ? ""
        : fitted.model().provenance().settings().getOrDefault("inferenceChosen", "");
  }

  /** A run of a method that has no epochs, or that keeps none. */
  public static Run withoutEpochs(
      long seed, Map<String, Double> metrics, double trainSeconds, TrainingOutcome<?> fitted) {
    return new Run("", seed, metrics, trainSeconds, Double.NaN, Double.NaN, "", List.of(), fitted);
  }

  /** This run as one of a split. */
  Run ofSplit(String name) {
    return new Run(
        name, seed, metrics, trainSeconds, msPerEpochQ, msPerEpochP, chosen, history, fitted);
  }

  /** This run without what was trained, which may be large. */
  Run withoutFitted() {
    return new Run(
        split, seed, metrics, trainSeconds, msPerEpochQ, msPerEpochP, chosen, history, null);
  }

  private static double medianStep(TrainingHistory history, boolean ofQ) {
    return Statistics.median(
        history.epochs().stream()
            .filter(epoch -> (epoch.phase() != Phase.M_STEP) == ofQ)
            .mapToDouble(epoch -> epoch.step().toNanos() / 1e6));
  }
}
