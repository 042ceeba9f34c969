package io.github.gmnn.cli.training;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Constants of the library's enums as words of the command line: {@code binary-row}. */
public final class Constants {
  private Constants() {}

  /** The word of a constant. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The words of all constants. */
  public static List<String> words(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants()).map(Constants::word).toList();
  }

  /**
   * The constant of a word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static <E extends Enum<E>> E parse(Class<E> type, String word) {
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equalsIgnoreCase(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "expected one of " + String.join(", ", words(type)) + ", found '" + word + "'");
  }
}
