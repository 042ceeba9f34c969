package io.github.gmnn.cli;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.internal.EdgeSummaries;
import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

  @Option(
      names = "--edge-summaries",
      arity = "0..1",
      fallbackValue = "" + Long.MAX_VALUE,
      paramLabel = "TIME",
      description =
          "Add what the edges at each node add up to as features: how many, sum, mean and largest"
              + " of each number on them, the share of each type, and of times the newest and the"
              + " mean gap. Edges after TIME, in the unit of the column, do not count.")
  private Long edgeSummaries;

  Path folder() {
    return folder;
  }

  /** What is read otherwise than by default, by the names of the options. */
  Map<String, Object> options() {
    Map<String, Object> options = new LinkedHashMap<>();
    if (directed) {
      options.put("directed", true);
    }
    if (edgeSummaries != null) {
      options.put("edgeSummaries", edgeSummaries == Long.MAX_VALUE ? true : edgeSummaries);
    }
    return options;
  }

  ReaderOptions readerOptions() {
    ReaderOptions options = new ReaderOptions();
    return directed ? options.directed() : options;
  }

  DataFolder read() throws IOException {
    DataFolder read = DataFolder.read(folder, readerOptions());
    if (edgeSummaries == null) {
      return read;
    }
    Map<String, Dataset<String>> splits = new LinkedHashMap<>();
    read.splits()
        .forEach((name, data) -> splits.put(name, summarized(data, FeatureSchema.UNNAMED)));
    return new DataFolder(read.name(), splits);
  }

  /** The data with summaries of edges, if they are asked for or a model has them. */
  <K> Dataset<K> summarized(Dataset<K> data, FeatureSchema ofModel) {
    boolean known = EdgeSummaries.areAmong(ofModel.names());
    if (edgeSummaries == null && !known) {
      return data;
    }
    long asOf = edgeSummaries == null ? Long.MAX_VALUE : edgeSummaries;
    return new Dataset<>(
        data.name(), data.graph().withEdgeSummaries(ofModel, asOf), data.testLabels());
  }
}
