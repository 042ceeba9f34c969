package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ReaderOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.junit.jupiter.api.Test;

/** The code of docs/object-classification.md. */
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
