package io.github.gmnn.network;

/** What training changes, so that a loop can keep its best state and return to it. */
public interface Trainable {
  /** Returns a copy of all that training changes. */
  NetworkState state();

  /** Returns whether all parameters are finite numbers. */
  boolean isFinite();

  /**
   * Returns to a state taken from one of the same shape.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  void restore(NetworkState state);
}
