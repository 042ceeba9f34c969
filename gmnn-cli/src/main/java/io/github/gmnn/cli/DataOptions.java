package io.github.gmnn.cli;

import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which data a command reads, and how. */
final class DataOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The data folder, or a folder of splits: s1, s2, ..., each a data folder.")
  private Path folder;

  @Option(
      names = "--directed",
      description = "Edges lead from source to target alone. Default: they join both ends.")
  private boolean directed;

  Path folder() {
    return folder;
  }

  /** What is read otherwise than by default, by the names of the options. */
  Map<String, Object> options() {
    return directed ? Map.of("directed", true) : Map.of();
  }

  ReaderOptions readerOptions() {
    ReaderOptions options = new ReaderOptions();
    return directed ? options.directed() : options;
  }

  DataFolder read() throws IOException {
    return DataFolder.read(folder, readerOptions());
  }
}
