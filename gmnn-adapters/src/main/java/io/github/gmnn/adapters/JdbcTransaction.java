package io.github.gmnn.adapters;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of our own on a connection that commits each statement; closing it takes back what
 * was not committed and leaves the connection as it was. What was never set is not set back: some
 * drivers refuse every isolation level, their own among them.
 */
final class JdbcTransaction implements AutoCloseable {
  private final Connection connection;
  private final @Nullable Integer formerIsolation;
  private boolean committed;

  private JdbcTransaction(Connection connection, @Nullable Integer formerIsolation) {
    this.connection = connection;
    this.formerIsolation = formerIsolation;
  }

  /** Begins one that sees the same rows each time, where the database knows that. */
  static JdbcTransaction toRead(Connection connection) throws SQLException {
    return new JdbcTransaction(connection, makeRepeatable(connection)).begin();
  }

  /** Begins one at the connection's own isolation level. */
  static JdbcTransaction toWrite(Connection connection) throws SQLException {
    return new JdbcTransaction(connection, null).begin();
  }

  /** The level to set back; null if none was set. */
  private static @Nullable Integer makeRepeatable(Connection connection) throws SQLException {
    int wanted = Connection.TRANSACTION_REPEATABLE_READ;
    if (!connection.getMetaData().supportsTransactionIsolationLevel(wanted)) {
      return null;
    }
    int former = connection.getTransactionIsolation();
    if (former == wanted) {
      return null;
    }
    connection.setTransactionIsolation(wanted);
    return former;
  }

  private JdbcTransaction begin() throws SQLException {
    try {
      connection.setAutoCommit(false);
      return this;
    } catch (SQLException | RuntimeException e) {
      try {
        restoreIsolation();
      } catch (SQLException | RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  void commit() throws SQLException {
    connection.commit();
    committed = true;
  }

  @Override
  public void close() throws SQLException {
    try {
      if (!committed) {
        connection.rollback();
      }
    } finally {
      try {
        connection.setAutoCommit(true);
      } finally {
        restoreIsolation();
      }
    }
  }

  private void restoreIsolation() throws SQLException {
    if (formerIsolation != null) {
      connection.setTransactionIsolation(formerIsolation);
    }
  }
}
