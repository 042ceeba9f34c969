package io.github.gmnn.training;

import java.util.List;
import java.util.OptionalDouble;

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
   * Returns the best validation metric of a phase; empty if there was no validation or no such
   * epoch.
   */
  public OptionalDouble bestValidation(Phase phase) {
    return epochs(phase).stream().flatMapToDouble(report -> report.validation().stream()).max();
  }

  @Override
  public String toString() {
    return "TrainingHistory("
        + epochs.size()
        + " epochs, "
        + (completed ? "completed" : "stopped before its end")
        + ")";
  }
}
