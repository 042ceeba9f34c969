package io.github.gmnn.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes small data folders for tests; {@code \t} and line ends stand in the text as they are. */
final class DataFolder {
  private final Path path;

  DataFolder(Path path) {
    this.path = path;
  }

  /** A complete folder in the format of the published code: two pairs and one isolated node. */
  static DataFolder gmnn(Path path) throws IOException {
    return new DataFolder(path)
        .with("net.txt", "a\tb\t1\nb\ta\t1\nc\td\t2.5\ne\te\t1\n")
        .with("feature.txt", "a\t0:1.0 3:0.5\nb\t2:1\nc\t0:1\n")
        .with("label.txt", "a\tx\nb\ty\nc\tx\nd\ty\ne\tz\n")
        .with("train.txt", "a\nb\n")
        .with("dev.txt", "c\n")
        .with("test.txt", "d\n");
  }

  DataFolder with(String name, String text) throws IOException {
    return with(name, text.getBytes(StandardCharsets.UTF_8));
  }

  DataFolder with(String name, byte[] bytes) throws IOException {
    Files.write(path.resolve(name), bytes);
    return this;
  }

  DataFolder without(String name) throws IOException {
    Files.delete(path.resolve(name));
    return this;
  }

  /** Replaces every file by its compressed form. */
  DataFolder compressed() throws IOException {
    try (var files = Files.list(path)) {
      for (Path file : files.toList()) {
        try (OutputStream out =
            new GZIPOutputStream(Files.newOutputStream(path.resolve(file.getFileName() + ".gz")))) {
          Files.copy(file, out);
        }
        Files.delete(file);
      }
    }
    return this;
  }

  Path path() {
    return path;
  }
}
