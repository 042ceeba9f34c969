package io.github.gmnn.io;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;

/**
 * Writes results as text: those of {@code Predictions.csv()}, {@code NodeEmbeddings.jsonLines()}
 * and the like. Nothing is made before it is written, row by row.
 */
public interface Export {
  /**
   * Writes a file in UTF-8. At every moment, a loss of power included, the path holds the whole old
   * file or the whole new one.
   *
   * @param file where to; a file there is replaced
   * @throws IOException if it cannot be written, or a text has half a surrogate pair, which UTF-8
   *     has no way to say
   */
  void writeTo(Path file) throws IOException;

  /**
   * Writes to a stream of the application's own.
   *
   * @param out where to; flushed, not closed
   * @throws IOException if that fails
   */
  void writeTo(Writer out) throws IOException;
}
