package io.github.gmnn.adapters;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;

/**
 * Makes another driver behave as those that take JDBC at its least, such as Neo4j's: a value comes
 * as the object it is and as nothing else, columns have no types, isolation levels cannot be set.
 */
final class NarrowDriver {
  private NarrowDriver() {}

  static Connection over(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        (method, arguments, call) ->
            switch (method) {
              case "setTransactionIsolation" -> throw new SQLFeatureNotSupportedException(method);
              case "getMetaData" -> metaData((DatabaseMetaData) call.run());
              case "prepareStatement" -> statement((PreparedStatement) call.run());
              default -> call.run();
            });
  }

  private static DatabaseMetaData metaData(DatabaseMetaData metaData) {
    return proxy(
        DatabaseMetaData.class,
        metaData,
        (method, arguments, call) ->
            method.equals("supportsTransactionIsolationLevel")
                ? (Object) arguments[0].equals(Connection.TRANSACTION_READ_COMMITTED)
                : call.run());
  }

  private static PreparedStatement statement(PreparedStatement statement) {
    return proxy(
        PreparedStatement.class,
        statement,
        (method, arguments, call) ->
            method.equals("executeQuery") ? rows((ResultSet) call.run()) : call.run());
  }

  private static ResultSet rows(ResultSet rows) {
    return proxy(
        ResultSet.class,
        rows,
        (method, arguments, call) -> {
          switch (method) {
            case "getMetaData":
              return columns((ResultSetMetaData) call.run());
            case "getObject":
              if (arguments.length == 2) {
                throw new SQLFeatureNotSupportedException(method);
              }
              return call.run();
            case "getString", "getBoolean", "getTimestamp":
              Object value = rows.getObject((int) arguments[0]);
              if (value != null && !(method.equals("getString") && value instanceof String)) {
                throw new SQLException(value.getClass() + " cannot be read by " + method);
              }
              return call.run();
            default:
              return call.run();
          }
        });
  }

  private static ResultSetMetaData columns(ResultSetMetaData columns) {
    return proxy(
        ResultSetMetaData.class,
        columns,
        (method, arguments, call) ->
            method.equals("getColumnType") ? (Object) Types.OTHER : call.run());
  }

  private interface Call {
    Object run() throws Throwable;
  }

  private interface Behavior {
    Object of(String method, Object[] arguments, Call call) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, T target, Behavior behavior) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                behavior.of(
                    method.getName(),
                    arguments,
                    () -> {
                      try {
                        return method.invoke(target, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    })));
  }
}
