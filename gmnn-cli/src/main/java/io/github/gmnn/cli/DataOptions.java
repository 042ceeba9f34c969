package io.github.gmnn.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which data a command reads, and how. */
final class DataOptions extends ReadingOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The data folder, or a folder of splits: s1, s2, ..., each a data folder.")
  private Path folder;

  Path folder() {
    return folder;
  }

  DataFolder read() throws IOException {
    return read(folder);
  }
}
