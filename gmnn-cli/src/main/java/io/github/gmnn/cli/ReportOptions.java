package io.github.gmnn.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Whether a command writes a page, and where. */
final class ReportOptions {
  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write one HTML page that needs no network: accuracy and its interval, a map of the"
              + " graph, learning curves, confusion, reliability, the most confident errors and"
              + " why, settings.")
  private Path file;

  boolean wanted() {
    return file != null;
  }

  /** Makes sure before any work that the page can be written. */
  OutputFiles addTo(OutputFiles outputs) {
    return outputs.add(file, "--report");
  }

  /**
   * Writes the page, if it is wanted.
   *
   * @param page makes it of the words of the command line
   */
  void write(CommandSpec spec, Function<List<String>, String> page) throws IOException {
    if (file != null) {
      OutputFiles.write(
          file, page.apply(spec.root().commandLine().getParseResult().originalArgs()));
    }
  }
}
