package io.github.gmnn.adapters;

import io.github.gmnn.internal.Quote;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** What a query gives, run anew for each reading. */
final class JdbcTable<K> implements DatasetReader.Table<K> {
  /** A query and the values of its question marks. */
  record Query(String sql, Object[] parameters) {
    static Query of(String sql, Object... parameters) {
      return new Query(Objects.requireNonNull(sql, "sql"), parameters.clone());
    }
  }

  /** Carries what the database says through readers, which know files alone. */
  static final class Failure extends IOException {
    private static final long serialVersionUID = 1;

    private final SQLException cause;

    Failure(SQLException cause) {
      super(cause);
      this.cause = cause;
    }

    SQLException cause() {
      return cause;
    }
  }

  /** What these hold describes no node: a key may well be binary, as H2 says of its UUIDs. */
  private static final Set<String> WITH_A_MEANING =
      Set.of("id", "label", "split", "source", "target", "weight", "type", "time");

  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  private final Connection connection;
  private final String name;
  private final Query query;
  private final Class<K> keyType;
  private final int fetchSize;

  JdbcTable(Connection connection, String name, Query query, Class<K> keyType, int fetchSize) {
    this.connection = connection;
    this.name = name;
    this.query = query;
    this.keyType = keyType;
    this.fetchSize = fetchSize;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Rows<K> open() throws IOException {
    PreparedStatement statement = null;
    try {
      statement =
          connection.prepareStatement(
              query.sql(), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      statement.setFetchSize(fetchSize);
      for (int i = 0; i < query.parameters().length; i++) {
        statement.setObject(i + 1, query.parameters()[i]);
      }
      return run(statement);
    } catch (SQLException e) {
      close(statement, e);
      throw new Failure(e);
    } catch (IOException | RuntimeException e) {
      close(statement, e);
      throw e;
    }
  }

  private static void close(@Nullable PreparedStatement statement, Exception because) {
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException e) {
        because.addSuppressed(e);
      }
    }
  }

  private Cursor run(PreparedStatement statement) throws SQLException, IOException {
    ResultSet rows = statement.executeQuery();
    ResultSetMetaData description = rows.getMetaData();
    List<String> columns = new ArrayList<>();
    boolean[] isBoolean = new boolean[description.getColumnCount()];
    boolean[] isTime = new boolean[isBoolean.length];
    for (int i = 0; i < isBoolean.length; i++) {
      String column = description.getColumnLabel(i + 1);
      int type = description.getColumnType(i + 1);
      requireReadable(column, type, description.getColumnTypeName(i + 1));
      columns.add(column);
      isBoolean[i] = type == Types.BOOLEAN || type == Types.BIT;
      isTime[i] =
          column.equalsIgnoreCase("time")
              && (type == Types.DATE
                  || type == Types.TIMESTAMP
                  || type == Types.TIMESTAMP_WITH_TIMEZONE);
    }
    return new Cursor(statement, rows, columns, isBoolean, isTime);
  }

  private void requireReadable(String column, int type, String typeName)
      throws DataFormatException {
    String advice =
        switch (type) {
          case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> "leave it out";
          case Types.ARRAY, Types.STRUCT, Types.REF, Types.REF_CURSOR, Types.JAVA_OBJECT ->
              "select its parts as columns, or leave it out";
          case Types.TIME, Types.TIME_WITH_TIMEZONE ->
              "make it a number, such as seconds, or leave it out";
          default -> null;
        };
    if (advice != null && !WITH_A_MEANING.contains(column.toLowerCase(Locale.ROOT))) {
      throw new DataFormatException(
          name
              + ": expected numbers, text or booleans in column "
              + Quote.of(column)
              + ", found "
              + typeName
              + ": "
              + advice,
          null);
    }
  }

  private final class Cursor extends ObjectRows<K> {
    private final PreparedStatement statement;
    private final ResultSet rows;
    private final boolean[] isBoolean;
    private final boolean[] isTime;

    Cursor(
        PreparedStatement statement,
        ResultSet rows,
        List<String> columns,
        boolean[] isBoolean,
        boolean[] isTime) {
      super(name, keyType, columns);
      this.statement = statement;
      this.rows = rows;
      this.isBoolean = isBoolean;
      this.isTime = isTime;
    }

    @Override
    boolean advance() throws IOException {
      try {
        return rows.next();
      } catch (SQLException e) {
        throw new Failure(e);
      }
    }

    /**
     * Takes a value as the object it is: not every driver makes text of a number. What {@link
     * Cells} has no text for, such as a CLOB, the driver has.
     */
    @Override
    @Nullable Object value(int column) throws IOException {
      try {
        if (isBoolean[column]) {
          boolean value = rows.getBoolean(column + 1);
          return rows.wasNull() ? null : value;
        }
        if (isTime[column]) {
          Timestamp time = rows.getTimestamp(column + 1, Calendar.getInstance(UTC));
          return time == null ? null : Math.floorDiv(time.getTime(), 1000L);
        }
        Object value = rows.getObject(column + 1);
        return keyType.isInstance(value) || Cells.text(value) != null
            ? value
            : rows.getString(column + 1);
      } catch (SQLException e) {
        throw new Failure(e);
      }
    }

    @Override
    K otherKey(int column, Object value) throws IOException {
      try {
        return rows.getObject(column + 1, keyType);
      } catch (SQLException e) {
        throw noKey(column, value, e);
      }
    }

    @Override
    public void close() throws IOException {
      try (statement) {
        rows.close();
      } catch (SQLException e) {
        throw new Failure(e);
      }
    }
  }
}
