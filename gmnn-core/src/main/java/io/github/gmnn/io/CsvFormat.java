package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Folders of nodes.csv and edges.csv. */
final class CsvFormat {
  /** Larger whole numbers are not told apart as doubles. */
  private static final double MAX_TIME = 1L << 53;

  private final Path folder;
  private final ReaderOptions options;
  private final Graph.Builder<String> builder = Graph.builder();
  private final Set<String> nodes = new HashSet<>();
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final List<String> train = new ArrayList<>();
  private final List<String> validation = new ArrayList<>();
  private final List<String> test = new ArrayList<>();

  private CsvFormat(Path folder, ReaderOptions options) {
    this.folder = folder;
    this.options = options;
  }

  static Dataset<String> read(Path folder, ReaderOptions options) throws IOException {
    CsvFormat format = new CsvFormat(folder, options);
    format.readNodes();
    format.readEdges();
    return Folder.dataset(
        folder,
        options,
        format.builder,
        format.labels,
        format.train,
        format.validation,
        format.test);
  }

  private void readNodes() throws IOException {
    List<ColumnEncoder> encoders = encoders();
    Map<String, Integer> features = new LinkedHashMap<>();
    RowSink sink = new RowSink(features);
    encoders.forEach(encoder -> encoder.declare(sink));
    try (CsvReader csv = open("nodes.csv")) {
      Header header = new Header(csv, "id");
      int id = header.column("id");
      int label = header.column("label");
      int split = header.column("split");
      int[] columns = header.columnsExcept(id, label, split);
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        header.checkWidth(csv.lines(), row);
        String node = row.get(id);
        if (node.isBlank()) {
          throw csv.lines().error("an id", "a blank one");
        }
        if (!nodes.add(node)) {
          throw csv.lines().error("each id once", DataFormatException.quote(node) + " again");
        }
        for (int i = 0; i < columns.length; i++) {
          encoders.get(i).encode(csv, row.get(columns[i]).strip(), sink);
        }
        sink.addNode(node);
        addLabel(
            csv.lines(),
            node,
            label < 0 ? "" : row.get(label),
            split < 0 ? "train" : row.get(split).strip().toLowerCase(Locale.ROOT),
            split >= 0);
      }
      if (nodes.isEmpty()) {
        throw csv.lines().error("nodes after the header", "the end of the file");
      }
    }
    if (!features.isEmpty()) {
      builder.featureNames(List.copyOf(features.keySet()));
    }
  }

  private CsvReader open(String name) throws IOException {
    return new CsvReader(new LineReader(Folder.require(folder, name), options));
  }

  /** How each column that describes nodes becomes features. */
  private List<ColumnEncoder> encoders() throws IOException {
    List<ColumnEncoder> encoders = new ArrayList<>();
    if (options.isForModel()) {
      for (String column : nodeColumns()) {
        encoders.add(ColumnEncoder.ofModel(column, options.featureNames()));
      }
    } else {
      for (ColumnStatistics statistics : statistics()) {
        encoders.add(ColumnEncoder.learned(statistics, options.standardizesNumbers()));
      }
    }
    return encoders;
  }

  /** Describes the columns that describe nodes. */
  static List<Column> columns(Path folder, ReaderOptions options) throws IOException {
    List<Column> columns = new ArrayList<>();
    for (ColumnStatistics statistics : new CsvFormat(folder, options).statistics()) {
      columns.add(statistics.describe());
    }
    return List.copyOf(columns);
  }

  private List<String> nodeColumns() throws IOException {
    try (CsvReader csv = open("nodes.csv")) {
      Header header = new Header(csv, "id");
      return header.names(nodeColumns(header));
    }
  }

  private static int[] nodeColumns(Header header) {
    return header.columnsExcept(
        header.column("id"), header.column("label"), header.column("split"));
  }

  /** Reads all cells to learn what the columns are; once more if there are words to count. */
  private List<ColumnStatistics> statistics() throws IOException {
    List<ColumnStatistics> all = ColumnStatistics.of(nodeColumns());
    if (all.isEmpty()) {
      return all;
    }
    forEachRow((csv, cells) -> addTo(all, csv, cells));
    List<Integer> texts = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).kind() == Column.Kind.TEXT) {
        texts.add(i);
      }
    }
    if (!texts.isEmpty()) {
      forEachRow((csv, cells) -> texts.forEach(i -> all.get(i).addWords(cells[i])));
    }
    return all;
  }

  private static void addTo(List<ColumnStatistics> all, CsvReader csv, String[] cells) {
    for (int i = 0; i < cells.length; i++) {
      all.get(i).add(csv, cells[i]);
    }
  }

  private void forEachRow(BiConsumer<CsvReader, String[]> action) throws IOException {
    try (CsvReader csv = open("nodes.csv")) {
      Header header = new Header(csv, "id");
      int[] columns = nodeColumns(header);
      String[] cells = new String[columns.length];
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        header.checkWidth(csv.lines(), row);
        for (int i = 0; i < columns.length; i++) {
          cells[i] = row.get(columns[i]).strip();
        }
        action.accept(csv, cells);
      }
    }
  }

  /** Collects the features of one node after another. */
  private final class RowSink implements ColumnEncoder.Sink {
    private final Map<String, Integer> features;
    private int[] indices = new int[16];
    private float[] values = new float[16];
    private int count;

    RowSink(Map<String, Integer> features) {
      this.features = features;
    }

    @Override
    public void declare(String feature) {
      features.putIfAbsent(feature, features.size());
    }

    @Override
    public void add(String feature, double value) {
      declare(feature);
      if (count == indices.length) {
        indices = Arrays.copyOf(indices, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      indices[count] = features.get(feature);
      values[count++] = (float) value;
    }

    void addNode(String node) {
      if (features.isEmpty()) {
        builder.addNode(node);
      } else {
        builder.addNode(node, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
      }
      count = 0;
    }
  }

  private void addLabel(
      LineReader lines, String node, String label, String split, boolean splitGiven)
      throws DataFormatException {
    List<String> part =
        switch (split) {
          case "train" -> train;
          case "validation", "valid", "val", "dev" -> validation;
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
    try (CsvReader csv = open("edges.csv")) {
      Header header = new Header(csv, "source", "target");
      int source = header.column("source");
      int target = header.column("target");
      int weight = header.column("weight");
      int type = header.column("type");
      int time = header.column("time");
      int[] others = header.columnsExcept(source, target, weight, type, time);
      if (others.length > 0) {
        throw csv.lines()
            .error(
                "no columns but source, target, weight, type and time",
                DataFormatException.quote(header.names(others).get(0)));
      }
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        LineReader lines = csv.lines();
        header.checkWidth(lines, row);
        String from = knownNode(lines, row.get(source));
        String to = knownNode(lines, row.get(target));
        double weighs = weight < 0 ? 1 : GmnnFormat.weight(lines, row.get(weight).strip());
        String ofType = type < 0 ? null : type(lines, row.get(type).strip());
        if (time >= 0) {
          builder.addEdge(from, to, ofType, weighs, time(lines, row.get(time).strip()));
        } else if (ofType != null) {
          builder.addEdge(from, to, ofType, weighs);
        } else {
          builder.addEdge(from, to, weighs);
        }
      }
    }
  }

  private static String type(LineReader lines, String text) throws DataFormatException {
    if (text.isEmpty()) {
      throw lines.error("a type", "a blank one");
    }
    return text;
  }

  private static long time(LineReader lines, String text) throws DataFormatException {
    double time = Math.floor(Numbers.parse(text, 0, text.length()));
    if (!(Math.abs(time) <= MAX_TIME)) {
      throw lines.error("a number as time", DataFormatException.quote(text));
    }
    return (long) time;
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

    Header(CsvReader csv, String... required) throws IOException {
      List<String> row = csv.next();
      if (row == null) {
        throw DataFormatException.of(
            csv.lines().file(), "a header line with " + List.of(required), "an empty file", null);
      }
      names = row.stream().map(String::strip).toList();
      Set<String> distinct = new HashSet<>();
      for (String name : names) {
        if (name.isEmpty() || !distinct.add(name)) {
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

    /** The position of a column of that name, in upper or lower case; -1 if there is none. */
    int column(String name) {
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equalsIgnoreCase(name)) {
          return i;
        }
      }
      return -1;
    }

    int[] columnsExcept(int... known) {
      int[] others = new int[names.size()];
      int count = 0;
      for (int column = 0; column < names.size(); column++) {
        int candidate = column;
        if (Arrays.stream(known).noneMatch(each -> each == candidate)) {
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
