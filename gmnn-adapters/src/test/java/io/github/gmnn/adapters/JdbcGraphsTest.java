package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import io.github.gmnn.sparse.EdgeList;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcGraphsTest {
  private static final String NODES =
      "SELECT id, label, age, city, member FROM customer ORDER BY id";
  private static final String EDGES = "SELECT source, target, weight FROM payment";

  private Connection connection;

  @BeforeEach
  void fillDatabase() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    execute(
        "CREATE TABLE customer(id BIGINT PRIMARY KEY, label VARCHAR, age INT, city VARCHAR,"
            + " member BOOLEAN)",
        "INSERT INTO customer VALUES (10, 'gold', 20, 'Rome', TRUE), (20, 'plain', 40, 'Oslo',"
            + " FALSE), (30, NULL, 60, 'Rome', TRUE), (40, NULL, NULL, NULL, NULL)",
        "CREATE TABLE payment(source BIGINT, target BIGINT, weight DOUBLE PRECISION)",
        "INSERT INTO payment VALUES (10, 30, 2.5), (30, 10, 1), (20, 40, 1e-3)");
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

  private JdbcGraphs<Long> customers() {
    return JdbcGraphs.from(connection, Long.class).nodes(NODES).edges(EDGES);
  }

  @Test
  void aMissingLabelIsNone() throws Exception {
    execute("UPDATE customer SET label = 'N/A' WHERE id = 40");
    Graph<Long> graph = customers().read("customers").graph();
    assertThat(graph.classes()).containsExactly("gold", "plain");
  }

  @Test
  void twoQueriesMakeAGraph() throws Exception {
    Dataset<Long> data = customers().read("customers");
    Graph<Long> graph = data.graph();
    assertThat(data.name()).isEqualTo("customers");
    assertThat(graph.keys()).containsExactly(10L, 20L, 30L, 40L);
    assertThat(graph.classes()).containsExactly("gold", "plain");
    assertThat(graph.trainingNodes()).containsExactly(0, 1);
    assertThat(graph.featureNames()).containsExactly("AGE", "MEMBER", "CITY=Rome", "CITY=Oslo");
    float old = (float) Math.sqrt(1.5); // 20 years in deviations of 20, 40 and 60
    assertThat(Matrices.dense(graph.features()))
        .isEqualTo(new float[][] {{-old, 1, 1, 0}, {0, 0, 0, 1}, {old, 1, 1, 0}, {0, 0, 0, 0}});
    assertThat(Matrices.dense(graph.adjacency().matrix()))
        .isEqualTo(
            new float[][] {{0, 0, 2.5f, 0}, {0, 0, 0, 0.001f}, {2.5f, 0, 0, 0}, {0, 0.001f, 0, 0}});
  }

  @Test
  void columnsMeanWhatTheyMeanInFiles(@TempDir Path folder) throws Exception {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(
          "%d,%s,%s,%s,%s,word%d and word%d"
              .formatted(
                  i,
                  i % 3 == 0 ? "x" : "y",
                  i < 20 ? "train" : i < 30 ? "dev" : "test",
                  i * i,
                  i % 5 == 0 ? "" : i % 2 == 0 ? "red" : "blue",
                  i % 9,
                  i));
    }
    Files.writeString(
        folder.resolve("nodes.csv"),
        "ID,LABEL,SPLIT,SIZE,COLOUR,TITLE\n" + String.join("\n", rows) + "\n");
    Files.writeString(folder.resolve("edges.csv"), "SOURCE,TARGET\n0,1\n1,2\n7,39\n");
    ReaderOptions options = new ReaderOptions().directed();
    Dataset<String> fromFiles = DatasetReader.read(folder, options);

    String csv = "SELECT * FROM CSVREAD('" + folder + "/%s.csv')";
    JdbcGraphs<String> reader =
        JdbcGraphs.from(connection, String.class)
            .nodes(csv.formatted("nodes"))
            .edges(csv.formatted("edges"))
            .options(options);
    Dataset<String> fromDatabase = reader.read(fromFiles.name());

    assertThat(fromDatabase.graph().keys()).isEqualTo(fromFiles.graph().keys());
    assertThat(fromDatabase.graph().featureSchema()).isEqualTo(fromFiles.graph().featureSchema());
    assertThat(fromDatabase.graph().features()).isEqualTo(fromFiles.graph().features());
    assertThat(fromDatabase.graph().adjacency().matrix())
        .isEqualTo(fromFiles.graph().adjacency().matrix());
    assertThat(fromDatabase.graph().validationNodes())
        .isEqualTo(fromFiles.graph().validationNodes());
    assertThat(fromDatabase.testLabels()).isEqualTo(fromFiles.testLabels()).hasSize(10);
    assertThat(reader.columns()).isEqualTo(DatasetReader.columns(folder, options));
    assertThat(reader.columns())
        .extracting(DatasetReader.Column::kind)
        .containsExactly(
            DatasetReader.Column.Kind.NUMBER,
            DatasetReader.Column.Kind.CATEGORY,
            DatasetReader.Column.Kind.TEXT);
  }

  @Test
  void keysMayBeUniqueIdentifiers() throws Exception {
    UUID one = UUID.fromString("00000000-0000-0000-0000-000000000001");
    UUID two = UUID.fromString("00000000-0000-0000-0000-000000000002");
    execute(
        "CREATE TABLE thing(id UUID)", "INSERT INTO thing VALUES ('" + one + "'), ('" + two + "')");
    Graph<UUID> graph =
        JdbcGraphs.from(connection, UUID.class)
            .nodes("SELECT id FROM thing ORDER BY id")
            .edges("SELECT a.id AS source, b.id AS target FROM thing a, thing b")
            .read("things")
            .graph();
    assertThat(graph.keys()).containsExactly(one, two);
    assertThat(graph.edgeCount()).isEqualTo(1);
  }

  @Test
  void questionMarksHaveValues() throws Exception {
    Graph<Long> graph =
        JdbcGraphs.from(connection, Long.class)
            .nodes("SELECT id FROM customer WHERE id < ?", 40)
            .edges("SELECT source, target FROM payment WHERE weight > ? AND source > ?", 0.5, 1)
            .read("some")
            .graph();
    assertThat(graph.nodeCount()).isEqualTo(3);
    assertThat(graph.edgeCount()).isEqualTo(1);
  }

  @Test
  void edgesHaveTypesAndTimes() throws Exception {
    Graph<Long> graph =
        customers()
            .edges(
                "SELECT source, target, CASE source WHEN 20 THEN 'asks' ELSE 'pays' END AS type,"
                    + " TIMESTAMP '1970-01-02 00:00:01.5' AS time FROM payment WHERE source <> 30")
            .read("customers")
            .graph();
    assertThat(graph.edgeTypes()).containsExactlyInAnyOrder("pays", "asks");
    EdgeList edges = graph.edges().orElseThrow();
    assertThat(edges.count()).isEqualTo(2);
    assertThat(edges.time(0)).isEqualTo(86_401);
    assertThat(edges.time(1)).isEqualTo(86_401);
  }

  @Test
  void aModelReadsNewRowsAsItsOwn() throws Exception {
    Graph<Long> graph = customers().read("customers").graph();
    GmnnModel<Long> model = Gmnn.builder().seed(1).fit(graph);
    execute(
        "INSERT INTO customer VALUES (50, NULL, 20, 'Lima', TRUE)",
        "INSERT INTO payment VALUES (50, 10, 1)");
    Graph<Long> later =
        customers()
            .options(new ReaderOptions().forModel(model.featureSchema(), model.classes()))
            .read("later")
            .graph();
    Predictions<Long> predictions = model.predict(later);
    assertThat(predictions.unseenFeatures()).containsExactly("CITY=Lima");
    assertThat(predictions.of(50L).label()).isIn("gold", "plain");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT age FROM customer                      | query of nodes: ; column 'id'; 'AGE'
          SELECT id, age, age FROM customer             | query of nodes: ; distinct names; 'AGE'
          SELECT NULL AS id FROM customer               | query of nodes, row 1; an id; a blank one
          SELECT 7 AS id FROM customer                  | query of nodes, row 2; each id once; '7'
          SELECT id FROM customer WHERE id < 0          | nodes after the header; the query of nodes
          SELECT CONCAT('n', id) AS id FROM customer    | row 1; java.lang.Long; 'ID'; 'n10'
          SELECT id, DATE '2024-02-03' AS since FROM customer | row 1; 'SINCE'; date; days
          SELECT id, TIME '12:00:00' AS opens FROM customer   | query of nodes: ; 'OPENS'; TIME; seconds
          SELECT id, CAST('a' AS BINARY) AS photo FROM customer | 'PHOTO'; BINARY; leave it out
          SELECT id, ARRAY[1, 2] AS tags FROM customer  | 'TAGS'; ARRAY; parts
          SELECT id, CASE id WHEN 30 THEN 'x' ELSE '3' END AS age FROM customer | row 3; number; 'AGE'; 'x'
          SELECT id, label, 'today' AS split FROM customer | row 1; train, validation, test; 'today'
          SELECT id FROM customer WHERE id > 10         | query of edges, row; an id of the query of nodes; '10'
          """)
  void wrongNodesAreRefusedByRowAndColumn(String query, String named) {
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> customers().nodes(query).read("customers"))
        .withMessageContainingAll(named.split("; "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT target FROM payment                             | query of edges: ; 'source'
          SELECT source, target, 0 AS weight FROM payment        | query of edges, row 1; positive; '0'
          SELECT source, target, NULL AS weight FROM payment     | row 1; positive, finite weight
          SELECT source, target, 'much' AS weight FROM payment   | row 1; positive; 'much'
          SELECT source, NULL AS target FROM payment             | row 1; an id of; a blank one
          SELECT source, 99 AS target FROM payment               | row 1; an id of; '99'
          """)
  void wrongEdgesAreRefusedByRowAndColumn(String query, String named) {
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> customers().edges(query).read("customers"))
        .withMessageContainingAll(named.split("; "));
  }

  @Test
  void whatTheDatabaseRefusesIsItsOwnException() {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> customers().edges("SELECT nothing FROM nowhere").read("customers"))
        .withMessageContaining("NOWHERE");
  }

  @Test
  void aMissingQueryAndAWrongFetchSizeAreRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> JdbcGraphs.from(connection, Long.class).nodes(NODES).read("customers"))
        .withMessageContaining("edges(\"SELECT ...\")");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> customers().fetchSize(0))
        .withMessageContainingAll("at least 1", "0");
  }

  @Test
  void theConnectionIsLeftAsItWas() throws Exception {
    int isolation = connection.getTransactionIsolation();
    customers().read("customers");
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);

    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> customers().nodes("SELECT age FROM customer").read("customers"));
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
    assertThat(connection.isClosed()).isFalse();
  }

  /** A connection that has done what a method asks for, or not, and then fails. */
  private Connection failingIn(String failing, Object value) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals(failing)
                  && (value == null || arguments[0].equals(value))) {
                throw new SQLException(failing);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void theConnectionIsLeftAsItWasWhenItFails() throws Exception {
    int isolation = connection.getTransactionIsolation();
    for (Connection failing :
        List.of(failingIn("rollback", null), failingIn("setAutoCommit", false))) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () ->
                  JdbcGraphs.from(failing, Long.class).nodes(NODES).edges(EDGES).read("customers"));
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
    }
  }

  @Test
  void aDriverThatGivesValuesAsTheyAreGivesTheSameGraph() throws Exception {
    execute("ALTER TABLE payment ADD time TIMESTAMP DEFAULT TIMESTAMP '1970-01-02 00:00:01.5'");
    String edges = "SELECT source, target, weight, 'pays' AS type, time FROM payment";
    Graph<Long> expected = customers().edges(edges).read("customers").graph();
    Connection narrow = NarrowDriver.over(connection);
    JdbcGraphs<Long> reader = JdbcGraphs.from(narrow, Long.class).nodes(NODES).edges(edges);
    Graph<Long> graph = reader.read("customers").graph();
    assertThat(graph.keys()).isEqualTo(expected.keys());
    assertThat(graph.featureSchema()).isEqualTo(expected.featureSchema());
    assertThat(graph.features()).isEqualTo(expected.features());
    assertThat(graph.adjacency().matrix()).isEqualTo(expected.adjacency().matrix());
    assertThat(graph.edges().orElseThrow().time(0)).isEqualTo(86_401);
    assertThat(graph.trainingLabels()).isEqualTo(expected.trainingLabels());
    assertThat(narrow.getAutoCommit()).isTrue();

    List<String> keys =
        JdbcGraphs.from(narrow, String.class)
            .nodes("SELECT id, age AS label FROM customer ORDER BY id")
            .edges(EDGES)
            .read("texts")
            .graph()
            .keys();
    assertThat(keys).containsExactly("10", "20", "30", "40");
  }

  @Test
  void aDriverThatReadsNoSuchKeyIsToldFromOneThatFails() {
    Connection narrow = NarrowDriver.over(connection);
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(
            () ->
                JdbcGraphs.from(narrow, Integer.class)
                    .nodes("SELECT id * 1000000000 AS id FROM customer")
                    .edges(EDGES)
                    .read("customers"))
        .withMessageContainingAll("row 1", "java.lang.Integer", "'10000000000'");
  }

  @Test
  void aTransactionOfTheApplicationGoesOn() throws Exception {
    connection.setAutoCommit(false);
    execute("INSERT INTO customer(id) VALUES (50)");
    assertThat(customers().read("customers").graph().nodeCount()).isEqualTo(5);
    connection.rollback();
    assertThat(customers().read("customers").graph().nodeCount()).isEqualTo(4);
  }

  @Test
  void rowsAreFetchedInPartsAndStatementsClosed() throws Exception {
    List<PreparedStatement> statements = new ArrayList<>();
    List<Object> fetchSizes = new ArrayList<>();
    Connection watched =
        proxy(
            Connection.class,
            connection,
            (name, arguments, result) -> {
              if (!name.equals("prepareStatement")) {
                return result;
              }
              statements.add((PreparedStatement) result);
              return proxy(
                  PreparedStatement.class,
                  result,
                  (method, values, inner) -> {
                    if (method.equals("setFetchSize")) {
                      fetchSizes.add(values[0]);
                    }
                    return inner;
                  });
            });
    JdbcGraphs.from(watched, Long.class).nodes(NODES).edges(EDGES).fetchSize(2).read("customers");
    assertThat(statements).hasSize(3); // what the columns are, the nodes, the edges
    for (PreparedStatement statement : statements) {
      assertThat(statement.isClosed()).isTrue();
    }
    assertThat(fetchSizes).containsOnly(2).hasSize(3);
  }

  private interface Watch {
    Object after(String method, Object[] arguments, Object result);
  }

  private static <T> T proxy(Class<T> type, Object target, Watch watch) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return watch.after(method.getName(), arguments, method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  @Test
  void aMillionEdgesAreRead() throws SQLException, IOException {
    int nodes = 200_000;
    int edges = 1_000_000;
    // Lazy: the database computes rows as they are fetched, and keeps none.
    try (Connection lazy = DriverManager.getConnection("jdbc:h2:mem:;LAZY_QUERY_EXECUTION=1")) {
      Graph<Integer> graph =
          JdbcGraphs.from(lazy, Integer.class)
              .nodes(
                  "SELECT x AS id, CASE MOD(x, 3) WHEN 0 THEN 'zero' ELSE 'other' END AS label,"
                      + " x / 7.0 AS size, 'k' || MOD(x, 11) AS kind FROM SYSTEM_RANGE(0, ?)",
                  nodes - 1)
              .edges(
                  "SELECT MOD(x, 200000) AS source, MOD(x * 7919 + x / 200000, 200000) AS target,"
                      + " 1 + MOD(x, 4) AS weight FROM SYSTEM_RANGE(0, ?)",
                  edges - 1)
              .options(new ReaderOptions().directed())
              .read("million")
              .graph();

      Graph.Builder<Integer> expected = Graph.<Integer>builder().directed();
      for (int i = 0; i < nodes; i++) {
        expected.addNode(i);
      }
      for (long x = 0; x < edges; x++) {
        expected.addEdge((int) (x % nodes), (int) ((x * 7919 + x / nodes) % nodes), 1 + x % 4);
      }
      assertThat(graph.nodeCount()).isEqualTo(nodes);
      assertThat(graph.edgeCount()).isGreaterThan(990_000);
      assertThat(graph.adjacency().matrix()).isEqualTo(expected.build().adjacency().matrix());
      assertThat(graph.featureNames()).hasSize(12);
      assertThat(graph.trainingNodes()).hasSize(nodes);
    }
  }
}
