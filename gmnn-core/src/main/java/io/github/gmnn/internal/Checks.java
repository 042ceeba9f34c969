package io.github.gmnn.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks arguments. All messages have one form: the name, the range, the value. */
public final class Checks {
  private Checks() {}

  /**
   * Checks that a condition on an argument holds.
   *
   * @param holds the condition
   * @param name the argument's name
   * @param range what the argument must be, such as "in (0, 1]"
   * @param value the argument
   * @throws IllegalArgumentException if it does not hold
   */
  public static void argument(boolean holds, String name, String range, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(name + " must be " + range + ", got " + value);
    }
  }

  /** Returns a value that is at least the minimum. */
  public static int atLeast(int minimum, int value, String name) {
    return (int) atLeast((long) minimum, (long) value, name);
  }

  /** Returns a value that is at least the minimum. */
  public static long atLeast(long minimum, long value, String name) {
    argument(value >= minimum, name, "at least " + minimum, value);
    return value;
  }

  /** Returns a value from a minimum to a maximum, both included. */
  public static int between(int minimum, int maximum, int value, String name) {
    argument(value >= minimum && value <= maximum, name, "in " + minimum + ".." + maximum, value);
    return value;
  }

  /** Returns a value that is above 0 and finite. */
  public static double positive(double value, String name) {
    argument(value > 0 && value < Double.POSITIVE_INFINITY, name, "positive and finite", value);
    return value;
  }

  /** Returns a value that is 0 or more and finite. */
  public static double notNegative(double value, String name) {
    argument(
        value >= 0 && value < Double.POSITIVE_INFINITY, name, "finite and not negative", value);
    return value;
  }

  /** Returns a value from 0 to 1, both included. */
  public static double share(double value, String name) {
    argument(value >= 0 && value <= 1, name, "in [0, 1]", value);
    return value;
  }

  /** Returns a probability to drop something: from 0 to 1, which is excluded. */
  public static double dropRate(double value, String name) {
    argument(value >= 0 && value < 1, name, "in [0, 1)", value);
    return value;
  }

  /** Returns a copy of names, none of them blank or given twice. */
  public static List<String> distinctNames(List<String> names, String what) {
    List<String> copy = List.copyOf(names);
    Set<String> seen = new HashSet<>();
    for (String name : copy) {
      if (name.isBlank() || !seen.add(name)) {
        throw new IllegalArgumentException(
            what
                + " must have distinct names that are not blank, got "
                + Quote.of(name)
                + (name.isBlank() ? "" : " twice"));
      }
    }
    return copy;
  }
}
