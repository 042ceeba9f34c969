package io.github.gmnn;

/** Which network gives the final distributions. */
public enum Predictor {
  /** The inference network: the paper's choice and the default. */
  Q,
  /** The learning network, fed with the annotations of q. */
  P,
  /** The normalised product of both. */
  PRODUCT
}
