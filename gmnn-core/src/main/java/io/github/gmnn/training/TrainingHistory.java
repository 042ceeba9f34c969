package io.github.gmnn.training;

import java.util.List;

/**
 * How a model was trained.
 *
 * @param epochs every epoch, in order
 * @param completed false if the fit was stopped by a listener or an interrupt
 */
public record TrainingHistory(List<EpochReport> epochs, boolean completed) {
  /** Copies the list. */
  public TrainingHistory {
    epochs = List.copyOf(epochs);
  }

  /** Returns the epochs of one phase, over all EM iterations. */
  public List<EpochReport> epochs(Phase phase) {
    return epochs.stream().filter(report -> report.phase() == phase).toList();
  }

  /**
   * Returns the best validation metric of a phase, or NaN if there was no validation or no such
   * epoch.
   */
  public double bestValidation(Phase phase) {
    return epochs(phase).stream()
        .mapToDouble(EpochReport::validation)
        .filter(value -> !Double.isNaN(value))
        .max()
        .orElse(Double.NaN);
  }
}
