package io.github.gmnn.baseline.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Graph;
import java.util.List;
import java.util.stream.IntStream;
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
    Neighbors neighbors = Neighbors.of(Relation.of(graph.adjacency()));
    assertThat(neighbors.starts()).containsExactly(0, 1, 3, 4);
    assertThat(neighbors.nodes()).containsExactly(1, 0, 2, 1);
    assertThat(neighbors.mirrored()).containsExactly(1, 0, 3, 2);
  }

  @Test
  void twoNodesAreOnePairHoweverManyEdgesJoinThem() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .undirectedTypes("knows")
            .addEdge("a", "b", "cites")
            .addEdge("b", "a", "knows")
            .addEdge("c", "b", "cites")
            .addEdge("b", "c", "cites")
            .build();
    List<Relation> relations = Relation.of(graph.adjacency());
    assertThat(relations.stream().map(Relation::name))
        .containsExactly("cites", "knows", "cites inverse");
    Neighbors neighbors = Neighbors.of(relations);
    assertThat(neighbors.starts()).containsExactly(0, 1, 3, 4);
    assertThat(neighbors.nodes()).containsExactly(1, 0, 2, 1);
    assertThat(neighbors.mirrored()).containsExactly(1, 0, 3, 2);
    // a is the source of "cites", b its target; b and c cite each other.
    assertThat(IntStream.of(neighbors.ways()).mapToObj(way -> neighbors.relations()[way]))
        .containsExactly(new int[] {1, 2}, new int[] {0, 1}, new int[] {0, 2}, new int[] {0, 2});
    assertThat(neighbors.relations()).hasDimensions(3, 2);
  }
}
