package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ReaderOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/classify-nodes.md and docs/databases.md. */
class DocumentedAdaptersTest {
  @Test
  void aDatabaseGivesAGraphAndLaterTheNodesToPredict() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE customer(id BIGINT, segment VARCHAR, age INT, city VARCHAR) AS VALUES"
              + " (1, 'gold', 60, 'Rome'), (2, 'plain', 20, 'Oslo'), (3, NULL, 55, 'Rome')");
      statement.execute(
          "CREATE TABLE payment(payer BIGINT, payee BIGINT, amount INT) AS VALUES (1, 3, 7),"
              + " (3, 1, 2), (2, 2, 1)");

      JdbcGraphs<Long> customers =
          JdbcGraphs.from(connection, Long.class)
              .nodes("SELECT id, segment AS label, age, city FROM customer")
              .edges(
                  "SELECT payer AS source, payee AS target, SUM(amount) AS weight"
                      + " FROM payment GROUP BY payer, payee");
      Dataset<Long> data = customers.read("customers");
      GmnnModel<Long> model = Gmnn.builder().seed(1).fit(data.graph());

      // Later: columns become the features that the model knows, and labels are not needed.
      ReaderOptions asTrained =
          new ReaderOptions().forModel(model.featureSchema(), model.classes());
      Graph<Long> today = customers.options(asTrained).read("today").graph();
      String segment = model.predict(today).of(3L).label();

      assertThat(segment).isEqualTo("gold");
    }
  }

  @Test
  void predictionsGoBackIntoTheDatabase() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE customer(id BIGINT, predicted VARCHAR, certainty DOUBLE PRECISION) AS"
              + " VALUES (1, NULL, NULL), (2, NULL, NULL)");
      Graph<Long> graph =
          Graph.<Long>builder().addNode(1L).addNode(2L).classes(List.of("gold", "plain")).build();
      Predictions<Long> predictions = Predictions.of(graph, DenseMatrix.zeros(2, 2));

      connection.setAutoCommit(false); // else the writer has a transaction of its own
      long changed =
          JdbcWriter.to(connection, "UPDATE customer SET predicted = ?, certainty = ? WHERE id = ?")
              .write(predictions.all(), p -> List.of(p.label(), p.probability(), p.key()));
      connection.commit();

      assertThat(changed).isEqualTo(2);
    }
  }

  @Test
  void filesAreReadThroughDuckDb(@TempDir Path folder) throws Exception {
    Path nodes = folder.resolve("customers.parquet");
    Path edges = folder.resolve("payments.csv");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (SELECT 1 AS id, 20 AS age UNION SELECT 2, 30) TO '" + nodes + "'");
      statement.execute("COPY (SELECT 1 AS payer, 2 AS payee) TO '" + edges + "'");
    }

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      Dataset<Long> data =
          JdbcGraphs.from(connection, Long.class)
              .nodes("SELECT * FROM read_parquet(?)", nodes.toString())
              .edges("SELECT payer AS source, payee AS target FROM read_csv(?)", edges.toString())
              .read("customers");

      assertThat(data.graph().edgeCount()).isEqualTo(1);
    }
  }

  @Test
  void tinkerPopGivesAGraphAndTakesPredictions() throws Exception {
    GraphTraversalSource g = TinkerGraph.open().traversal();
    g.addV("person")
        .property("age", 20)
        .property("segment", "gold")
        .as("a")
        .addV("person")
        .property("age", 60)
        .property("segment", "plain")
        .addE("knows")
        .to("a")
        .iterate();

    Dataset<Long> people =
        TinkerPopGraphs.from(g, Long.class)
            .vertices(v -> v.hasLabel("person"))
            .features("age")
            .label("segment")
            .edges(e -> e.hasLabel("knows"))
            .read("people");
    Predictions<Long> predictions = Gmnn.builder().seed(1).fit(people.graph()).predictions();
    TinkerPopWriter.to(g)
        .write(predictions.all(), p -> p.key(), p -> Map.of("predicted", p.label()));

    assertThat(g.V().has("predicted").count().next()).isEqualTo(2);
  }

  @Test
  void matricesAreForOtherLibraries(@TempDir Path folder) throws Exception {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", 1.0, 2.0)
            .addNode("b", 3.0, 4.0)
            .classes(List.of("x", "y"))
            .build();
    Predictions<String> predictions = Predictions.of(graph, DenseMatrix.zeros(2, 2));
    NodeEmbeddings<String> embeddings =
        NodeEmbeddings.of(graph.keys(), DenseMatrix.wrap(2, 1, new float[] {1, 2}));

    predictions.csv().writeTo(folder.resolve("predictions.csv")); // or csvForSpreadsheets()
    embeddings.jsonLines().writeTo(folder.resolve("embeddings.jsonl"));
    double[][] features = graph.features().toDense().toDoubles();
    double[][] vectors = embeddings.matrix().toDoubles();
    float[][] probabilities = predictions.matrix().toFloats();

    assertThat(features).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    assertThat(vectors).isDeepEqualTo(new double[][] {{1}, {2}});
    assertThat(probabilities).isDeepEqualTo(new float[2][2]);
  }

  private record Paper(Map<String, Integer> words, String topicOrNull) {}

  @Test
  void jgraphtGivesAGraph() {
    SimpleGraph<Paper, DefaultEdge> citations = new SimpleGraph<>(DefaultEdge.class);
    citations.addVertex(new Paper(Map.of("index", 1), "databases"));
    citations.addVertex(new Paper(Map.of("gradient", 1), "learning"));

    Graph<Paper> graph = JGraphTGraphs.from(citations, Paper::words, Paper::topicOrNull).build();

    assertThat(graph.featureCount()).isEqualTo(2);
  }
}
