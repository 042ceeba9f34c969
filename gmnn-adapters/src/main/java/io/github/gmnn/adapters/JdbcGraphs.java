package io.github.gmnn.adapters;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a graph from a database with two queries, one for nodes and one for edges.
 *
 * <pre>{@code
 * Dataset<Long> customers =
 *     JdbcGraphs.from(connection, Long.class)
 *         .nodes("SELECT id, segment AS label, age, city, notes FROM customer")
 *         .edges("SELECT payer AS source, payee AS target, SUM(amount) AS weight"
 *             + " FROM payment GROUP BY payer, payee")
 *         .read("customers");
 * }</pre>
 *
 * <p>Columns mean what they mean in CSV files ({@link DatasetReader}), in upper or lower case:
 *
 * <ul>
 *   <li>The query of nodes gives {@code id}, optionally {@code label} and {@code split}, and
 *       columns that describe nodes: numbers, categories or words, as their values tell. Booleans
 *       are 1 and 0, NULL is a missing value. Dates, times and binary values are refused.
 *   <li>The query of edges gives {@code source}, {@code target} and optionally {@code weight},
 *       {@code type} and {@code time}: a number, or a date that becomes seconds since 1970. Other
 *       columns are {@linkplain io.github.gmnn.graph.Graph#edgeAttributes numbers on edges}; if
 *       there are any, the query runs three times.
 * </ul>
 *
 * <p>Rows are streamed, {@link #fetchSize} at a time, and edges go into primitive arrays, so
 * reading takes no more memory than the graph. What a column is shows only at its end, so the query
 * of nodes runs two or three times. To see the same rows each time, reading is one transaction,
 * {@linkplain Connection#TRANSACTION_REPEATABLE_READ repeatable} where the database supports that,
 * unless the connection is already in a transaction of the application's.
 *
 * <p>The connection stays open and is left as it was. Not thread-safe.
 *
 * @param <K> type of the nodes' keys
 */
public final class JdbcGraphs<K> {
  private static final int DEFAULT_FETCH_SIZE = 10_000;

  private final Connection connection;
  private final Class<K> keyType;
  private JdbcTable.@Nullable Query nodes;
  private JdbcTable.@Nullable Query edges;
  private ReaderOptions options = new ReaderOptions();
  private int fetchSize = DEFAULT_FETCH_SIZE;

  private JdbcGraphs(Connection connection, Class<K> keyType) {
    this.connection = connection;
    this.keyType = keyType;
  }

  /**
   * Begins to describe what is read.
   *
   * @param <K> type of the nodes' keys
   * @param connection an open connection
   * @param keyType what the ids are: {@code String}, {@code Long}, {@code Integer}, {@code UUID} or
   *     whatever the driver makes of them
   * @return a reader
   */
  public static <K> JdbcGraphs<K> from(Connection connection, Class<K> keyType) {
    return new JdbcGraphs<>(
        Objects.requireNonNull(connection, "connection"),
        Objects.requireNonNull(keyType, "keyType"));
  }

  /**
   * Sets the query of nodes.
   *
   * @param sql a query with a column {@code id}
   * @param parameters the values of its question marks
   * @return this reader
   */
  public JdbcGraphs<K> nodes(String sql, Object... parameters) {
    nodes = JdbcTable.Query.of(sql, parameters);
    return this;
  }

  /**
   * Sets the query of edges.
   *
   * @param sql a query with columns {@code source} and {@code target}
   * @param parameters the values of its question marks
   * @return this reader
   */
  public JdbcGraphs<K> edges(String sql, Object... parameters) {
    edges = JdbcTable.Query.of(sql, parameters);
    return this;
  }

  /**
   * Sets how many rows the driver holds at a time; 10,000 unless set. Drivers may know other hints:
   * that of MySQL streams when it is {@link Integer#MIN_VALUE}.
   *
   * @param rows at least 1, or {@link Integer#MIN_VALUE}
   * @return this reader
   * @throws IllegalArgumentException if it is neither
   */
  public JdbcGraphs<K> fetchSize(int rows) {
    if (rows < 1 && rows != Integer.MIN_VALUE) {
      throw new IllegalArgumentException("fetchSize must be at least 1, got " + rows);
    }
    fetchSize = rows;
    return this;
  }

  /**
   * Sets whether edges keep their direction, and the model that will predict on the data.
   *
   * @param newOptions the options; those that only files have say nothing here
   * @return this reader
   */
  public JdbcGraphs<K> options(ReaderOptions newOptions) {
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
   * @throws SQLException if the database refuses a query or fails
   * @throws IllegalStateException if a query is missing
   */
  public Dataset<K> read(String name) throws DataFormatException, SQLException {
    Objects.requireNonNull(name, "name");
    JdbcTable<K> nodeTable = table("nodes", nodes);
    JdbcTable<K> edgeTable = table("edges", edges);
    return inTransaction(() -> DatasetReader.read(name, nodeTable, edgeTable, options));
  }

  /**
   * Runs the query of nodes and returns what was understood of the columns that describe them.
   *
   * @return the columns in their order
   * @throws DataFormatException if a column or a value is not what it should be
   * @throws SQLException if the database refuses the query or fails
   * @throws IllegalStateException if the query is missing
   */
  public List<DatasetReader.Column> columns() throws DataFormatException, SQLException {
    JdbcTable<K> nodeTable = table("nodes", nodes);
    return inTransaction(() -> DatasetReader.columns(nodeTable, options));
  }

  private JdbcTable<K> table(String what, JdbcTable.@Nullable Query query) {
    if (query == null) {
      throw new IllegalStateException(
          "no query of " + what + ": call " + what + "(\"SELECT ...\") before reading");
    }
    return new JdbcTable<>(connection, "the query of " + what, query, keyType, fetchSize);
  }

  /** Reads in one transaction; PostgreSQL streams in a transaction alone. */
  private <T> T inTransaction(ObjectRows.Reading<T> reading)
      throws DataFormatException, SQLException {
    if (!connection.getAutoCommit()) {
      return run(reading);
    }
    JdbcTransaction transaction = JdbcTransaction.toRead(connection);
    try (transaction) {
      return run(reading);
    }
  }

  private static <T> T run(ObjectRows.Reading<T> reading) throws DataFormatException, SQLException {
    try {
      return ObjectRows.reading(reading);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof JdbcTable.Failure failure) {
        throw failure.cause();
      }
      throw e;
    }
  }
}
