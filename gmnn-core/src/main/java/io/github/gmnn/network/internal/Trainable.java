package io.github.gmnn.network.internal;

import org.jspecify.annotations.Nullable;

/** What training changes, so that a loop can keep its best state and return to it. */
public interface Trainable {
  /** Returns a copy of all that training changes. */
  NetworkState state();

  /**
   * Returns the same, in the arrays of an earlier state where that saves making them: a fit keeps
   * its best epoch often, and all that training changes may be megabytes.
   *
   * @param spent what this object gave earlier and nobody reads any more, or null
   */
  default NetworkState state(@Nullable NetworkState spent) {
    return state();
  }

  /**
   * Lets the first updates after every new start of the updaters be small ones, growing to whole
   * ones: parameters that have learned already would be lost while updaters know nothing yet. Does
   * nothing where there are no updaters.
   *
   * @param updates how many are small
   */
  default void warmUp(int updates) {}

  /** Returns whether all parameters are finite numbers. */
  boolean isFinite();

  /**
   * Returns to a state taken from one of the same shape.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  void restore(NetworkState state);
}
