package io.github.gmnn.training;

/** Who sets q's targets on the unlabelled nodes. */
public enum Teacher {
  /** p: the paper's EM. */
  LEARNING_NETWORK,
  /** q itself: self-training, the comparison method of the paper; p is not trained. */
  SELF
}
