package io.github.gmnn.search;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of scores, a line for each fit that ended. A line that was cut off or is none is not
 * taken, so that its fit is done again, and neither is a score that no metric gives. What is not
 * taken costs no memory, however long its line is.
 */
final class ScoreLog {
  private static final Pattern LINE = Pattern.compile("([0-9a-f-]{36})\t([0-9.E-]{1,30});");
  private static final int LONGEST_LINE = 80;

  private final Path file;
  private boolean endsInLine;

  /**
   * Names the file, which need not be there yet.
   *
   * @throws IllegalArgumentException if it is something else than a file
   */
  ScoreLog(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "expected a file to keep scores in, found something else: " + file);
    }
    this.file = file;
  }

  /** Returns the scores by what their fits are known by. */
  Map<String, Double> read() {
    Map<String, Double> scores = new HashMap<>();
    if (!Files.exists(file)) {
      return scores;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      byte[] line = new byte[LONGEST_LINE];
      int length = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n') {
          take(new String(line, 0, Math.min(length, line.length), StandardCharsets.UTF_8), scores);
          length = 0;
        } else {
          if (length < line.length) {
            line[length] = (byte) next;
          }
          length = Math.min(length + 1, line.length + 1);
        }
      }
      endsInLine = length > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
    return scores;
  }

  private static void take(String line, Map<String, Double> scores) {
    Matcher match = LINE.matcher(line);
    if (!match.matches()) {
      return;
    }
    try {
      double score = Double.parseDouble(match.group(2));
      if (score >= 0 && score <= 1) {
        scores.put(match.group(1), score);
      }
    } catch (NumberFormatException notTaken) {
      return; // such as 1.2.3
    }
  }

  /** Adds the score of a fit; after a line that was cut off, on one of its own. */
  void append(String id, double score) {
    String line = (endsInLine ? "\n" : "") + id + "\t" + score + ";\n";
    endsInLine = false;
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }
}
