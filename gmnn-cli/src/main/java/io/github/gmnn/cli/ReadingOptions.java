package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.internal.EdgeSummaries;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command reads its data. */
class ReadingOptions {
  @Option(
      names = "--directed",
      description = "Edges lead only from source to target. Default: they join both ends.")
  private boolean directed;

  @Option(
      names = "--edge-summaries",
      arity = "0..1",
      fallbackValue = "" + Long.MAX_VALUE,
      paramLabel = "TIME",
      description =
          "Add summaries of the edges at each node as features: how many there are, the sum, mean"
              + " and largest of each number, the share of each type, and of times the newest and"
              + " the mean gap. Edges after TIME, in the unit of the column, do not count.")
  private Long edgeSummaries;

  @Option(
      names = "--rename",
      paramLabel = "FROM=TO",
      split = ",",
      description =
          "Read columns of the CSV files by other names, such as account=id; separated by commas.")
  private Map<String, String> renamed = new LinkedHashMap<>();

  @Option(
      names = "--missing",
      paramLabel = "TEXT",
      split = ",",
      description =
          "Texts of CSV cells that mean no value, besides blank, NA, N/A, NaN, null and ?;"
              + " separated by commas.")
  private List<String> missing = new ArrayList<>();

  @Option(
      names = "--skip-unknown-edges",
      description =
          "Leave out edges of edges.csv whose ends are not in nodes.csv, and count them on stderr."
              + " Default: they are errors.")
  private boolean skipsUnknownEdges;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** What is read otherwise than by default, by the names of the options. */
  Map<String, Object> options() {
    Map<String, Object> options = new LinkedHashMap<>();
    if (directed) {
      options.put("directed", true);
    }
    if (edgeSummaries != null) {
      options.put("edgeSummaries", edgeSummaries == Long.MAX_VALUE ? true : edgeSummaries);
    }
    if (!renamed.isEmpty()) {
      options.put("rename", Map.copyOf(renamed));
    }
    if (!missing.isEmpty()) {
      options.put("missing", List.copyOf(missing));
    }
    if (skipsUnknownEdges) {
      options.put("skip-unknown-edges", true);
    }
    return options;
  }

  ReaderOptions readerOptions() {
    ReaderOptions options = new ReaderOptions().withMissing(missing.toArray(String[]::new));
    for (Map.Entry<String, String> column : renamed.entrySet()) {
      options = options.withRenamed(column.getKey(), column.getValue());
    }
    if (skipsUnknownEdges) {
      options = options.skippingUnknownEdges(this::tellOfSkipped);
    }
    return directed ? options.directed() : options;
  }

  private void tellOfSkipped(long count) {
    spec.commandLine()
        .getErr()
        .println("gmnn: " + count + " edges end at no node of nodes.csv; they are left out");
  }

  DataFolder read(Path folder) throws IOException {
    DataFolder read = DataFolder.read(folder, readerOptions());
    if (edgeSummaries == null) {
      return read;
    }
    Map<String, Dataset<String>> splits = new LinkedHashMap<>();
    read.splits()
        .forEach((name, data) -> splits.put(name, summarized(data, FeatureSchema.UNNAMED)));
    return new DataFolder(read.name(), splits);
  }

  /** Reads what a model is to be applied to. */
  Dataset<String> read(Path folder, GmnnModel<?> model) throws IOException {
    ReaderOptions asTrained =
        readerOptions().forModel(model.featureSchema(), model.edgeSchema(), model.classes());
    return summarized(DatasetReader.read(folder, asTrained), model.featureSchema());
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
