package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeOrderTest {
  @Test
  void nodesOfAPathComeOneAfterAnother() {
    Graph<String> path =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("c", "b")
            .addEdge("d", "e")
            .addEdge("a", "b")
            .addEdge("c", "d")
            .build();
    assertThat(path.keys()).containsExactly("c", "b", "d", "e", "a");
    assertThat(path.withNeighboursTogether().keys()).containsExactly("e", "d", "c", "b", "a");
  }

  @Test
  void nodesOfFewNeighboursComeBeforeOthers() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("root", "hub")
            .addEdge("root", "leaf")
            .addEdge("root", "pair")
            .addEdge("hub", "x")
            .addEdge("hub", "y")
            .addEdge("pair", "z")
            .addNode("alone")
            .build();
    assertThat(graph.withNeighboursTogether().keys())
        .containsExactly("alone", "leaf", "root", "pair", "hub", "z", "x", "y");
  }

  @Test
  void directedEdgesJoinWhicheverWayTheyLead() {
    Graph<Integer> graph =
        Graph.<Integer>builder()
            .directed()
            .addMissingNodes()
            .addEdge(4, 9)
            .addEdge(7, 9)
            .addEdge(7, 1)
            .build();
    Graph<Integer> arranged = graph.withNeighboursTogether();
    assertThat(arranged.keys()).containsExactly(4, 9, 7, 1);
    assertThat(edges(arranged)).isEqualTo(edges(graph));
    assertThat(arranged.isDirected()).isTrue();
    assertThat(arranged.edgeCount()).isEqualTo(3);
  }

  @Test
  void everythingFollowsItsNode() {
    Graph<Integer> graph =
        CitationGraphGenerator.builder()
            .nodes(300)
            .trainPerClass(3)
            .validation(20)
            .build()
            .generate()
            .graph();
    Graph<Integer> arranged = graph.withNeighboursTogether();
    assertThat(arranged.keys()).isNotEqualTo(graph.keys());
    assertThat(edges(arranged)).isEqualTo(edges(graph));
    assertThat(arranged.edgeCount()).isEqualTo(graph.edgeCount());
    assertThat(arranged.classes()).isEqualTo(graph.classes());
    for (int node = 0; node < 300; node++) {
      int place = arranged.indexOf(graph.key(node));
      assertThat(arranged.label(place)).isEqualTo(graph.label(node));
      assertThat(row(arranged.features(), place)).isEqualTo(row(graph.features(), node));
    }
    assertThat(keys(arranged, arranged.validationNodes()))
        .containsExactlyInAnyOrderElementsOf(keys(graph, graph.validationNodes()));
    assertThat(keys(arranged, arranged.trainingNodes()))
        .containsExactlyInAnyOrderElementsOf(keys(graph, graph.trainingNodes()));
  }

  @Test
  void typesWeightsAndTimesStayWithTheirEdges() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("c", "b", "cites", 2, 10)
            .addEdge("d", "e", "knows", 3, 20)
            .addEdge("a", "b", "knows", 4, 30)
            .addEdge("c", "d", "cites", 5, 40)
            .undirectedTypes("knows")
            .build();
    Graph<String> arranged = graph.withNeighboursTogether();
    assertThat(arranged.edgeTypes()).isEqualTo(graph.edgeTypes());
    assertThat(list(arranged)).containsExactlyInAnyOrderElementsOf(list(graph)).hasSize(6);
    assertThat(edges(arranged)).isEqualTo(edges(graph));
    CsrMatrix cites = arranged.adjacency().relation("cites").matrix();
    assertThat(cites.nonZeros()).isEqualTo(2);
    int d = arranged.indexOf("d");
    assertThat(arranged.key(cites.columnIndex(cites.rowStart(d)))).isEqualTo("c");
  }

  @Test
  void nodesOfALineGraphStayWhereTheyAre() {
    Graph<Integer> graph = Graph.ofEdges(3, new int[] {0, 1}, new int[] {1, 2}, null);
    assertThatThrownBy(() -> LineGraph.from(graph).build().graph().withNeighboursTogether())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("line graph");
  }

  private static <K> Map<String, Float> edges(Graph<K> graph) {
    Map<String, Float> edges = new TreeMap<>();
    CsrMatrix matrix = graph.adjacency().matrix();
    for (int node = 0; node < matrix.rows(); node++) {
      for (int e = matrix.rowStart(node); e < matrix.rowEnd(node); e++) {
        edges.put(graph.key(node) + " " + graph.key(matrix.columnIndex(e)), matrix.value(e));
      }
    }
    return edges;
  }

  private static List<String> list(Graph<String> graph) {
    List<String> edges = new ArrayList<>();
    graph
        .edges()
        .ifPresent(
            list -> {
              for (int e = 0; e < list.count(); e++) {
                edges.add(
                    String.join(
                        " ",
                        graph.key(list.source(e)),
                        graph.key(list.target(e)),
                        list.types().get(list.type(e)),
                        "" + list.weight(e),
                        "" + list.time(e)));
              }
            });
    return edges;
  }

  private static Map<Integer, Float> row(CsrMatrix matrix, int row) {
    Map<Integer, Float> entries = new TreeMap<>();
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      entries.put(matrix.columnIndex(e), matrix.value(e));
    }
    return entries;
  }

  private static <K> List<K> keys(Graph<K> graph, int[] nodes) {
    List<K> keys = new ArrayList<>();
    for (int node : nodes) {
      keys.add(graph.key(node));
    }
    return keys;
  }
}
