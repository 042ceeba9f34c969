package io.github.gmnn.io;

import io.github.gmnn.internal.Quote;
import java.io.IOException;

/**
 * Thrown if a file is not a model or checkpoint that this version can read: it is damaged, of
 * another kind, or from a newer version.
 */
public final class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 2_000;

  /**
   * Creates an exception.
   *
   * @param message what was expected and what was found; shown as one line
   */
  public ModelFormatException(String message) {
    super(oneLine(message));
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message what was expected and what was found; shown as one line
   * @param cause what it was noticed by
   */
  public ModelFormatException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Parts of a message come from the file: they steer no terminal and fill none. */
  private static String oneLine(String message) {
    return message.length() <= LONGEST
        ? Quote.printable(message)
        : Quote.printable(message.substring(0, LONGEST)) + "...";
  }
}
