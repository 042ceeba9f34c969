package io.github.gmnn.internal;

import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How messages, tables and terminals show text that comes from elsewhere. */
public final class Quote {
  private static final int LONGEST = 60;
  private static final int MOST = 10;

  private Quote() {}

  /** The object's text in quotes and printable, cut when long. */
  public static String of(@Nullable Object object) {
    String text = String.valueOf(object);
    return text.length() <= LONGEST
        ? "'" + printable(text) + "'"
        : "'" + printable(text.substring(0, LONGEST)) + "...' (" + text.length() + " characters)";
  }

  /** The first ten objects' texts as {@link #of} shows them, and how many there are if more. */
  public static String all(Collection<?> objects) {
    String first =
        objects.stream().limit(MOST).map(Quote::of).collect(Collectors.joining(", ", "[", "]"));
    return objects.size() <= MOST ? first : first + ", the first of " + objects.size();
  }

  /**
   * The text as part of one line that does nothing but be read: line ends, escapes of terminals,
   * what turns the direction of text and halves of characters are written as {@code \\u001b}.
   */
  public static String printable(String text) {
    if (text.codePoints().noneMatch(Quote::steers)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (steers(c)) {
                for (char half : Character.toChars(c)) {
                  shown.append(String.format("\\u%04x", (int) half));
                }
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }

  private static boolean steers(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
