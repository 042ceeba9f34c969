package io.github.gmnn.training;

/** The phases of training. */
public enum Phase {
  /** q learns from the labelled nodes alone (Eq. 11). */
  PRE_TRAINING,
  /** p learns from the annotations of q (Eq. 14). */
  M_STEP,
  /** q learns from the predictions of p and from the labels (Eq. 12). */
  E_STEP;

  /**
   * Returns the phase as people say it, such as {@code E-step 2}.
   *
   * @param iteration the EM iteration, from 1; ignored in pre-training
   */
  public String describe(int iteration) {
    return switch (this) {
      case PRE_TRAINING -> "pre-training of q";
      case M_STEP -> "M-step " + iteration;
      case E_STEP -> "E-step " + iteration;
    };
  }

  /**
   * A phase that a fit will run.
   *
   * @param phase the phase
   * @param iteration the EM iteration, from 1; 0 in pre-training
   * @param epochs how many epochs it has at most: it may end sooner, by patience or because it is
   *     stopped
   */
  public record Planned(Phase phase, int iteration, int epochs) {}
}
