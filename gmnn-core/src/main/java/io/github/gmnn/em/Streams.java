package io.github.gmnn.em;

import io.github.gmnn.compute.RandomStream;

/**
 * The names of the random streams of a fit, beside those of its epochs. All parts of the library
 * that run EM draw from the same ones, so that a graph in parts is fitted like one that is not.
 */
public final class Streams {
  private Streams() {}

  /** Returns the randomness of q's first weights. */
  public static RandomStream initialInference(RandomStream ofFit) {
    return ofFit.derive("initial q");
  }

  /** Returns the randomness of p's first weights. */
  public static RandomStream initialLearning(RandomStream ofFit) {
    return ofFit.derive("initial p");
  }

  /**
   * Returns the randomness of annotations.
   *
   * @param ofFit the randomness of the fit
   * @param iteration the EM iteration
   */
  public static RandomStream annotation(RandomStream ofFit, int iteration) {
    return ofFit.derive("annotation").derive(iteration);
  }
}
