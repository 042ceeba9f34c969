package io.github.gmnn.cli;

import io.github.gmnn.cli.run.Result;
import io.github.gmnn.cli.run.ResultTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.SerializationFeature;
import picocli.CommandLine.Option;

/** Where results go; all commands have these options. */
final class OutputOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write the table as Markdown and pictures as PNG into this folder.")
  private Path out;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results as JSON; - prints them in place of the table.")
  private Path json;

  @Option(names = "--quiet", description = "Show no progress.")
  private boolean quiet;

  boolean quiet() {
    return quiet;
  }

  /** The folder of pictures and tables, or null. */
  Path folder() {
    return out;
  }

  private boolean jsonToStdout() {
    return json != null && json.toString().equals("-");
  }

  /** Makes sure before any work that the results can be written. */
  void prepare() throws IOException {
    if (out != null) {
      if (Files.exists(out) && !Files.isDirectory(out)) {
        throw new IllegalArgumentException(out + ": expected a folder for --out, found a file");
      }
      Files.createDirectories(out);
    }
    if (json != null && !jsonToStdout()) {
      if (Files.isDirectory(json)) {
        throw new IllegalArgumentException(json + ": expected a file for --json, found a folder");
      }
      Files.createDirectories(json.toAbsolutePath().getParent());
    }
  }

  /** Prints and writes the results. */
  void write(String name, List<Result> results, PrintWriter stdout) throws IOException {
    String table = ResultTable.of(results);
    if (out != null) {
      Files.writeString(out.resolve(name + ".md"), table);
    }
    if (json != null) {
      String text =
          new ObjectMapper()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(Map.of("results", results.stream().map(Result::toJson).toList()));
      if (jsonToStdout()) {
        stdout.println(text);
      } else {
        Files.writeString(json, text + "\n");
      }
    }
    if (!jsonToStdout()) {
      stdout.print(table);
    }
    stdout.flush();
  }
}
