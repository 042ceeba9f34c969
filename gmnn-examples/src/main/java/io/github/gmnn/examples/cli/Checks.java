package io.github.gmnn.examples.cli;

/** Checks of options. */
final class Checks {
  private Checks() {}

  static void atLeast(int minimum, int value, String option) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          option + " must be at least " + minimum + ", got " + value);
    }
  }
}
