package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ReaderOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real PostgreSQL server, where one can be started. */
class PostgreSqlTest {
  private static PostgreSqlServer server;
  private Connection connection;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        PostgreSqlServer.programs().isPresent(),
        "PostgreSQL's initdb and postgres in /usr/lib/postgresql or on the path");
    server = PostgreSqlServer.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(server.url());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void execute(String... commands) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  @Test
  void columnsOfAllTypesAreRead() throws Exception {
    execute(
        "CREATE TEMP TABLE node(id UUID, label VARCHAR, age SMALLINT, share REAL, price NUMERIC,"
            + " member BOOLEAN, city CHAR(6), note TEXT)",
        "INSERT INTO node VALUES"
            + " ('00000000-0000-0000-0000-000000000001', 'gold', 20, 0.5, 12.50, TRUE, 'Rome',"
            + " 'NA'), ('00000000-0000-0000-0000-000000000002', 'plain', 40, 0.25, 7, FALSE,"
            + " 'Oslo', 'new'), ('00000000-0000-0000-0000-000000000003', NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
    Graph<UUID> graph =
        JdbcGraphs.from(connection, UUID.class)
            .nodes("SELECT * FROM node ORDER BY id")
            .edges(
                "SELECT a.id AS source, b.id AS target, 2.5::NUMERIC AS weight, 'knows' AS type,"
                    + " TIMESTAMPTZ '1970-01-02 00:00:01+01' AS time FROM node a, node b"
                    + " WHERE a.id < b.id")
            .read("people")
            .graph();
    assertThat(graph.keys()).extracting(UUID::getLeastSignificantBits).containsExactly(1L, 2L, 3L);
    assertThat(graph.featureNames())
        .containsExactly("age", "share", "price", "member", "city=Rome", "city=Oslo", "note=new");
    assertThat(graph.trainingLabels().values()).containsExactlyInAnyOrder("gold", "plain");
    assertThat(graph.edges().orElseThrow().time(0)).isEqualTo(86_401 - 3_600);
    assertThat(graph.edgeTypes()).containsExactly("knows");
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
  }

  @Test
  void aMillionEdgesAreStreamed() throws Exception {
    execute(
        "CREATE TEMP TABLE edge AS SELECT x % 200000 AS source,"
            + " (x * 7919 + x / 200000) % 200000 AS target FROM generate_series(0::BIGINT, 999999) x");
    Graph<Long> graph =
        JdbcGraphs.from(connection, Long.class)
            .nodes("SELECT x AS id, x % 7 AS size FROM generate_series(0, 199999) x")
            .edges("SELECT source, target FROM edge")
            .options(new ReaderOptions().directed())
            .read("million")
            .graph();
    assertThat(graph.nodeCount()).isEqualTo(200_000);
    assertThat(graph.edgeCount()).isGreaterThan(990_000);
    assertThat(graph.adjacency().matrix().rowEnd(0)).isEqualTo(4);
  }

  @Test
  void rowsAreWrittenAllOrNone() throws Exception {
    execute(
        "CREATE TEMP TABLE customer AS SELECT x AS id, NULL::VARCHAR AS segment,"
            + " NULL::DOUBLE PRECISION AS certainty FROM generate_series(1, 2500) x");
    JdbcWriter writer =
        JdbcWriter.to(connection, "UPDATE customer SET segment = ?, certainty = ? WHERE id = ?");
    List<Integer> ids = IntStream.rangeClosed(1, 2_600).boxed().toList();
    assertThat(writer.write(ids, id -> List.of("s" + id % 2, id / 8.0, id))).isEqualTo(2_500);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () -> writer.write(ids, id -> Arrays.asList("none", id == 2_000 ? "x" : 0.5, id)));
    Map<Long, String> written =
        JdbcGraphs.from(connection, Long.class)
            .nodes("SELECT id, segment AS label FROM customer")
            .edges("SELECT id AS source, id AS target FROM customer")
            .read("written")
            .graph()
            .trainingLabels();
    assertThat(written).hasSize(2_500);
    written.forEach((id, label) -> assertThat(label).isEqualTo("s" + id % 2));
  }
}
