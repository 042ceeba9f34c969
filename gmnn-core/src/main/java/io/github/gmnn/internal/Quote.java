package io.github.gmnn.internal;

import org.jspecify.annotations.Nullable;

/** How messages name a key or a label. */
public final class Quote {
  private static final int LONGEST = 60;

  private Quote() {}

  /** The object's text in quotes, cut when long. */
  public static String of(@Nullable Object object) {
    String text = String.valueOf(object);
    return text.length() <= LONGEST
        ? "'" + text + "'"
        : "'" + text.substring(0, LONGEST) + "...' (" + text.length() + " characters)";
  }
}
