package io.github.gmnn.baseline.embedding;

import io.github.gmnn.internal.Checks;

/**
 * What the builders of all methods have.
 *
 * @param <B> the builder itself
 */
abstract class MethodBuilder<B extends MethodBuilder<B>> implements Cloneable {
  long seed = 1;
  int threads = Runtime.getRuntime().availableProcessors();

  MethodBuilder() {}

  /** Returns this builder as what it is. */
  @SuppressWarnings("unchecked") // B is the builder itself
  final B self() {
    return (B) this;
  }

  /** Returns a copy that calls of the builder no longer change: the settings of a method. */
  @SuppressWarnings("unchecked")
  final B copy() {
    try {
      return (B) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Sets the seed of all randomness; 1. */
  public B seed(long newSeed) {
    seed = newSeed;
    return self();
  }

  /** Sets the number of threads at most; all processors. Results do not depend on it. */
  public B threads(int count) {
    threads = Checks.atLeast(1, count, "threads");
    return self();
  }
}
