package io.github.gmnn.training;

/** Which network gives the final distributions. */
public enum Predictor {
  /** q, the inference network: the paper's choice and the default. */
  INFERENCE,
  /** p, the learning network, fed with the annotations of q. */
  LEARNING,
  /** The normalised product of both. */
  PRODUCT,
  /**
   * Whichever of these is best on the validation nodes; q on ties or without any. The model says
   * which it is.
   */
  AUTO
}
