package io.github.gmnn.cli;

import io.github.gmnn.io.Export;
import io.github.gmnn.model.SafeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that a command will write, checked before any work. */
final class OutputFiles {
  private final Path made;
  private final Map<Path, String> optionOf = new LinkedHashMap<>();

  /**
   * Names no file yet.
   *
   * @param made a folder that need not be there, since it is made before files are written; or null
   */
  OutputFiles(Path made) {
    this.made = made == null ? null : made.toAbsolutePath().normalize();
  }

  /** Writes the text of a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(Writer out) throws IOException;
  }

  /** One of several outputs. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * Writes several outputs: one that fails loses no other.
   *
   * @throws IOException the first failure, once all were tried
   */
  static void each(Step... steps) throws IOException {
    IOException failure = null;
    for (Step step : steps) {
      try {
        step.run();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Writes a text file, whole or not at all. */
  static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text));
  }

  /** Writes a file of results, whole or not at all. */
  static void write(Path file, Export export) throws IOException {
    write(file, (Content) export::writeTo);
  }

  /** Writes a text file, whole or not at all; what is no regular file is written into. */
  static void write(Path file, Content content) throws IOException {
    SafeFile.Content bytes =
        stream -> {
          Writer out = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
          content.writeTo(out);
          out.flush();
        };
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      try (OutputStream stream = Files.newOutputStream(file)) {
        bytes.writeTo(stream);
      } catch (IOException e) { // such as a pipe that nobody reads any more
        throw SafeFile.cannotWrite(file, e);
      }
    } else {
      SafeFile.write(file, bytes);
    }
  }

  /**
   * Makes sure that a file can be written, and that no other option names it.
   *
   * @param file the file, or null if the option is not there
   * @param option the option that names it
   * @return these
   */
  OutputFiles add(Path file, String option) {
    if (file == null) {
      return this;
    }
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          file + ": expected a file for " + option + ", found a folder");
    }
    String other = optionOf.putIfAbsent(file.toAbsolutePath().normalize(), option);
    if (other != null) {
      throw new IllegalArgumentException(
          file + ": expected a file of its own for " + option + ", found that of " + other);
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder.equals(made) && !Files.exists(folder)) {
      return this;
    }
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          file
              + ": expected a folder that is there for "
              + option
              + ", found "
              + (Files.exists(folder) ? "a file" : "nothing")
              + " named "
              + folder);
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new IllegalArgumentException(file + ": access denied");
    }
    return this;
  }
}
