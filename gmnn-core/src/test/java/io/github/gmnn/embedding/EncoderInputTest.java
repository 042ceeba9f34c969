package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;

class EncoderInputTest {
  @Test
  void edgesJoinTheirEndsEitherWay() {
    Graph<String> graph =
        Graph.<String>builder()
            .directed()
            .addNode("a")
            .addNode("b")
            .addNode("c")
            .addEdge("a", "b", 2)
            .addEdge("b", "a", 3)
            .addEdge("b", "c", 5)
            .build();
    CsrMatrix matrix = EncoderInput.undirected(graph).matrix();
    assertThat(matrix.isSymmetric()).isTrue();
    assertThat(matrix.columnIndices()).containsExactly(1, 0, 2, 1);
    assertThat(matrix.values()).containsExactly(5f, 5f, 5f, 5f);
  }

  @Test
  void anUndirectedGraphIsTakenAsItIs() {
    Graph<String> graph =
        Graph.<String>builder().addNode("a").addNode("b").addEdge("a", "b").build();
    assertThat(EncoderInput.undirected(graph)).isSameAs(graph.adjacency());
  }
}
