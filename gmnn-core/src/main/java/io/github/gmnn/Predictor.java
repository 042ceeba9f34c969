package io.github.gmnn;

/** Which network gives the final distributions. */
public enum Predictor {
  /** q, the inference network: the paper's choice and the default. */
  INFERENCE,
  /** p, the learning network, fed with the annotations of q. */
  LEARNING,
  /** The normalised product of both. */
  PRODUCT
}
