package io.github.gmnn.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Graph;
import org.junit.jupiter.api.Test;

class NeighborsTest {
  @Test
  void anEdgeOfEitherDirectionLinksTwoNodesOnce() {
    Graph<String> graph =
        Graph.<String>builder()
            .directed()
            .addNode("a")
            .addNode("b")
            .addNode("c")
            .addEdge("a", "b", 2)
            .addEdge("b", "a", 3)
            .addEdge("c", "b")
            .build();
    Neighbors neighbors = Neighbors.of(graph.adjacency().matrix());
    assertThat(neighbors.starts()).containsExactly(0, 1, 3, 4);
    assertThat(neighbors.nodes()).containsExactly(1, 0, 2, 1);
    assertThat(neighbors.mirrored()).containsExactly(1, 0, 3, 2);
  }
}
