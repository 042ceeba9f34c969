package io.github.gmnn.training;

/** The phases of training. */
public enum Phase {
  /** q learns from the labelled nodes alone (Eq. 11). */
  PRE_TRAINING,
  /** p learns from the annotations of q (Eq. 14). */
  M_STEP,
  /** q learns from the predictions of p and from the labels (Eq. 12). */
  E_STEP
}
