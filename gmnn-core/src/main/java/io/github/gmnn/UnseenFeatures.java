package io.github.gmnn;

/** What a prediction on another graph does with features that were not there in training. */
public enum UnseenFeatures {
  /**
   * Leaves them out, since there are no weights for them, says so in the log and counts them in
   * {@link Predictions#unseenFeatures()}.
   */
  LEAVE_OUT,

  /** Throws an exception that names one. */
  REFUSE
}
