package io.github.gmnn.cli;

import io.github.gmnn.Predictions;
import io.github.gmnn.embedding.NodeEmbeddings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.SerializationFeature;
import picocli.CommandLine.Option;

/** Where results go; all commands have these options. */
public final class OutputOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write the table as Markdown and pictures as PNG into this folder.")
  private Path out;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results as JSON; - prints them instead of the table.")
  private Path json;

  @Option(
      names = "--spreadsheet",
      description =
          "Put ' before cells of CSV that begin with =, +, -, @, a tab or a line end: a spreadsheet"
              + " would compute them.")
  private boolean spreadsheet;

  @Option(names = "--quiet", description = "Show no progress.")
  private boolean quiet;

  public boolean quiet() {
    return quiet;
  }

  /**
   * Writes predictions: as JSON lines where the file's name ends so, else as CSV.
   *
   * @param level the level of the prediction sets that are written with them; null for none
   */
  void write(Predictions<?> predictions, Path file, Double level) throws IOException {
    if (endsWith(file, ".jsonl")) {
      OutputFiles.write(
          file, level == null ? predictions.jsonLines() : predictions.jsonLinesWithSets(level));
    } else if (level != null) {
      OutputFiles.write(file, predictions.csvWithSets(level, spreadsheet));
    } else {
      OutputFiles.write(file, spreadsheet ? predictions.csvForSpreadsheets() : predictions.csv());
    }
  }

  /** Writes embeddings: as JSON lines or CSV where the file's name ends so, else as TSV. */
  void write(NodeEmbeddings<?> embeddings, Path file) throws IOException {
    if (endsWith(file, ".jsonl")) {
      OutputFiles.write(file, embeddings.jsonLines());
    } else if (endsWith(file, ".csv")) {
      OutputFiles.write(file, spreadsheet ? embeddings.csvForSpreadsheets() : embeddings.csv());
    } else {
      embeddings.writeTsv(file);
    }
  }

  private static boolean endsWith(Path file, String ending) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  /** The folder of pictures and tables, or null. */
  public Path folder() {
    return out;
  }

  private boolean jsonToStdout() {
    return json != null && json.toString().equals("-");
  }

  /**
   * Makes sure before any work that the results can be written.
   *
   * @return the files named so far
   */
  public OutputFiles prepare() {
    if (out != null) {
      Path there = out.toAbsolutePath().normalize();
      while (!Files.exists(there)) {
        there = there.getParent(); // made once there are results
      }
      if (!Files.isDirectory(there)) {
        throw new IllegalArgumentException(
            out + ": expected a folder for --out, found the file " + there);
      }
      if (!Files.isWritable(there)) {
        throw new IllegalArgumentException(out + ": access denied");
      }
    }
    return new OutputFiles(out).add(jsonToStdout() ? null : json, "--json");
  }

  /**
   * Prints and writes the results.
   *
   * @param name the name of the table's file, without its ending
   * @param table the results as text
   * @param results the entries of the JSON
   */
  void write(String name, String table, List<?> results, PrintWriter stdout) throws IOException {
    OutputFiles.each(
        () -> {
          if (out != null) {
            Files.createDirectories(out);
            OutputFiles.write(out.resolve(name + ".md"), table);
          }
        },
        () -> {
          if (json != null) {
            String text =
                new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(Map.of("results", results));
            if (jsonToStdout()) {
              stdout.println(text);
            } else {
              OutputFiles.write(json, text + "\n");
            }
          }
        },
        () -> {
          if (!jsonToStdout()) {
            stdout.print(table);
          }
          stdout.flush();
        });
  }
}
