package io.github.gmnn.training.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A type of values that text can name: how a command line, a parameter of Spark's or a file gives
 * one.
 *
 * @param javaType the class of its values
 * @param label what stands for a value in a help text
 * @param choices all values, if they are few and have names
 * @param reader makes a value of a text
 */
public record ValueType<T>(
    Class<T> javaType, String label, List<T> choices, Function<String, T> reader) {
  static final ValueType<Integer> COUNT =
      new ValueType<>(Integer.class, "N", List.of(), number("a whole number", Integer::valueOf));
  static final ValueType<Long> SEED =
      new ValueType<>(Long.class, "S", List.of(), number("a whole number", Long::valueOf));
  static final ValueType<Double> RATE = real("RATE");
  static final ValueType<Boolean> FLAG =
      new ValueType<>(Boolean.class, "FLAG", List.of(true, false), ValueType::flag);

  static ValueType<Double> real(String label) {
    return new ValueType<>(Double.class, label, List.of(), number("a number", Double::valueOf));
  }

  static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    return new ValueType<>(
        type, "KIND", List.of(type.getEnumConstants()), text -> constant(type, text));
  }

  private static <T> Function<String, T> number(String what, Function<String, T> parse) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("expected " + what + ", found '" + text + "'", e);
      }
    };
  }

  private static Boolean flag(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.valueOf(text);
    }
    throw new IllegalArgumentException("expected true or false, found '" + text + "'");
  }

  /** Takes {@code BINARY_ROW} and {@code binary-row} for the same. */
  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text.replace('-', '_'))) {
        return constant;
      }
    }
    String names =
        String.join(", ", Arrays.stream(type.getEnumConstants()).map(ValueType::word).toList());
    throw new IllegalArgumentException("expected one of " + names + ", found '" + text + "'");
  }

  /** Returns the word of a constant, as people type it: {@code binary-row}. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns a value as one of this type: as it is, or by its text.
   *
   * @throws IllegalArgumentException if it is none
   */
  T of(Object value) {
    return javaType.isInstance(value) ? javaType.cast(value) : reader.apply(value.toString());
  }
}
