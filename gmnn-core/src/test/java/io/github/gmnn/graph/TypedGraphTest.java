package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeList;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TypedGraphTest {
  private static Graph.Builder<String> papers() {
    return Graph.<String>builder()
        .addMissingNodes()
        .addEdge("p", "ann", "author")
        .addEdge("p", "bob", "author")
        .addEdge("ann", "bob", "knows")
        .addEdge("q", "bob", "author", 2)
        .addEdge("ann", "p", "cites");
  }

  private static double weight(Graph<String> graph, Adjacency edges, String to, String from) {
    CsrMatrix matrix = edges.matrix();
    int row = graph.indexOf(to);
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      if (matrix.columnIndex(e) == graph.indexOf(from)) {
        return matrix.value(e);
      }
    }
    return 0;
  }

  @Test
  void relationsKeepTheDirectionOfTheirEdges() {
    Graph<String> graph = papers().build();
    assertThat(graph.edgeTypes()).containsExactly("author", "knows", "cites");
    Adjacency author = graph.adjacency().relation("author");
    assertThat(weight(graph, author, "bob", "q")).isEqualTo(2);
    assertThat(weight(graph, author, "q", "bob")).isZero();
    assertThat(weight(graph, author.reversed(), "q", "bob")).isEqualTo(2);
    assertThat(author.matrix().nonZeros()).isEqualTo(3);
    assertThat(graph).hasToString("Graph(4 nodes, 4 edges of 3 types, no features, no labels)");
  }

  @Test
  void typesWithoutDirectionJoinBothEnds() {
    Graph<String> graph = papers().undirectedTypes("knows").build();
    Adjacency knows = graph.adjacency().relation("knows");
    assertThat(weight(graph, knows, "ann", "bob")).isEqualTo(1);
    assertThat(weight(graph, knows, "bob", "ann")).isEqualTo(1);
    assertThat(knows.reversed()).isSameAs(knows);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> papers().undirectedTypes("nows").build())
        .withMessageContaining("'nows'")
        .withMessageContaining("[author, knows, cites]");
  }

  @Test
  void asAWholeTheGraphIsWhatItIsWithoutTypes() {
    Graph<String> typed = papers().build();
    Graph<String> plain =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("p", "ann")
            .addEdge("p", "bob")
            .addEdge("ann", "bob")
            .addEdge("q", "bob", 2)
            .addEdge("ann", "p")
            .build();
    assertThat(typed.adjacency().matrix()).isEqualTo(plain.adjacency().matrix());
    assertThat(typed.adjacency().normalized()).isEqualTo(plain.adjacency().normalized());
    assertThat(typed.edgeCount()).isEqualTo(plain.edgeCount());
    assertThat(plain.edges()).isEmpty();
    assertThat(plain.edgeTypes()).isEmpty();
  }

  @Test
  void turningAGraphRoundTurnsItsRelations() {
    Graph<String> graph = papers().directed().build();
    Adjacency reversed = graph.adjacency().reversed();
    assertThat(reversed.relation("author").matrix())
        .isEqualTo(graph.adjacency().relation("author").reversed().matrix());
    assertThat(reversed.matrix()).isEqualTo(graph.adjacency().matrix().transpose());
    assertThat(reversed.reversed()).isSameAs(graph.adjacency());
  }

  @Test
  void otherLabelsFeaturesAndKeysLeaveTypesAndTimes() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", "x", 1, 7)
            .addEdge("b", "c", "y", 1, 5)
            .build();
    Graph<Integer> other =
        graph
            .withLabels(Map.of("a", "L", "b", "M"), List.of("a"))
            .withClasses(List.of("M", "L"))
            .withFeatures(CsrMatrix.identity(3))
            .withKeys(List.of(1, 2, 3));
    assertThat(other.edgeTypes()).containsExactly("x", "y");
    assertThat(other.edges()).isEqualTo(graph.edges());
    assertThat(other.edges().orElseThrow().time(1)).isEqualTo(5);
  }

  @Test
  void duplicatesOfATypeAreOneEdgeWithTheLargestWeightAndTheEarliestTime() {
    EdgeList edges =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", "x", 1, 9)
            .addEdge("a", "b", "y", 1, 1)
            .addEdge("a", "b", "x", 3, 12)
            .addEdge("b", "a", "x", 2, 4)
            .addEdge("a", "a", "x", 5, 0)
            .build()
            .edges()
            .orElseThrow();
    assertThat(edges.count()).isEqualTo(3);
    assertThat(edges.typeStart(1)).isEqualTo(2);
    assertThat(List.of(edges.source(0), edges.target(0))).containsExactly(1, 0);
    assertThat(List.of(edges.weight(1), edges.weight(2))).containsExactly(3f, 1f);
    assertThat(List.of(edges.time(0), edges.time(1), edges.time(2))).containsExactly(4L, 9L, 1L);
    assertThat(List.of(edges.type(0), edges.type(1), edges.type(2))).containsExactly(0, 0, 1);
  }

  @Test
  void timesNeedNoTypes() {
    Graph<String> graph =
        Graph.<String>builder().addMissingNodes().addEdge("a", "b", null, 1, 7).build();
    assertThat(graph.edgeTypes()).isEmpty();
    assertThat(graph.edges().orElseThrow().time(0)).isEqualTo(7);
  }

  @Test
  void allEdgesHaveATypeOrNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> papers().addEdge("p", "q"))
        .withMessage(
            "edge 'p' - 'q' has no type, unlike the 5 before it: give all edges a type, or none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Graph.<String>builder().addEdge("a", "b").addEdge("a", "c", "x"))
        .withMessageContaining("has a type, unlike the 1 before it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> papers().addEdge("p", "q", "x", 1, 3))
        .withMessageContaining("has a time, unlike the 5 before it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> papers().addEdge("p", "q", " "))
        .withMessageContaining("blank type");
  }

  @Test
  void arraysMakeTheSameGraphAsTheBuilder() {
    Graph<Integer> fromArrays =
        Graph.ofEdges(
            4,
            new int[] {0, 0, 1, 3, 1},
            new int[] {1, 2, 2, 2, 0},
            new float[] {1, 1, 1, 2, 1},
            List.of("author", "knows", "cites"),
            new int[] {0, 0, 1, 0, 2});
    Graph<String> built = papers().build();
    assertThat(fromArrays.edges()).isEqualTo(built.edges());
    assertThat(fromArrays.adjacency().matrix()).isEqualTo(built.adjacency().matrix());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Graph.ofEdges(2, new int[] {0}, new int[] {1}, null, List.of("x"), new int[] {1}))
        .withMessageContaining("type 1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Graph.ofEdges(2, new int[] {0}, new int[] {1}, null, List.of("x"), new int[] {}))
        .withMessageContaining("each of the 1 edges needs a type");
  }

  /** Primitive arrays, and no array per type and node: whatever is made on the way, it is bytes. */
  @Test
  void aTypedEdgeTakesBytesNotObjects() {
    int nodes = 100_000;
    int count = 1_000_000;
    int types = 1_000;
    int[] sources = new int[count];
    int[] targets = new int[count];
    int[] typeOf = new int[count];
    RandomStream random = RandomStream.of(1);
    for (int e = 0; e < count; e++) {
      sources[e] = random.nextInt(nodes);
      targets[e] = random.nextInt(nodes);
      typeOf[e] = random.nextInt(types);
    }
    List<String> names = IntStream.range(0, types).mapToObj(t -> "t" + t).toList();
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
    Graph<Integer> graph = Graph.ofEdges(nodes, sources, targets, null, names, typeOf);
    long build = thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(build).isLessThan(80L * count);
    EdgeList edges = graph.edges().orElseThrow();
    assertThat(edges.count()).isBetween(count - 100, count);
    int messages = edges.messages(names, names).count();
    assertThat(messages).isBetween(count, 2 * count);
    long all = thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(all - build).isLessThan(150L * count);
  }
}
