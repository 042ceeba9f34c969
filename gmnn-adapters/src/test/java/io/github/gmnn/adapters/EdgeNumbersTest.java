package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.graph.MutableNetwork;
import com.google.common.graph.NetworkBuilder;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.Map;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DirectedWeightedMultigraph;
import org.junit.jupiter.api.Test;

/** Numbers on edges come from other graphs by a function. */
class EdgeNumbersTest {
  private record Payment(int number, double amount) {}

  private static void assertPayments(Graph<String> graph) {
    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    assertThat(edges.names()).containsExactly("amount");
    assertThat(edges.isDirected()).isTrue();
    assertThat(edges.count()).isEqualTo(3);
    int b = graph.indexOf("b");
    assertThat(edges.receivedStart(b + 1) - edges.receivedStart(b)).isEqualTo(2);
    assertThat(edges.value(edges.receivedStart(b), 0)).isEqualTo(10);
    assertThat(edges.value(edges.receivedStart(b) + 1, 0)).isEqualTo(20);
  }

  @Test
  void ofAGuavaNetwork() {
    MutableNetwork<String, Payment> network =
        NetworkBuilder.directed().allowsParallelEdges(true).build();
    network.addEdge("a", "b", new Payment(1, 10));
    network.addEdge("a", "b", new Payment(2, 20));
    network.addEdge("b", "c", new Payment(3, 5));
    assertPayments(
        GuavaGraphs.fromNumbers(network, payment -> Map.of("amount", payment.amount()))
            .directed()
            .build());
  }

  @Test
  void ofAJGraphTGraph() {
    DirectedWeightedMultigraph<String, Payment> graph =
        new DirectedWeightedMultigraph<>(Payment.class);
    for (String vertex : new String[] {"a", "b", "c"}) {
      graph.addVertex(vertex);
    }
    graph.addEdge("a", "b", new Payment(1, 10));
    graph.addEdge("a", "b", new Payment(2, 20));
    graph.addEdge("b", "c", new Payment(3, 5));
    assertPayments(
        JGraphTGraphs.fromNumbers(graph, payment -> Map.of("amount", payment.amount()))
            .directed()
            .build());
    assertThat(
            JGraphTGraphs.from(new DefaultDirectedGraph<String, Payment>(Payment.class))
                .addNode("x")
                .build()
                .edgeAttributes())
        .isEmpty();
  }
}
