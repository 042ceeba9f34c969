package io.github.gmnn.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The errors of a file, so that one run tells the first ten of them. */
final class RowErrors {
  static final int MOST = 10;

  private final List<DataFormatException> found = new ArrayList<>();

  /** Takes note of an error; the last that is told ends the reading. */
  void add(DataFormatException error) throws DataFormatException {
    found.add(error);
    if (found.size() == MOST) {
      throwIfAny();
    }
  }

  /**
   * Returns the next line that is not blank, or null at the end; what is no text ends the reading.
   */
  @Nullable String next(LineReader lines) throws IOException {
    try {
      return lines.next();
    } catch (DataFormatException e) {
      add(e);
      throwIfAny();
      throw e;
    }
  }

  /** Called at the end of a file, before another is read that may rest on it. */
  void throwIfAny() throws DataFormatException {
    if (found.isEmpty()) {
      return;
    }
    if (found.size() == 1) {
      throw found.get(0);
    }
    String all = found.stream().map(Throwable::getMessage).collect(Collectors.joining("\n"));
    throw new DataFormatException(
        found.size() < MOST ? all : all + "\n(nothing was read after " + MOST + " errors)",
        found.get(0));
  }
}
