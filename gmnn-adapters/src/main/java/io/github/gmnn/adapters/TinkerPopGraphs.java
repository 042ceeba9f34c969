package io.github.gmnn.adapters;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * Reads a graph from any source of Gremlin traversals (Apache TinkerPop): TinkerGraph, JanusGraph,
 * a remote server.
 *
 * <pre>{@code
 * Dataset<Long> people =
 *     TinkerPopGraphs.from(g, Long.class)
 *         .vertices(v -> v.hasLabel("person"))
 *         .features("age", "city")
 *         .label("segment")
 *         .edges(e -> e.hasLabel("knows"))
 *         .weight("calls")
 *         .read("people");
 * }</pre>
 *
 * <p>The keys of nodes are the ids of vertices, properties are what columns are in CSV files
 * ({@link DatasetReader}): numbers, categories or words, as their values tell, and missing where a
 * vertex has none. Of a property with several values the first counts. An edge leads from its
 * out-vertex to its in-vertex, and both must be among the vertices that are read.
 *
 * <p>Vertices and edges are read as a stream, and edges go into primitive arrays: memory is that of
 * the graph. What a property is shows when all of it was read, so vertices are read two or three
 * times; they must be the same each time.
 *
 * <p>Needs the optional dependency {@code org.apache.tinkerpop:gremlin-core}, version 3.6 or later.
 * What the graph refuses is its own exception. Not thread-safe.
 *
 * @param <K> type of the nodes' keys
 */
public final class TinkerPopGraphs<K> {
  private final GraphTraversalSource source;
  private final Class<K> keyType;
  private UnaryOperator<GraphTraversal<Vertex, Vertex>> vertices = UnaryOperator.identity();
  private UnaryOperator<GraphTraversal<Edge, Edge>> edges = UnaryOperator.identity();
  private List<String> features = List.of();
  private @Nullable String label;
  private @Nullable String split;
  private @Nullable String weight;
  private @Nullable String time;
  private List<String> edgeAttributes = List.of();
  private boolean typed;
  private ReaderOptions options = new ReaderOptions();

  private TinkerPopGraphs(GraphTraversalSource source, Class<K> keyType) {
    this.source = source;
    this.keyType = keyType;
  }

  /**
   * Begins to describe what is read; all vertices and edges without properties unless more is said.
   *
   * @param <K> type of the nodes' keys
   * @param source where traversals start, usually called {@code g}
   * @param keyType what the ids of vertices are, such as {@code Long}; {@code String} takes their
   *     text
   * @return a reader
   */
  public static <K> TinkerPopGraphs<K> from(GraphTraversalSource source, Class<K> keyType) {
    return new TinkerPopGraphs<>(
        Objects.requireNonNull(source, "source"), Objects.requireNonNull(keyType, "keyType"));
  }

  /**
   * Sets which vertices are read.
   *
   * @param chosen goes on from {@code g.V()}, such as {@code v -> v.hasLabel("person")}
   * @return this reader
   */
  public TinkerPopGraphs<K> vertices(UnaryOperator<GraphTraversal<Vertex, Vertex>> chosen) {
    vertices = Objects.requireNonNull(chosen, "chosen");
    return this;
  }

  /**
   * Sets which edges are read.
   *
   * @param chosen goes on from {@code g.E()}, such as {@code e -> e.hasLabel("knows")}
   * @return this reader
   */
  public TinkerPopGraphs<K> edges(UnaryOperator<GraphTraversal<Edge, Edge>> chosen) {
    edges = Objects.requireNonNull(chosen, "chosen");
    return this;
  }

  /**
   * Sets the properties that describe vertices; none unless set.
   *
   * @param properties their keys
   * @return this reader
   */
  public TinkerPopGraphs<K> features(String... properties) {
    features = List.of(properties);
    return this;
  }

  /**
   * Sets the property that has the label of a vertex, where it is known. A label of Gremlin's own
   * says what kind of vertex it is and is not meant.
   *
   * @param property its key
   * @return this reader
   */
  public TinkerPopGraphs<K> label(String property) {
    label = Objects.requireNonNull(property, "property");
    return this;
  }

  /**
   * Sets the property that says {@code train}, {@code validation} or {@code test}; all labelled
   * vertices are for training unless set.
   *
   * @param property its key
   * @return this reader
   */
  public TinkerPopGraphs<K> split(String property) {
    split = Objects.requireNonNull(property, "property");
    return this;
  }

  /**
   * Sets the property of edges that has their weight; 1 unless set.
   *
   * @param property its key
   * @return this reader
   */
  public TinkerPopGraphs<K> weight(String property) {
    weight = Objects.requireNonNull(property, "property");
    return this;
  }

  /**
   * Sets the property of edges that has their time, a number or a date.
   *
   * @param property its key
   * @return this reader
   */
  public TinkerPopGraphs<K> time(String property) {
    time = Objects.requireNonNull(property, "property");
    return this;
  }

  /**
   * Sets the properties that are {@linkplain io.github.gmnn.graph.Graph#edgeAttributes numbers on
   * edges}; none unless set. Edges are read three times then.
   *
   * @param properties their keys
   * @return this reader
   */
  public TinkerPopGraphs<K> edgeAttributes(String... properties) {
    edgeAttributes = List.of(properties);
    return this;
  }

  /**
   * Takes the labels of edges as their types.
   *
   * @return this reader
   */
  public TinkerPopGraphs<K> typed() {
    typed = true;
    return this;
  }

  /**
   * Sets whether edges keep their direction, and the model that will predict on the data.
   *
   * @param newOptions the options; those that only files have say nothing here
   * @return this reader
   */
  public TinkerPopGraphs<K> options(ReaderOptions newOptions) {
    options = Objects.requireNonNull(newOptions, "newOptions");
    return this;
  }

  /**
   * Reads the graph.
   *
   * @param name what the data is called in tables
   * @return the graph and the labels held back for testing
   * @throws DataFormatException if a property is not what it should be; the message names the row,
   *     what was expected and what was found
   */
  public Dataset<K> read(String name) throws DataFormatException {
    Objects.requireNonNull(name, "name");
    return ObjectRows.reading(() -> DatasetReader.read(name, nodeTable(), edgeTable(), options));
  }

  /**
   * Reads vertices and returns what was understood of the properties that describe them.
   *
   * @return the properties in their order
   * @throws DataFormatException if a property is not what it should be
   */
  public List<DatasetReader.Column> columns() throws DataFormatException {
    return ObjectRows.reading(() -> DatasetReader.columns(nodeTable(), options));
  }

  private DatasetReader.Table<K> nodeTable() {
    Map<String, String> properties = new LinkedHashMap<>();
    putIfNamed(properties, "label", label);
    putIfNamed(properties, "split", split);
    List<String> columns = new ArrayList<>(List.of("id"));
    columns.addAll(properties.keySet());
    columns.addAll(features);
    return table(
        "the vertices",
        columns,
        () -> {
          var rows = project(vertices.apply(source.V()), columns.size()).by(T.id);
          properties.values().forEach(rows::by);
          features.forEach(rows::by);
          return rows;
        });
  }

  private DatasetReader.Table<K> edgeTable() {
    Map<String, String> properties = new LinkedHashMap<>();
    putIfNamed(properties, "weight", weight);
    putIfNamed(properties, "time", time);
    List<String> columns = new ArrayList<>(List.of("source", "target"));
    columns.addAll(properties.keySet());
    if (typed) {
      columns.add("type");
    }
    columns.addAll(edgeAttributes);
    return table(
        "the edges",
        columns,
        () -> {
          var rows = project(edges.apply(source.E()), columns.size());
          rows.by(__.outV().id()).by(__.inV().id());
          properties.values().forEach(rows::by);
          if (typed) {
            rows.by(T.label);
          }
          edgeAttributes.forEach(rows::by);
          return rows;
        });
  }

  private static void putIfNamed(
      Map<String, String> properties, String column, @Nullable String property) {
    if (property != null) {
      properties.put(column, property);
    }
  }

  /** Elements as rows of numbered cells; one that an element lacks is not there. */
  private static <E> GraphTraversal<E, Map<String, Object>> project(
      GraphTraversal<E, E> elements, int columns) {
    String[] others = new String[columns - 1];
    Arrays.setAll(others, column -> Integer.toString(column + 1));
    return elements.project("0", others);
  }

  private DatasetReader.Table<K> table(
      String name,
      List<String> columns,
      Supplier<? extends GraphTraversal<?, Map<String, Object>>> traversal) {
    return new DatasetReader.Table<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Rows<K> open() {
        return new Traversed<>(name, keyType, columns, traversal.get());
      }
    };
  }

  private static final class Traversed<K> extends ObjectRows<K> {
    private final GraphTraversal<?, Map<String, Object>> traversal;
    private Map<String, Object> row = Map.of();

    Traversed(
        String table,
        Class<K> keyType,
        List<String> columns,
        GraphTraversal<?, Map<String, Object>> traversal) {
      super(table, keyType, columns);
      this.traversal = traversal;
    }

    @Override
    boolean advance() {
      boolean more = traversal.hasNext();
      row = more ? traversal.next() : Map.of();
      return more;
    }

    @Override
    @Nullable Object value(int column) {
      return row.get(Integer.toString(column));
    }

    @Override
    public void close() throws IOException {
      try {
        traversal.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) { // all that AutoCloseable promises
        throw new IOException(e);
      }
    }
  }
}
