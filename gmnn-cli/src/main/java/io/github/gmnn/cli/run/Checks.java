package io.github.gmnn.cli.run;

/** Checks of options. */
public final class Checks {
  private Checks() {}

  public static void atLeast(int minimum, int value, String option) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          option + " must be at least " + minimum + ", got " + value);
    }
  }
}
