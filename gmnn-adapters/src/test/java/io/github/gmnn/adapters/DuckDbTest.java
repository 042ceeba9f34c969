package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ReaderOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet and CSV files by DuckDB. */
class DuckDbTest {
  private static final int NODES = 200_000;
  private static final int EDGES = 1_000_000;

  @TempDir private Path folder;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
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
  void filesOfAnyFormatGiveTheSameGraph() throws Exception {
    execute(
        "CREATE TABLE node AS SELECT * FROM (VALUES"
            + " (1, 'gold', 20::UTINYINT, 0.5::FLOAT, 12.50::DECIMAL(9, 2), TRUE, 'Rome'),"
            + " (2, 'plain', 40, 0.25, 7, FALSE, 'Oslo'),"
            + " (3, NULL, NULL, NULL, NULL, NULL, NULL))"
            + " AS t(id, label, age, share, price, member, city)",
        "CREATE TABLE edge AS SELECT * FROM (VALUES"
            + " (1::HUGEINT, 2::HUGEINT, 2.5, TIMESTAMP '1970-01-02 00:00:01.5'),"
            + " (2, 3, 1, TIMESTAMP '1970-01-03 00:00:00')) AS t(source, target, weight, time)");
    List<Graph<Long>> graphs = new ArrayList<>();
    for (String format : List.of("parquet", "csv", "json")) {
      Path nodes = folder.resolve("nodes." + format);
      Path edges = folder.resolve("edges." + format);
      execute("COPY node TO '" + nodes + "'", "COPY edge TO '" + edges + "'");
      graphs.add(
          JdbcGraphs.from(connection, Long.class)
              .nodes("SELECT * FROM '" + nodes + "' ORDER BY id")
              .edges("SELECT * FROM '" + edges + "'")
              .read(format)
              .graph());
    }
    for (Graph<Long> graph : graphs) {
      assertThat(graph.keys()).containsExactly(1L, 2L, 3L);
      assertThat(graph.featureNames())
          .containsExactly("age", "share", "price", "member", "city=Rome", "city=Oslo");
      assertThat(graph.features()).isEqualTo(graphs.get(0).features());
      assertThat(graph.trainingLabels()).isEqualTo(Map.of(1L, "gold", 2L, "plain"));
      assertThat(graph.edges().orElseThrow().time(0)).isEqualTo(86_401);
      assertThat(graph.adjacency().matrix()).isEqualTo(graphs.get(0).adjacency().matrix());
    }
  }

  @Test
  void aMillionEdgesOfParquetGoInAndPredictionsComeOut() throws Exception {
    Path nodes = folder.resolve("nodes.parquet");
    Path edges = folder.resolve("edges.parquet");
    execute(
        "COPY (SELECT x AS id, CASE x % 3 WHEN 0 THEN 'zero' ELSE 'other' END AS label,"
            + (" x / 7.0 AS size, 'k' || x % 11 AS kind FROM range(" + NODES + ") t(x)) TO '")
            + nodes
            + "'",
        "COPY (SELECT x % 200000 AS source, (x * 7919 + x // 200000) % 200000 AS target,"
            + (" 1 + x % 4 AS weight FROM range(" + EDGES + ") t(x)) TO '")
            + edges
            + "'");
    Graph<Integer> graph =
        JdbcGraphs.from(connection, Integer.class)
            .nodes("SELECT * FROM '" + nodes + "' ORDER BY id")
            .edges("SELECT * FROM '" + edges + "'")
            .options(new ReaderOptions().directed())
            .read("million")
            .graph();
    Graph.Builder<Integer> expected = Graph.<Integer>builder().directed();
    for (int i = 0; i < NODES; i++) {
      expected.addNode(i);
    }
    for (long x = 0; x < EDGES; x++) {
      expected.addEdge((int) (x % NODES), (int) ((x * 7919 + x / NODES) % NODES), 1 + x % 4);
    }
    assertThat(graph.adjacency().matrix()).isEqualTo(expected.build().adjacency().matrix());
    assertThat(graph.featureNames()).hasSize(12);

    DenseMatrix distributions = DenseMatrix.zeros(NODES, 2);
    for (int i = 0; i < NODES; i++) {
      distributions.set(i, i % 2, 1);
    }
    Predictions<Integer> predictions = Predictions.of(graph, distributions);
    execute("CREATE TABLE predicted(id INTEGER, label VARCHAR, probability FLOAT)");
    Path csv = folder.resolve("predictions.csv");
    predictions.csv().writeTo(csv);
    execute(
        "INSERT INTO predicted SELECT node, label, probability FROM '" + csv + "'",
        "COPY predicted TO '" + folder.resolve("predicted.parquet") + "'");
    assertThat(Files.size(folder.resolve("predicted.parquet"))).isPositive();
    long changed =
        JdbcWriter.to(connection, "UPDATE predicted SET probability = ? WHERE id = ?")
            .write(predictions.all().subList(0, 2_000), p -> List.of(0.5, p.key()));
    assertThat(changed).isEqualTo(2_000);
    try (Statement statement = connection.createStatement();
        ResultSet counts =
            statement.executeQuery(
                "SELECT count(*), count(*) FILTER (label = '"
                    + graph.classes().get(1)
                    + "'), count(*) FILTER (probability = 0.5) FROM predicted")) {
      assertThat(counts.next()).isTrue();
      assertThat(counts.getLong(1)).isEqualTo(NODES);
      assertThat(counts.getLong(2)).isEqualTo(NODES / 2);
      assertThat(counts.getLong(3)).isEqualTo(2_000);
    }
  }
}
