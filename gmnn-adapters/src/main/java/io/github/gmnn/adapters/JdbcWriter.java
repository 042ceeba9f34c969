package io.github.gmnn.adapters;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Writes predictions, embeddings or other rows into a database, with one statement run in batches.
 *
 * <pre>{@code
 * JdbcWriter.to(connection, "UPDATE customer SET segment = ?, certainty = ? WHERE id = ?")
 *     .write(predictions.all(), p -> List.of(p.label(), p.probability(), p.key()));
 * }</pre>
 *
 * <p>All rows are written or none: in the transaction of the application where the connection is in
 * one, which the application then commits or rolls back, else in one of its own. A batch is held in
 * memory at a time. The connection stays open and is left as it was. Not thread-safe.
 */
public final class JdbcWriter {
  private static final int DEFAULT_BATCH_SIZE = 1_000;

  private final Connection connection;
  private final String sql;
  private int batchSize = DEFAULT_BATCH_SIZE;

  private JdbcWriter(Connection connection, String sql) {
    this.connection = connection;
    this.sql = sql;
  }

  /**
   * Names the statement.
   *
   * @param connection an open connection
   * @param sql an UPDATE, INSERT or MERGE with a question mark for each value
   * @return a writer
   */
  public static JdbcWriter to(Connection connection, String sql) {
    return new JdbcWriter(
        Objects.requireNonNull(connection, "connection"), Objects.requireNonNull(sql, "sql"));
  }

  /**
   * Sets how many rows go to the database at a time; 1,000 unless set.
   *
   * @param rows at least 1
   * @return this writer
   * @throws IllegalArgumentException if it is below 1
   */
  public JdbcWriter batchSize(int rows) {
    batchSize = Batches.checkedSize(rows);
    return this;
  }

  /**
   * Writes rows.
   *
   * @param <T> type of the rows
   * @param rows what to write, such as {@link io.github.gmnn.Predictions#all()}
   * @param values the values of the question marks in their order; null is NULL
   * @return how many rows of the database were changed, as it says; a statement of which it does
   *     not say so counts as one
   * @throws SQLException if the database refuses a row or fails; nothing was written then, once an
   *     application's own transaction is rolled back
   */
  public <T> long write(Iterable<? extends T> rows, Function<? super T, ? extends List<?>> values)
      throws SQLException {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(values, "values");
    if (!connection.getAutoCommit()) {
      return writeAll(rows, values);
    }
    JdbcTransaction transaction = JdbcTransaction.toWrite(connection);
    try (transaction) {
      long changed = writeAll(rows, values);
      transaction.commit();
      return changed;
    }
  }

  private <T> long writeAll(
      Iterable<? extends T> rows, Function<? super T, ? extends List<?>> values)
      throws SQLException {
    long changed = 0;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (List<List<?>> batch : Batches.<T, List<?>>of(rows, values, batchSize)) {
        for (List<?> row : batch) {
          int parameter = 1;
          for (Object value : row) {
            statement.setObject(parameter++, value);
          }
          statement.addBatch();
        }
        changed += execute(statement);
      }
    }
    return changed;
  }

  private static long execute(PreparedStatement statement) throws SQLException {
    long changed = 0;
    for (int count : statement.executeBatch()) {
      changed += count == Statement.SUCCESS_NO_INFO ? 1 : count;
    }
    return changed;
  }
}
