package io.github.gmnn.cli.run;

/** One training with one seed. Called from several threads at once. */
@FunctionalInterface
public interface Trial {
  /**
   * Trains and measures.
   *
   * @param seed fixes all randomness
   * @param threads how many threads the training may use
   */
  Run run(long seed, int threads);

  /** Whether runs go one after the other, each on all threads, rather than side by side. */
  default boolean wantsAllThreads() {
    return false;
  }
}
