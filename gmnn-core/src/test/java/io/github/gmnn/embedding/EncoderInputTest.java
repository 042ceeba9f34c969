package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.RandomInputs;
import java.util.HashSet;
import java.util.Set;
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

  @Test
  void aPartHasTheEdgesAndFeaturesOfItsNodes() {
    Adjacency whole = RandomInputs.graph(60, 3, RandomStream.of(1));
    CsrMatrix numbers = CsrMatrix.identity(60);
    EncoderInput part = new EncoderInput(whole, numbers).part(25, RandomStream.of(4));
    int[] nodes = part.features().columnIndices();
    assertThat(nodes).hasSize(25).isSorted().doesNotHaveDuplicates();
    Set<Integer> members = new HashSet<>();
    for (int node : nodes) {
      members.add(node);
    }
    for (int i = 0; i < 25; i++) {
      Set<Integer> expected = new HashSet<>();
      for (int e = whole.matrix().rowStart(nodes[i]); e < whole.matrix().rowEnd(nodes[i]); e++) {
        if (members.contains(whole.matrix().columnIndex(e))) {
          expected.add(whole.matrix().columnIndex(e));
        }
      }
      Set<Integer> found = new HashSet<>();
      CsrMatrix edges = part.adjacency().matrix();
      for (int e = edges.rowStart(i); e < edges.rowEnd(i); e++) {
        found.add(nodes[edges.columnIndex(e)]);
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void aPartGrowsOverEdges() {
    Adjacency whole = RandomInputs.graph(60, 3, RandomStream.of(1));
    EncoderInput part =
        new EncoderInput(whole, CsrMatrix.identity(60)).part(25, RandomStream.of(4));
    // 25 of 60 nodes at random would keep a sixth of the edges
    assertThat(part.adjacency().entries()).isGreaterThan(whole.entries() / 4);
  }
}
