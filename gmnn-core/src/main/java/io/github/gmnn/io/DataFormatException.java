package io.github.gmnn.io;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a data file does not have the expected form. The message is a line that names the file,
 * the line number, what was expected and what was found; where several lines of a file are wrong,
 * one for each of the first ten.
 */
public final class DataFormatException extends IOException {
  private static final long serialVersionUID = 1;
  private static final int LONGEST_QUOTE = 60;

  private boolean ofRow;

  /**
   * Creates an exception.
   *
   * @param message the file, the line number, what was expected and what was found, in one line
   * @param cause what it was noticed by, or null
   */
  public DataFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Something wrong with a file or folder as a whole. */
  static DataFormatException of(
      Path file, String expected, String found, @Nullable Throwable cause) {
    return new DataFormatException(
        visible(file.toString()) + ": expected " + expected + ", found " + found, cause);
  }

  /** Something wrong with one line. */
  static DataFormatException of(Path file, long line, String expected, String found) {
    return at(file + ", line " + line, expected, found);
  }

  /** Something wrong with one row, such that the next one can be read nevertheless. */
  static DataFormatException ofRow(String position, String expected, String found) {
    DataFormatException error = at(position, expected, found);
    error.ofRow = true;
    return error;
  }

  /** Whether the next row can be read nevertheless. */
  boolean isOfRow() {
    return ofRow;
  }

  /** Something wrong at a place that has a name. */
  static DataFormatException at(String position, String expected, String found) {
    return new DataFormatException(
        visible(position) + ": expected " + expected + ", found " + found, null);
  }

  /** Text from a file, fit for a message: in quotes, short, and without control characters. */
  static String quote(String text) {
    return text.length() <= LONGEST_QUOTE
        ? "'" + visible(text) + "'"
        : "'" + visible(text.substring(0, LONGEST_QUOTE)) + "...'";
  }

  static String visible(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              if (Character.isISOControl(c)
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR
                  || type == Character.FORMAT
                  || type == Character.SURROGATE) {
                out.append(String.format("\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
