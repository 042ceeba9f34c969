package io.github.gmnn;

import java.io.IOException;

/**
 * Says that a file is not a model (or checkpoint) that this version can read: damaged, of another
 * kind, or written by a newer version. The message is one line that says what was expected and what
 * was found.
 */
public final class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  ModelFormatException(String message) {
    super(message);
  }

  ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
