package io.github.gmnn.training;

/** Who sets q's targets on the unlabelled nodes. */
public enum Teacher {
  /** p: the paper's EM. */
  LEARNING_NETWORK,
  /** q itself: self-training, the comparison method of the paper; p is not trained. */
  SELF,
  /**
   * q's distributions, smoothed over the graph: Z &lt;- (1 - a) Y + a Â Z, with the a that
   * validation nodes prefer. p is not trained.
   */
  SMOOTHING,
  /** In each E-step whichever of these is best on the validation nodes. */
  AUTO;

  /** Returns whether it teaches a fresh q in each E-step alone. */
  public boolean needsFreshInference() {
    return this == SMOOTHING || this == AUTO;
  }

  /** Returns whether p is trained. */
  public boolean needsLearningNetwork() {
    return this == LEARNING_NETWORK || this == AUTO;
  }
}
