package io.github.gmnn.io;

import java.io.IOException;

/**
 * Says that a file is not a model or checkpoint that this version can read: damaged, of another
 * kind, or written by a newer version.
 */
public final class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what was expected and what was found, in one line
   */
  public ModelFormatException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message what was expected and what was found, in one line
   * @param cause what it was noticed by
   */
  public ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
