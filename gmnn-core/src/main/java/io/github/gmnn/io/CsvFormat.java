package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Folders of nodes.csv and edges.csv. */
final class CsvFormat {
  private final Path folder;
  private final ReaderOptions options;
  private final Graph.Builder<String> builder = Graph.builder();
  private final Set<String> nodes = new HashSet<>();
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final List<String> train = new ArrayList<>();
  private final List<String> validation = new ArrayList<>();
  private final List<String> test = new ArrayList<>();

  private CsvFormat(Path folder, ReaderOptions options) throws DataFormatException {
    this.folder = folder;
    this.options = options;
  }

  static Dataset<String> read(Path folder, ReaderOptions options) throws IOException {
    CsvFormat format = new CsvFormat(folder, options);
    format.readNodes();
    format.readEdges();
    return Folder.dataset(
        folder, format.builder, format.labels, format.train, format.validation, format.test);
  }

  private void readNodes() throws IOException {
    try (CsvReader csv =
        new CsvReader(new LineReader(Folder.require(folder, "nodes.csv"), options))) {
      Header header = new Header(csv, "id");
      int id = header.column("id");
      int label = header.column("label");
      int split = header.column("split");
      int[] featureColumns = header.columnsExcept(id, label, split);
      if (featureColumns.length > 0) {
        builder.featureNames(header.names(featureColumns));
      }
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        header.checkWidth(csv.lines(), row);
        String node = row.get(id);
        if (node.isBlank()) {
          throw csv.lines().error("an id", "a blank one");
        }
        if (!nodes.add(node)) {
          throw csv.lines().error("each id once", DataFormatException.quote(node) + " again");
        }
        addNode(csv.lines(), node, row, featureColumns);
        addLabel(
            csv.lines(),
            node,
            label < 0 ? "" : row.get(label),
            split < 0 ? "train" : row.get(split).strip(),
            split >= 0);
      }
      if (nodes.isEmpty()) {
        throw csv.lines().error("nodes after the header", "the end of the file");
      }
    }
  }

  private void addNode(LineReader lines, String node, List<String> row, int[] featureColumns)
      throws DataFormatException {
    if (featureColumns.length == 0) {
      builder.addNode(node);
      return;
    }
    int[] indices = new int[featureColumns.length];
    float[] values = new float[featureColumns.length];
    int count = 0;
    for (int i = 0; i < featureColumns.length; i++) {
      String text = row.get(featureColumns[i]).strip();
      if (text.isEmpty()) {
        continue;
      }
      float value = (float) Numbers.parse(text, 0, text.length());
      if (!Float.isFinite(value)) {
        throw lines.error(
            "a finite number in column " + (featureColumns[i] + 1),
            DataFormatException.quote(text));
      }
      if (value != 0) {
        indices[count] = i;
        values[count++] = value;
      }
    }
    builder.addNode(node, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }

  private void addLabel(
      LineReader lines, String node, String label, String split, boolean splitGiven)
      throws DataFormatException {
    List<String> part =
        switch (split) {
          case "train" -> train;
          case "validation" -> validation;
          case "test" -> test;
          case "" -> null;
          default ->
              throw lines.error(
                  "train, validation, test or nothing as split", DataFormatException.quote(split));
        };
    if (!label.isBlank()) {
      labels.put(node, label);
      if (part != null) {
        part.add(node);
      }
    } else if (part != null && splitGiven) {
      throw lines.error(
          "a label on a node of the split", DataFormatException.quote(node) + " without");
    }
  }

  private void readEdges() throws IOException {
    try (CsvReader csv =
        new CsvReader(new LineReader(Folder.require(folder, "edges.csv"), options))) {
      Header header = new Header(csv, "source", "target");
      int source = header.column("source");
      int target = header.column("target");
      int weight = header.column("weight");
      int[] others = header.columnsExcept(source, target, weight);
      if (others.length > 0) {
        throw csv.lines()
            .error(
                "the columns source,target or source,target,weight",
                DataFormatException.quote(header.names(others).get(0)));
      }
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        header.checkWidth(csv.lines(), row);
        builder.addEdge(
            knownNode(csv.lines(), row.get(source)),
            knownNode(csv.lines(), row.get(target)),
            weight < 0 ? 1 : GmnnFormat.weight(csv.lines(), row.get(weight).strip()));
      }
    }
  }

  private String knownNode(LineReader lines, String node) throws DataFormatException {
    if (!nodes.contains(node)) {
      throw lines.error("an id of nodes.csv", DataFormatException.quote(node));
    }
    return node;
  }

  /** The first record, which names the columns. */
  private static final class Header {
    private final List<String> names;
    private final Map<String, Integer> columns = new HashMap<>();

    Header(CsvReader csv, String... required) throws IOException {
      List<String> row = csv.next();
      if (row == null) {
        throw DataFormatException.of(
            csv.lines().file(), "a header line with " + List.of(required), "an empty file", null);
      }
      names = row.stream().map(String::strip).toList();
      for (String name : names) {
        if (name.isEmpty() || columns.putIfAbsent(name, columns.size()) != null) {
          throw csv.lines()
              .error("distinct names of columns", DataFormatException.quote(name) + " again");
        }
      }
      for (String name : required) {
        if (column(name) < 0) {
          throw csv.lines()
              .error(
                  "a header line with the column '" + name + "'",
                  DataFormatException.quote(String.join(",", names)));
        }
      }
    }

    /** The position of a column, or -1. */
    int column(String name) {
      return columns.getOrDefault(name, -1);
    }

    int[] columnsExcept(int... known) {
      int[] others = new int[names.size()];
      int count = 0;
      for (int column = 0; column < names.size(); column++) {
        if (column != known[0] && column != known[1] && column != known[2]) {
          others[count++] = column;
        }
      }
      return Arrays.copyOf(others, count);
    }

    List<String> names(int[] positions) {
      return Arrays.stream(positions).mapToObj(names::get).toList();
    }

    void checkWidth(LineReader lines, List<String> row) throws DataFormatException {
      if (row.size() != names.size()) {
        throw lines.error(names.size() + " columns", row.size() + " columns");
      }
    }
  }
}
