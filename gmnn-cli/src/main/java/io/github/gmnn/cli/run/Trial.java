package io.github.gmnn.cli.run;

import io.github.gmnn.training.GmnnListener;

/** One training with one seed. Called from several threads at once. */
@FunctionalInterface
public interface Trial {
  /**
   * Trains and measures.
   *
   * @param seed fixes all randomness
   * @param threads how many threads the training may use
   * @param epochs told of every epoch
   */
  Run run(long seed, int threads, GmnnListener epochs);

  /** Whether runs go one after the other, each on all threads, rather than side by side. */
  default boolean wantsAllThreads() {
    return false;
  }
}
