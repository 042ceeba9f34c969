package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcWriterTest {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    execute("CREATE TABLE customer(id INT PRIMARY KEY, segment VARCHAR, certainty DOUBLE)");
    execute("INSERT INTO customer(id) VALUES (1), (2), (3), (4), (5)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void execute(String command) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private List<String> customers() throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT * FROM customer ORDER BY id")) {
      while (found.next()) {
        rows.add(found.getInt(1) + " " + found.getString(2) + " " + found.getObject(3));
      }
    }
    return rows;
  }

  private JdbcWriter update() {
    return JdbcWriter.to(connection, "UPDATE customer SET segment = ?, certainty = ? WHERE id = ?");
  }

  private static Predictions<Integer> predictions() {
    Graph<Integer> graph =
        Graph.<Integer>builder()
            .addNode(2)
            .addNode(4)
            .addNode(6)
            .label(2, "gold")
            .label(4, "plain")
            .build();
    return Predictions.of(
        graph, DenseMatrix.wrap(3, 2, new float[] {0.75f, 0.25f, 0.5f, 0.5f, 0.125f, 0.875f}));
  }

  @Test
  void predictionsAreWrittenAndThoseOfUnknownRowsNotCounted() throws SQLException {
    long changed =
        update().write(predictions().all(), p -> List.of(p.label(), p.probability(), p.key()));
    assertThat(changed).isEqualTo(2);
    assertThat(customers())
        .containsExactly("1 null null", "2 gold 0.75", "3 null null", "4 gold 0.5", "5 null null");
    assertThat(connection.getAutoCommit()).isTrue();
    connection.rollback(); // what is written is committed
    assertThat(customers()).contains("2 gold 0.75");
  }

  @Test
  void batchesOfAnySizeWriteAllRows() throws SQLException {
    for (int size = 1; size <= 6; size++) {
      double certainty = size / 8.0;
      long changed =
          update()
              .batchSize(size)
              .write(List.of(1, 2, 3, 4, 5), id -> Arrays.asList(null, certainty, id));
      assertThat(changed).as("batches of %d", size).isEqualTo(5);
      assertThat(customers()).allMatch(row -> row.endsWith(" null " + certainty));
    }
    assertThat(update().write(List.of(), row -> List.of())).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> update().batchSize(0))
        .withMessageContainingAll("batchSize", "1", "0");
  }

  @Test
  void aRowThatFailsLeavesNothingWritten() throws SQLException {
    List<String> before = customers();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                update()
                    .batchSize(2)
                    .write(
                        List.of(1, 2, 3, 4, 5),
                        id -> List.of("gold", id == 4 ? "no number" : "0.5", id)));
    assertThat(customers()).isEqualTo(before);
    assertThat(connection.getAutoCommit()).isTrue();
  }

  @Test
  void theApplicationsTransactionDecides() throws SQLException {
    connection.setAutoCommit(false);
    List<String> before = customers();
    assertThat(update().write(List.of(1), id -> List.of("gold", 1, id))).isEqualTo(1);
    assertThat(connection.getAutoCommit()).isFalse();
    assertThat(customers()).contains("1 gold 1.0");
    connection.rollback();
    assertThat(customers()).isEqualTo(before);
  }

  @Test
  void drawnRowsAreHeldABatchAtATime() throws SQLException {
    execute("DELETE FROM customer");
    int[] drawn = {0};
    Iterable<Integer> rows = () -> IntStream.range(0, 2_500).peek(i -> drawn[0]++).iterator();
    long changed =
        JdbcWriter.to(connection, "INSERT INTO customer VALUES (?, ?, ?)")
            .write(rows, id -> List.of(id, "s" + id, id / 2.0));
    assertThat(changed).isEqualTo(2_500);
    assertThat(drawn[0]).isEqualTo(2_500);
    assertThat(customers()).hasSize(2_500).contains("2499 s2499 1249.5");
  }

  @Test
  void aDriverThatRefusesIsolationLevelsWrites() throws SQLException {
    long changed =
        JdbcWriter.to(NarrowDriver.over(connection), "UPDATE customer SET certainty = ?")
            .write(List.of(1), List::of);
    assertThat(changed).isEqualTo(5);
  }
}
