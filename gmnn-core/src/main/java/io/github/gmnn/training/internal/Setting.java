package io.github.gmnn.training.internal;

import io.github.gmnn.internal.Checks;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a trainer, declared once: its name, its default, what values it takes, and how it
 * is printed. {@link Settings} holds the values.
 *
 * @param <T> the type of its values
 */
public final class Setting<T extends @Nullable Object> {
  private final String name;
  private final T defaultValue;
  private final UnaryOperator<T> check;
  private final Function<T, String> print;
  private final boolean decidesResult;

  private Setting(
      String name,
      T defaultValue,
      UnaryOperator<T> check,
      Function<T, String> print,
      boolean decidesResult) {
    this.name = name;
    this.defaultValue = defaultValue;
    this.check = check;
    this.print = print;
    this.decidesResult = decidesResult;
  }

  /**
   * Declares a setting.
   *
   * @param name its name, as the builder's method has it
   * @param defaultValue its default; may be null if that means something to the trainer
   */
  public static <T extends @Nullable Object> Setting<T> of(String name, T defaultValue) {
    return new Setting<>(
        name, defaultValue, value -> Objects.requireNonNull(value, name), Names::of, true);
  }

  /** Declares a whole number of at least {@code least}. */
  public static Setting<Integer> count(String name, int defaultValue, int least) {
    return of(name, defaultValue).checked(value -> Checks.atLeast(least, value, name));
  }

  /** Declares a probability in [0, 1). */
  public static Setting<Double> rate(String name, double defaultValue) {
    return of(name, defaultValue).checked(value -> Checks.dropRate(value, name));
  }

  /** Declares a finite number that is not negative. */
  public static Setting<Double> notNegative(String name, double defaultValue) {
    return of(name, defaultValue).checked(value -> Checks.notNegative(value, name));
  }

  /** Returns the same setting with another check, which may also copy the value. */
  public Setting<T> checked(UnaryOperator<T> newCheck) {
    return new Setting<>(name, defaultValue, newCheck, print, decidesResult);
  }

  /** Returns the same setting, printed by a function that is also given the default. */
  public Setting<T> printed(Function<T, String> newPrint) {
    return new Setting<>(name, defaultValue, check, newPrint, decidesResult);
  }

  /** Returns the same setting as one that results do not depend on; it is not printed. */
  public Setting<T> withoutInfluence() {
    return new Setting<>(name, defaultValue, check, print, false);
  }

  /** Returns its name. */
  public String name() {
    return name;
  }

  T defaultValue() {
    return defaultValue;
  }

  T checked(T value) {
    return check.apply(value);
  }

  String print(T value) {
    return print.apply(value);
  }

  boolean decidesResult() {
    return decidesResult;
  }

  @Override
  public String toString() {
    return name;
  }
}
