package io.github.gmnn.examples;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.adapters.JdbcGraphs;
import io.github.gmnn.adapters.JdbcWriter;
import io.github.gmnn.graph.Dataset;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Customers of a database: their graph goes in, their segments come back. */
public final class DatabaseGraph {
  public static void main(String[] args) throws IOException {
    // H2 in memory; by another URL the same lines read PostgreSQL, MySQL or files through DuckDB
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      fill(connection);
      Dataset<Long> customers =
          JdbcGraphs.from(connection, Long.class)
              .nodes("SELECT id, segment AS label, age, city FROM customer ORDER BY id")
              .edges(
                  "SELECT payer AS source, payee AS target, SUM(amount) AS weight"
                      + " FROM payment GROUP BY payer, payee")
              .read("customers");
      System.out.println(customers.graph());

      GmnnModel<Long> model = Gmnn.builder().seed(1).fit(customers.graph());
      Predictions<Long> predictions = model.predictions();

      long changed =
          JdbcWriter.to(connection, "UPDATE customer SET predicted = ?, certainty = ? WHERE id = ?")
              .write(predictions.all(), p -> List.of(p.label(), p.probability(), p.key()));
      System.out.println(changed + " customers updated");
      print(connection);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  /** 200 customers of two segments, who mostly pay their like; of 40 the segment is known. */
  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE customer(id BIGINT PRIMARY KEY, segment VARCHAR, age INT, city VARCHAR,"
              + " predicted VARCHAR, certainty DOUBLE PRECISION)");
      statement.execute(
          "INSERT INTO customer SELECT x, CASE WHEN x > 40 THEN NULL WHEN MOD(x, 2) = 0 THEN"
              + " 'saver' ELSE 'spender' END, 30 + MOD(x * 7, 20) + 10 * MOD(x, 2),"
              + " CASE MOD(x, 3) WHEN 0 THEN 'Rome' ELSE 'Oslo' END, NULL, NULL"
              + " FROM SYSTEM_RANGE(1, 200)");
      statement.execute("CREATE TABLE payment(payer BIGINT, payee BIGINT, amount INT)");
      statement.execute(
          "INSERT INTO payment SELECT 1 + MOD(x, 200), 1 + MOD(x + 2 * MOD(x * 31, 90)"
              + " + CASE MOD(x, 10) WHEN 0 THEN 1 ELSE 0 END, 200), 1 + MOD(x, 9)"
              + " FROM SYSTEM_RANGE(1, 800)");
    }
  }

  private static void print(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT MOD(id, 2) AS odd, predicted, COUNT(*) FROM customer WHERE segment IS NULL"
                    + " GROUP BY odd, predicted ORDER BY odd, predicted")) {
      while (rows.next()) {
        System.out.printf(
            "%s: %d predicted as %s%n",
            rows.getInt(1) == 0 ? "savers" : "spenders", rows.getInt(3), rows.getString(2));
      }
    }
  }
}
