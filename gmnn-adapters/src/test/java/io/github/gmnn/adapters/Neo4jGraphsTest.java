package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.gmnn.Gmnn;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DataFormatException;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.io.ReaderOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilders;

/** A real Neo4j in this JVM, reached by its network protocol. */
class Neo4jGraphsTest {
  private static final String NODES =
      "MATCH (c:Customer) RETURN c.id AS id, c.segment AS label, c.age AS age, c.city AS city,"
          + " c.member AS member ORDER BY id";
  private static final String EDGES =
      "MATCH (a:Customer)-[p:PAID]->(b:Customer)"
          + " RETURN a.id AS source, b.id AS target, p.amount AS weight";
  private static final String UPDATE =
      "UNWIND $rows AS row MATCH (c:Customer {id: row.id}) SET c.predicted = row.label";

  private static Neo4j database;
  private static Driver driver;
  private Session session;

  @BeforeAll
  static void start(@TempDir Path folder) {
    database = Neo4jBuilders.newInProcessBuilder(folder).withDisabledServer().build();
    driver = GraphDatabase.driver(database.boltURI());
  }

  @AfterAll
  static void stop() {
    driver.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    session = driver.session();
    session.run("MATCH (n) DETACH DELETE n").consume();
    session
        .run(
            "CREATE (a:Customer {id: 10, segment: 'gold', age: 20, city: 'Rome', member: true}),"
                + " (b:Customer {id: 20, segment: 'plain', age: 40.5, city: 'Oslo', member: false}),"
                + " (c:Customer {id: 30, age: 60, city: 'Rome', member: true}),"
                + " (d:Customer {id: 40}),"
                + " (a)-[:PAID {amount: 2.5}]->(c), (c)-[:PAID {amount: 1}]->(a),"
                + " (b)-[:PAID {amount: 0.125}]->(d)")
        .consume();
  }

  @AfterEach
  void close() {
    session.close();
  }

  private Neo4jGraphs<Long> customers() {
    return Neo4jGraphs.from(session, Long.class).nodes(NODES).edges(EDGES);
  }

  @Test
  void twoQueriesGiveAGraph() throws Exception {
    Dataset<Long> data = customers().read("customers");
    Graph<Long> graph = data.graph();
    assertThat(data.name()).isEqualTo("customers");
    assertThat(graph.keys()).containsExactly(10L, 20L, 30L, 40L);
    assertThat(graph.featureNames()).containsExactly("age", "member", "city=Rome", "city=Oslo");
    assertThat(Matrices.dense(graph.features())[3]).containsExactly(0, 0, 0, 0);
    assertThat(graph.trainingLabels()).isEqualTo(Map.of(10L, "gold", 20L, "plain"));
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(Matrices.dense(graph.adjacency().matrix())[0]).containsExactly(0, 0, 2.5f, 0);
    assertThat(customers().columns())
        .extracting(DatasetReader.Column::name)
        .containsExactly("age", "city", "member");
  }

  @Test
  void queriesHaveParametersAndEdgesTypesAndTimes() throws Exception {
    Graph<String> graph =
        Neo4jGraphs.from(session, String.class)
            .nodes(
                "MATCH (c:Customer) WHERE c.id < $most RETURN elementId(c) AS id",
                Map.of("most", 40))
            .edges(
                "MATCH (a:Customer)-[p:PAID]->(b) WHERE p.amount > $least"
                    + " RETURN elementId(a) AS source, elementId(b) AS target, type(p) AS type,"
                    + " datetime('1970-01-02T00:00:01[Europe/London]') AS time",
                Map.of("least", 2))
            .options(new ReaderOptions().directed())
            .read("some")
            .graph();
    assertThat(graph.nodeCount()).isEqualTo(3);
    assertThat(graph.edgeTypes()).containsExactly("PAID");
    assertThat(graph.edges().orElseThrow().count()).isEqualTo(1);
    assertThat(graph.edges().orElseThrow().time(0)).isEqualTo(86_401 - 3_600);
  }

  @Test
  void edgesHaveNumbers() throws Exception {
    Graph<Long> graph =
        customers()
            .edges(
                "MATCH (a:Customer)-[p:PAID]->(b:Customer)"
                    + " RETURN a.id AS source, b.id AS target, p.amount AS amount")
            .read("customers")
            .graph();
    assertThat(graph.edgeAttributes().orElseThrow().names()).containsExactly("amount");
    assertThat(graph.edgeAttributes().orElseThrow().count()).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          MATCH (c:Customer) RETURN c.age AS age              | query of nodes: ; column 'id'; 'age'
          MATCH (c:Customer) RETURN c.nothing AS id           | query of nodes, row 1; an id; a blank one
          MATCH (c:Customer) RETURN 7 AS id                   | query of nodes, row 2; each id once; '7'
          MATCH (c:Customer) WHERE c.id < 0 RETURN c.id AS id | nodes after the header; the query of nodes
          MATCH (c:Customer) RETURN elementId(c) AS id        | row 1; java.lang.Long; 'id'
          MATCH (c:Customer) RETURN c AS id                   | row 1; java.lang.Long; 'id'; Node
          MATCH (c:Customer) RETURN c.id AS id, c             | row 1; 'c'; Node; parts
          MATCH (c:Customer) RETURN c.id AS id, [1, 2] AS parts | row 1; 'parts'; parts as columns
          MATCH (c:Customer) RETURN c.id AS id, date() AS day | row 1; 'day'; date; days
          MATCH (c:Customer {id: 10}) RETURN c.id AS id       | query of edges, row; an id of the query of nodes; '30'
          """)
  void wrongNodesAreRefusedByRowAndColumn(String query, String named) {
    assertThatExceptionOfType(DataFormatException.class)
        .isThrownBy(() -> customers().nodes(query).read("customers"))
        .withMessageContainingAll(named.split("; "));
    assertThat(session.run("RETURN 1").single().get(0).asInt()).isEqualTo(1); // still of use
  }

  @Test
  void whatTheDatabaseRefusesIsTheDriversException() {
    assertThatExceptionOfType(ClientException.class)
        .isThrownBy(() -> customers().edges("MATCH nothing").read("customers"));
    assertThatIllegalStateException()
        .isThrownBy(() -> Neo4jGraphs.from(session, Long.class).nodes(NODES).read("customers"))
        .withMessageContaining("edges(\"MATCH ...\")");
  }

  /** The code of docs/databases.md. */
  @Test
  void theDocumentedCodeRuns() throws Exception {
    Dataset<Long> data =
        Neo4jGraphs.from(session, Long.class)
            .nodes("MATCH (c:Customer) RETURN c.id AS id, c.segment AS label, c.age AS age")
            .edges(
                "MATCH (a:Customer)-[p:PAID]->(b:Customer)"
                    + " RETURN a.id AS source, b.id AS target, sum(p.amount) AS weight")
            .read("customers");
    Predictions<Long> predictions = Gmnn.builder().seed(1).fit(data.graph()).predictions();

    Neo4jWriter.to(
            session,
            "UNWIND $rows AS row MATCH (c:Customer {id: row.id})"
                + " SET c.predicted = row.label, c.certainty = row.probability")
        .write(
            predictions.all(),
            p -> Map.of("id", p.key(), "label", p.label(), "probability", p.probability()));

    assertThat(session.run("MATCH (c:Customer) RETURN count(c.certainty)").single().get(0).asInt())
        .isEqualTo(4);
  }

  @Test
  void predictionsComeBackIntoTheDatabase() throws Exception {
    Graph<Long> graph = customers().read("customers").graph();
    Predictions<Long> predictions = Gmnn.builder().seed(1).fit(graph).predictions();
    for (int size : new int[] {1, 3, 4, 100}) {
      session.run("MATCH (c:Customer) REMOVE c.predicted, c.certainty").consume();
      long set =
          Neo4jWriter.to(session, UPDATE + ", c.certainty = row.probability")
              .batchSize(size)
              .write(
                  predictions.all(),
                  p -> Map.of("id", p.key(), "label", p.label(), "probability", p.probability()));
      assertThat(set).isEqualTo(8);
      Map<Long, String> written =
          customers()
              .nodes("MATCH (c:Customer) RETURN c.id AS id, c.predicted AS label")
              .read("written")
              .graph()
              .trainingLabels();
      assertThat(written).hasSize(4);
      written.forEach((id, label) -> assertThat(label).isEqualTo(predictions.of(id).label()));
    }
  }

  @Test
  void aTransactionOfTheApplicationDecides() throws Exception {
    List<Map<String, Object>> rows =
        List.of(
            Map.of("id", 10, "label", "x"),
            Map.of("id", 20, "label", "y"),
            Map.of("id", 99, "label", "x"));
    try (Transaction transaction = session.beginTransaction()) {
      assertThat(Neo4jWriter.to(transaction, UPDATE).batchSize(1).write(rows, row -> row))
          .isEqualTo(2); // no customer is 99
      Graph<Long> inside =
          Neo4jGraphs.from(transaction, Long.class)
              .nodes("MATCH (c:Customer) RETURN c.id AS id, c.predicted AS label")
              .edges(EDGES)
              .read("inside")
              .graph();
      assertThat(inside.trainingLabels()).isEqualTo(Map.of(10L, "x", 20L, "y"));
      transaction.rollback();
    }
    assertThat(session.run("MATCH (c {predicted: 'x'}) RETURN count(c)").single().get(0).asInt())
        .isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Neo4jWriter.to(session, "MATCH (n) SET n.x = 1"))
        .withMessageContaining("UNWIND $rows");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Neo4jWriter.to(session, UPDATE).batchSize(0))
        .withMessageContaining("batchSize");
  }
}
