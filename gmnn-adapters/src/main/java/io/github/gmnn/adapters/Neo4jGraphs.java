package io.github.gmnn.adapters;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.Record;
import org.neo4j.driver.Result;
import org.neo4j.driver.SimpleQueryRunner;

/**
 * Reads a graph from Neo4j with two queries, one for nodes and one for edges.
 *
 * <pre>{@code
 * Dataset<Long> customers =
 *     Neo4jGraphs.from(session, Long.class)
 *         .nodes("MATCH (c:Customer) RETURN c.id AS id, c.segment AS label, c.age AS age")
 *         .edges("MATCH (a:Customer)-[p:PAID]->(b:Customer)"
 *             + " RETURN a.id AS source, b.id AS target, sum(p.amount) AS weight")
 *         .read("customers");
 * }</pre>
 *
 * <p>Columns mean what they mean in CSV files ({@link DatasetReader}) and for {@link JdbcGraphs}:
 *
 * <ul>
 *   <li>The query of nodes gives {@code id}, optionally {@code label} (the class of a node, not a
 *       Neo4j label) and {@code split}, and columns that describe nodes. If nodes have no key of
 *       their own, {@code elementId(c)} is a String that lasts as long as the node.
 *   <li>The query of edges gives {@code source}, {@code target} and optionally {@code weight},
 *       {@code type} and {@code time}. Other columns are {@linkplain
 *       io.github.gmnn.graph.Graph#edgeAttributes numbers on edges}; if there are any, the query
 *       runs three times.
 *   <li>Nodes, relationships, maps and lists are refused: return their properties as columns.
 * </ul>
 *
 * <p>Records are read as a stream, and edges go into primitive arrays: memory is that of the graph.
 * What a column is shows when all of it was read, so the query of nodes is run two or three times;
 * it must give the same nodes each time.
 *
 * <p>Needs the optional dependency {@code org.neo4j.driver:neo4j-java-driver}. What the database
 * refuses is the driver's own exception. Not thread-safe.
 *
 * @param <K> type of the nodes' keys
 */
public final class Neo4jGraphs<K> {
  private record Query(String cypher, Map<String, Object> parameters) {}

  private final SimpleQueryRunner runner;
  private final Class<K> keyType;
  private @Nullable Query nodes;
  private @Nullable Query edges;
  private ReaderOptions options = new ReaderOptions();

  private Neo4jGraphs(SimpleQueryRunner runner, Class<K> keyType) {
    this.runner = runner;
    this.keyType = keyType;
  }

  /**
   * Begins to describe what is read.
   *
   * @param <K> type of the nodes' keys
   * @param runner an open session, or a transaction; it stays open
   * @param keyType what the ids are: {@code String}, {@code Long} or {@code Integer}
   * @return a reader
   */
  public static <K> Neo4jGraphs<K> from(SimpleQueryRunner runner, Class<K> keyType) {
    return new Neo4jGraphs<>(
        Objects.requireNonNull(runner, "runner"), Objects.requireNonNull(keyType, "keyType"));
  }

  /**
   * Sets the query of nodes.
   *
   * @param cypher a query that returns a column {@code id}
   * @return this reader
   */
  public Neo4jGraphs<K> nodes(String cypher) {
    return nodes(cypher, Map.of());
  }

  /**
   * Sets the query of nodes.
   *
   * @param cypher a query that returns a column {@code id}
   * @param parameters the values of its parameters
   * @return this reader
   */
  public Neo4jGraphs<K> nodes(String cypher, Map<String, Object> parameters) {
    nodes = new Query(Objects.requireNonNull(cypher, "cypher"), Map.copyOf(parameters));
    return this;
  }

  /**
   * Sets the query of edges.
   *
   * @param cypher a query that returns columns {@code source} and {@code target}
   * @return this reader
   */
  public Neo4jGraphs<K> edges(String cypher) {
    return edges(cypher, Map.of());
  }

  /**
   * Sets the query of edges.
   *
   * @param cypher a query that returns columns {@code source} and {@code target}
   * @param parameters the values of its parameters
   * @return this reader
   */
  public Neo4jGraphs<K> edges(String cypher, Map<String, Object> parameters) {
    edges = new Query(Objects.requireNonNull(cypher, "cypher"), Map.copyOf(parameters));
    return this;
  }

  /**
   * Sets whether edges keep their direction, and the model that will predict on the data.
   *
   * @param newOptions the options; those that only files have say nothing here
   * @return this reader
   */
  public Neo4jGraphs<K> options(ReaderOptions newOptions) {
    options = Objects.requireNonNull(newOptions, "newOptions");
    return this;
  }

  /**
   * Runs the queries.
   *
   * @param name what the data is called in tables
   * @return the graph and the labels held back for testing
   * @throws DataFormatException if a column or a value is not what it should be; the message names
   *     the query, the row, what was expected and what was found
   * @throws IllegalStateException if a query is missing
   */
  public Dataset<K> read(String name) throws DataFormatException {
    Objects.requireNonNull(name, "name");
    DatasetReader.Table<K> nodeTable = table("nodes", nodes);
    DatasetReader.Table<K> edgeTable = table("edges", edges);
    return ObjectRows.reading(() -> DatasetReader.read(name, nodeTable, edgeTable, options));
  }

  /**
   * Runs the query of nodes and returns what was understood of the columns that describe them.
   *
   * @return the columns in their order
   * @throws DataFormatException if a column or a value is not what it should be
   * @throws IllegalStateException if the query is missing
   */
  public List<DatasetReader.Column> columns() throws DataFormatException {
    DatasetReader.Table<K> nodeTable = table("nodes", nodes);
    return ObjectRows.reading(() -> DatasetReader.columns(nodeTable, options));
  }

  private DatasetReader.Table<K> table(String what, @Nullable Query query) {
    if (query == null) {
      throw new IllegalStateException(
          "no query of " + what + ": call " + what + "(\"MATCH ...\") before reading");
    }
    String name = "the query of " + what;
    return new DatasetReader.Table<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Rows<K> open() {
        return new Records<>(name, keyType, runner.run(query.cypher(), query.parameters()));
      }
    };
  }

  private static final class Records<K> extends ObjectRows<K> {
    private final Result result;
    private @Nullable Record record;

    Records(String table, Class<K> keyType, Result result) {
      super(table, keyType, result.keys());
      this.result = result;
    }

    @Override
    boolean advance() {
      record = result.hasNext() ? result.next() : null;
      return record != null;
    }

    @Override
    @Nullable Object value(int column) {
      return Objects.requireNonNull(record, "no row").get(column).asObject();
    }

    @Override
    public void close() {
      result.consume();
    }
  }
}
