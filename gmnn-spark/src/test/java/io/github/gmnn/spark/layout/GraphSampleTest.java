package io.github.gmnn.spark.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.spark.Frames;
import io.github.gmnn.spark.Small;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphSampleTest {
  private static GraphSource source(Graph<Integer> graph) {
    Frames frames = Small.frames(graph);
    boolean typed = !graph.edgeTypes().isEmpty();
    return Small.source(
        frames,
        3,
        0,
        new GraphSource.EdgeKinds(
            graph.isDirected(),
            typed ? "type" : null,
            typed ? List.of("knows") : List.of(),
            typed,
            List.of()));
  }

  private static void assertWhole(Graph<Integer> graph) {
    try (PartitionedGraph parts = PartitionedGraph.of(source(graph))) {
      assertThat(parts.isSmall()).isTrue();
      Graph<Integer> found = GraphSample.of(parts, true, 1).graph();
      assertThat(found.keys()).isEqualTo(graph.keys());
      assertThat(found.isDirected()).isEqualTo(graph.isDirected());
      assertThat(found.adjacency().matrix().columnIndices())
          .isEqualTo(graph.adjacency().matrix().columnIndices());
      assertThat(found.features().columnIndices()).isEqualTo(graph.features().columnIndices());
      assertThat(found.features().values()).isEqualTo(graph.features().values());
      assertThat(found.trainingLabels()).isEqualTo(graph.trainingLabels());
      assertThat(found.validationLabels()).isEqualTo(graph.validationLabels());
      assertThat(found.edgeTypes()).isEqualTo(graph.edgeTypes());
      assertThat(found.adjacency().relations().size())
          .isEqualTo(graph.adjacency().relations().size());
    }
  }

  @Test
  void aSmallGraphIsItsOwnSample() {
    assertWhole(Small.GRAPH);
    assertWhole(Small.DIRECTED);
    assertWhole(Small.TYPED);
  }

  @Test
  void aSampleHasLabelledNodesAndWhatIsAroundThem() {
    Graph<Integer> graph = Small.GRAPH;
    try (PartitionedGraph parts = PartitionedGraph.of(source(graph))) {
      Graph<Integer> found = GraphSample.of(parts, false, 1).graph();
      assertThat(found.labels()).isEqualTo(graph.labels()); // few enough to be there all
      assertThat(found.nodeCount()).isBetween(71, graph.nodeCount());
      Set<List<Integer>> edges = edges(graph);
      Set<List<Integer>> sampled = edges(found);
      assertThat(edges).containsAll(sampled);
      assertThat(sampled).hasSizeGreaterThan(edges.size() / 4);
    }
  }

  /** The ends of each entry of the adjacency, by keys. */
  private static Set<List<Integer>> edges(Graph<Integer> graph) {
    Set<List<Integer>> edges = new HashSet<>();
    var matrix = graph.adjacency().matrix();
    for (int row = 0; row < graph.nodeCount(); row++) {
      int node = graph.key(row);
      IntStream.range(matrix.rowStart(row), matrix.rowEnd(row))
          .forEach(e -> edges.add(List.of(node, graph.key(matrix.columnIndex(e)))));
    }
    return edges;
  }
}
