package io.github.gmnn.io;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.FeatureSchema.Feature;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A table of nodes and one of edges. */
final class TableFormat<K> {
  /** Larger whole numbers are not told apart as doubles. */
  private static final double MAX_TIME = 1L << 53;

  private static final DateTimeFormatter DATE_AND_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffsetId()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private final DatasetReader.Table<K> nodeTable;
  private final ReaderOptions options;
  private final Graph.Builder<K> builder = Graph.builder();
  private final Set<K> nodes = new HashSet<>();
  private final Map<K, String> labels = new LinkedHashMap<>();
  private final List<K> train = new ArrayList<>();
  private final List<K> validation = new ArrayList<>();
  private final List<K> test = new ArrayList<>();

  private TableFormat(DatasetReader.Table<K> nodeTable, ReaderOptions options) {
    this.nodeTable = nodeTable;
    this.options = options;
  }

  /** Reads the folder of nodes.csv and edges.csv. */
  static Dataset<String> read(Path folder, ReaderOptions options) throws IOException {
    return read(
        folder.toString(),
        Folder.name(folder),
        new CsvTable(Folder.require(folder, "nodes.csv"), options),
        new CsvTable(Folder.require(folder, "edges.csv"), options),
        options);
  }

  /**
   * Reads two tables.
   *
   * @param source where they are from, for messages
   * @param name the name of the dataset
   */
  static <K> Dataset<K> read(
      String source,
      String name,
      DatasetReader.Table<K> nodes,
      DatasetReader.Table<K> edges,
      ReaderOptions options)
      throws IOException {
    TranslatedTable.checkRenamed(options, nodes, edges);
    TableFormat<K> format = new TableFormat<>(TranslatedTable.of(nodes, options), options);
    format.readNodes();
    format.readEdges(TranslatedTable.of(edges, options));
    return Folder.dataset(
        source,
        name,
        options,
        format.builder,
        format.labels,
        format.train,
        format.validation,
        format.test);
  }

  private void readNodes() throws IOException {
    List<ColumnEncoder> encoders = encoders();
    try (DatasetReader.Table.Rows<K> rows = nodeTable.open()) {
      RowSink sink = new RowSink(rows);
      for (ColumnEncoder encoder : encoders) {
        encoder.declare(sink);
      }
      Header header = new Header(rows, "id");
      int id = header.column("id");
      int label = header.column("label");
      int split = header.column("split");
      int[] columns = nodeColumns(header);
      RowErrors errors = new RowErrors();
      while (next(rows, errors)) {
        try {
          K node = rows.key(id);
          if (node == null) {
            throw error(rows, "an id", "a blank one");
          }
          if (!nodes.add(node)) {
            throw error(rows, "each id once", quote(node) + " again");
          }
          for (int i = 0; i < columns.length; i++) {
            encoders.get(i).encode(rows, rows.text(columns[i]).strip(), sink);
          }
          sink.addNode(node);
          addLabel(
              rows,
              node,
              label < 0 ? "" : rows.text(label).strip(),
              split < 0 ? "train" : rows.text(split).strip().toLowerCase(Locale.ROOT),
              split >= 0);
        } catch (DataFormatException e) {
          errors.add(e);
        }
      }
      errors.throwIfAny();
      if (nodes.isEmpty()) {
        throw error(rows, "nodes after the header", "the end of " + nodeTable.name());
      }
      sink.describeFeatures();
    }
  }

  /** Goes to the next row that can be read; takes note of those that cannot. */
  private static boolean next(DatasetReader.Table.Rows<?> rows, RowErrors errors)
      throws IOException {
    while (true) {
      try {
        return rows.next();
      } catch (DataFormatException e) {
        errors.add(e);
        if (!e.isOfRow()) {
          errors.throwIfAny();
        }
      }
    }
  }

  private static DataFormatException error(
      DatasetReader.Table.Rows<?> rows, String expected, String found) {
    return DataFormatException.at(rows.position(), expected, found);
  }

  private static String quote(Object text) {
    return DataFormatException.quote(text.toString());
  }

  /** How each column that describes nodes becomes features. */
  private List<ColumnEncoder> encoders() throws IOException {
    if (options.model() != null) {
      return ColumnEncoder.ofModel(nodeColumns(), options.model().features());
    }
    List<ColumnEncoder> encoders = new ArrayList<>();
    List<ColumnStatistics> all = statistics(nodeTable, TableFormat::nodeColumns, "id");
    countWords(all);
    for (ColumnStatistics statistics : all) {
      encoders.add(ColumnEncoder.learned(statistics));
    }
    return encoders;
  }

  /** How each column that describes edges becomes numbers. */
  private List<ColumnEncoder> edgeEncoders(DatasetReader.Table<K> edges, List<String> names)
      throws IOException {
    if (options.model() != null) {
      return ColumnEncoder.ofModel(names, options.model().edges());
    }
    List<ColumnEncoder> encoders = new ArrayList<>();
    for (ColumnStatistics statistics : statistics(edges, TableFormat::edgeColumns)) {
      if (statistics.kind() == DatasetReader.Column.Kind.TEXT) {
        throw DataFormatException.at(
            edges.name(),
            "numbers or categories in column " + quote(statistics.name()),
            "texts: words on edges are not read; leave the column out");
      }
      encoders.add(ColumnEncoder.ofEdges(statistics));
    }
    return encoders;
  }

  private static int[] edgeColumns(Header header) {
    return header.columnsExcept(
        header.column("source"),
        header.column("target"),
        header.column("weight"),
        header.column("type"),
        header.column("time"));
  }

  /** Describes the columns that describe nodes. */
  static List<DatasetReader.Column> columns(DatasetReader.Table<?> nodes, ReaderOptions options)
      throws IOException {
    List<DatasetReader.Column> columns = new ArrayList<>();
    DatasetReader.Table<?> translated = TranslatedTable.of(nodes, options);
    TableFormat<?> format = new TableFormat<>(translated, options);
    List<ColumnStatistics> all = statistics(translated, TableFormat::nodeColumns, "id");
    format.countWords(all);
    for (ColumnStatistics statistics : all) {
      columns.add(statistics.describe());
    }
    return List.copyOf(columns);
  }

  private List<String> nodeColumns() throws IOException {
    try (DatasetReader.Table.Rows<K> rows = nodeTable.open()) {
      Header header = new Header(rows, "id");
      return header.names(nodeColumns(header));
    }
  }

  private static int[] nodeColumns(Header header) {
    return header.columnsExcept(
        header.column("id"), header.column("label"), header.column("split"));
  }

  /** Reads all cells of some columns of a table to learn what they are. */
  private static List<ColumnStatistics> statistics(
      DatasetReader.Table<?> table, Function<Header, int[]> columnsOf, String... required)
      throws IOException {
    List<ColumnStatistics> all = new ArrayList<>();
    try (DatasetReader.Table.Rows<?> rows = table.open()) {
      Header header = new Header(rows, required);
      int[] columns = columnsOf.apply(header);
      header.names(columns).forEach(name -> all.add(new ColumnStatistics(name)));
      RowErrors errors = new RowErrors();
      while (!all.isEmpty() && next(rows, errors)) {
        for (int i = 0; i < columns.length; i++) {
          all.get(i).add(rows, rows.text(columns[i]).strip());
        }
      }
      errors.throwIfAny();
    }
    return all;
  }

  /** Counts words in another pass over the nodes, if a column has texts. */
  private void countWords(List<ColumnStatistics> all) throws IOException {
    List<Integer> texts = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).kind() == DatasetReader.Column.Kind.TEXT) {
        texts.add(i);
      }
    }
    if (texts.isEmpty()) {
      return;
    }
    try (DatasetReader.Table.Rows<K> rows = nodeTable.open()) {
      int[] columns = nodeColumns(new Header(rows, "id"));
      while (rows.next()) {
        for (int text : texts) {
          all.get(text).addWords(rows.text(columns[text]).strip());
        }
      }
    }
  }

  /** Collects the features of one node after another. */
  private final class RowSink implements ColumnEncoder.Sink {
    private final Map<String, Feature> features = new LinkedHashMap<>();
    private final DatasetReader.Table.Rows<K> rows;
    private int[] indices = new int[16];
    private float[] values = new float[16];
    private int count;

    RowSink(DatasetReader.Table.Rows<K> rows) {
      this.rows = rows;
    }

    @Override
    public int declare(Feature feature) throws DataFormatException {
      if (features.putIfAbsent(feature.name(), feature) != null) {
        throw error(
            rows, "columns whose features differ in name", quote(feature.name()) + " again");
      }
      return features.size() - 1;
    }

    @Override
    public void add(int feature, float value) {
      if (count == indices.length) {
        indices = Arrays.copyOf(indices, 2 * count);
        values = Arrays.copyOf(values, 2 * count);
      }
      indices[count] = feature;
      values[count++] = value;
    }

    void addNode(K node) {
      if (features.isEmpty()) {
        builder.addNode(node);
      } else {
        builder.addNode(node, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
      }
      count = 0;
    }

    /** Gives the edge that was added last what was collected. */
    void addEdge() {
      if (!features.isEmpty()) {
        builder.edgeNumbers(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
      }
      count = 0;
    }

    void describeFeatures() {
      if (!features.isEmpty()) {
        builder.featureSchema(FeatureSchema.ofTable(List.copyOf(features.values())));
      }
    }

    void describeEdges() {
      if (!features.isEmpty()) {
        builder.edgeSchema(FeatureSchema.ofTable(List.copyOf(features.values())));
      }
    }
  }

  private void addLabel(
      DatasetReader.Table.Rows<K> rows, K node, String label, String split, boolean splitGiven)
      throws DataFormatException {
    List<K> part =
        switch (split) {
          case "train" -> train;
          case "validation", "valid", "val", "dev" -> validation;
          case "test" -> test;
          case "" -> null;
          default -> throw error(rows, "train, validation, test or nothing as split", quote(split));
        };
    if (!ColumnStatistics.isMissing(label)) {
      labels.put(node, label);
      if (part != null) {
        part.add(node);
      }
    } else if (part != null && splitGiven) {
      throw error(rows, "a label on a node of the split", quote(node) + " without");
    }
  }

  private void readEdges(DatasetReader.Table<K> edges) throws IOException {
    List<String> names;
    try (DatasetReader.Table.Rows<K> rows = edges.open()) {
      Header header = new Header(rows, "source", "target");
      names = header.names(edgeColumns(header));
      if (names.isEmpty()) { // one pass will do
        readEdges(rows, header, List.of());
        return;
      }
    }
    List<ColumnEncoder> encoders = edgeEncoders(edges, names);
    try (DatasetReader.Table.Rows<K> rows = edges.open()) {
      readEdges(rows, new Header(rows, "source", "target"), encoders);
    }
  }

  private void readEdges(
      DatasetReader.Table.Rows<K> rows, Header header, List<ColumnEncoder> encoders)
      throws IOException {
    RowSink sink = new RowSink(rows);
    for (ColumnEncoder encoder : encoders) {
      encoder.declare(sink);
    }
    int source = header.column("source");
    int target = header.column("target");
    int weight = header.column("weight");
    int type = header.column("type");
    int time = header.column("time");
    int[] columns = edgeColumns(header);
    RowErrors errors = new RowErrors();
    long skipped = 0;
    while (next(rows, errors)) {
      if (options.skippedEdges() != null && (!isKnown(rows, source) || !isKnown(rows, target))) {
        skipped++;
        continue;
      }
      try {
        K from = knownNode(rows, source);
        K to = knownNode(rows, target);
        double weighs = weight < 0 ? 1 : weight(rows, rows.text(weight).strip());
        String ofType = type < 0 ? null : type(rows, rows.text(type).strip());
        if (time >= 0) {
          builder.addEdge(from, to, ofType, weighs, time(rows, rows.text(time).strip()));
        } else if (ofType != null) {
          builder.addEdge(from, to, ofType, weighs);
        } else {
          builder.addEdge(from, to, weighs);
        }
        for (int i = 0; i < columns.length; i++) {
          encoders.get(i).encodeOfEdge(rows, rows.text(columns[i]).strip(), sink);
        }
        sink.addEdge();
      } catch (DataFormatException e) {
        errors.add(e);
      }
    }
    errors.throwIfAny();
    if (skipped > 0 && options.skippedEdges() != null) {
      options.skippedEdges().accept(skipped);
    }
    sink.describeEdges();
  }

  private boolean isKnown(DatasetReader.Table.Rows<K> rows, int column) throws IOException {
    K node = rows.key(column);
    return node == null || nodes.contains(node); // a blank id is an error, not an unknown node
  }

  private K knownNode(DatasetReader.Table.Rows<K> rows, int column) throws IOException {
    K node = rows.key(column);
    if (node == null || !nodes.contains(node)) {
      throw error(rows, "an id of " + nodeTable.name(), node == null ? "a blank one" : quote(node));
    }
    return node;
  }

  private static double weight(DatasetReader.Table.Rows<?> rows, String text)
      throws DataFormatException {
    double weight = rows.number(text);
    if (!Numbers.isWeight(weight)) {
      throw error(rows, "a positive, finite weight", quote(text));
    }
    return weight;
  }

  private static String type(DatasetReader.Table.Rows<?> rows, String text)
      throws DataFormatException {
    if (text.isEmpty()) {
      throw error(rows, "a type", "a blank one");
    }
    return text;
  }

  /** A whole number of any unit; a date or a moment as ISO 8601 writes it is in seconds of UTC. */
  private static long time(DatasetReader.Table.Rows<?> rows, String text)
      throws DataFormatException {
    double time = Math.floor(rows.number(text));
    if (Math.abs(time) <= MAX_TIME) {
      return (long) time;
    }
    try {
      TemporalAccessor moment =
          DATE_AND_TIME.parseBest(
              text.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
      if (moment instanceof OffsetDateTime offset) {
        return offset.toEpochSecond();
      }
      return moment instanceof LocalDateTime local
          ? local.toEpochSecond(ZoneOffset.UTC)
          : ((LocalDate) moment).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw error(
          rows, "a number as time, or a date such as 2026-01-31 or 2026-01-31T12:00", quote(text));
    }
  }

  /** The names of the columns. */
  private static final class Header {
    private final List<String> names;

    Header(DatasetReader.Table.Rows<?> rows, String... required) throws DataFormatException {
      names = rows.columns();
      if (names.isEmpty()) {
        throw error(rows, "a header line with " + List.of(required), "an empty file");
      }
      Set<String> distinct = new HashSet<>();
      for (String name : names) {
        if (name.isEmpty() || !distinct.add(name.toLowerCase(Locale.ROOT))) {
          throw error(rows, "distinct names of columns", quote(name) + " again");
        }
      }
      for (String name : required) {
        if (column(name) < 0) {
          throw error(
              rows, "a header line with the column '" + name + "'", quote(String.join(",", names)));
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
  }
}
