package io.github.gmnn.io;

/**
 * Says that a file does not have the form it should have. The message is one line that names the
 * file, the line number, what was expected and what was found.
 */
public final class DataFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  DataFormatException(String message) {
    super(message);
  }

  DataFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
