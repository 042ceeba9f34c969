package io.github.gmnn.io;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a file's content is not what it should be. The message is one line that says what was
 * expected and what was found.
 *
 * <p>{@link DataFormatException} is for data, {@link ModelFormatException} for models and
 * checkpoints; every other {@link IOException} means that a file could not be read or written.
 */
public abstract sealed class FileFormatException extends IOException
    permits DataFormatException, ModelFormatException {
  private static final long serialVersionUID = 1L;

  FileFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
