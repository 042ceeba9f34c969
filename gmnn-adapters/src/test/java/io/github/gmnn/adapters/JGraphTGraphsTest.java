package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.graph.Graph;
import java.util.Map;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.Multigraph;
import org.jgrapht.graph.Pseudograph;
import org.jgrapht.graph.SimpleGraph;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.junit.jupiter.api.Test;

class JGraphTGraphsTest {
  @Test
  void verticesAreKeysInTheirOrder() {
    SimpleGraph<String, DefaultEdge> jgrapht = new SimpleGraph<>(DefaultEdge.class);
    for (String vertex : new String[] {"c", "a", "b", "alone"}) {
      jgrapht.addVertex(vertex);
    }
    jgrapht.addEdge("a", "b");
    jgrapht.addEdge("c", "b");
    Graph<String> graph = JGraphTGraphs.from(jgrapht).build();
    assertThat(graph.keys()).containsExactly("c", "a", "b", "alone");
    assertThat(adjacency(graph))
        .isEqualTo(new float[][] {{0, 0, 1, 0}, {0, 0, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 0}});
  }

  @Test
  void weightedEdgesKeepTheirWeights() {
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> jgrapht = weighted(0.5);
    assertThat(adjacency(JGraphTGraphs.from(jgrapht).build()))
        .isEqualTo(new float[][] {{0, 0.5f, 0}, {0.5f, 0, 1}, {0, 1, 0}});
  }

  @Test
  void aWeightOfZeroIsRefusedWithTheEdge() {
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> jgrapht = weighted(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JGraphTGraphs.from(jgrapht))
        .withMessageContainingAll("'1'", "'2'", "0.0");
  }

  @Test
  void weightsMayComeFromTheApplication() {
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> jgrapht = weighted(0);
    Graph<Integer> graph =
        JGraphTGraphs.from(jgrapht, edge -> 1 + jgrapht.getEdgeWeight(edge)).build();
    assertThat(adjacency(graph)).isEqualTo(new float[][] {{0, 1, 0}, {1, 0, 2}, {0, 2, 0}});
  }

  private static SimpleWeightedGraph<Integer, DefaultWeightedEdge> weighted(double first) {
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> jgrapht =
        new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
    jgrapht.addVertex(1);
    jgrapht.addVertex(2);
    jgrapht.addVertex(3);
    jgrapht.setEdgeWeight(jgrapht.addEdge(1, 2), first);
    jgrapht.addEdge(2, 3); // weight 1 unless set
    return jgrapht;
  }

  @Test
  void directedEdgesJoinBothEndsUnlessDirectionIsKept() {
    DefaultDirectedGraph<String, DefaultEdge> jgrapht =
        new DefaultDirectedGraph<>(DefaultEdge.class);
    jgrapht.addVertex("a");
    jgrapht.addVertex("b");
    jgrapht.addEdge("a", "b");
    assertThat(adjacency(JGraphTGraphs.from(jgrapht).build()))
        .isEqualTo(new float[][] {{0, 1}, {1, 0}});
    Graph<String> directed = JGraphTGraphs.from(jgrapht).directed().build();
    assertThat(directed.isDirected()).isTrue();
    assertThat(adjacency(directed)).isEqualTo(new float[][] {{0, 0}, {1, 0}}); // b receives
  }

  @Test
  void edgesHaveTheTypesOfAFunction() {
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> jgrapht = weighted(0.5);
    Graph<Integer> graph =
        JGraphTGraphs.fromTyped(
                jgrapht, edge -> jgrapht.getEdgeSource(edge) == 1 ? "knows" : "pays")
            .build();
    assertThat(graph.edgeTypes()).containsExactlyInAnyOrder("knows", "pays");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JGraphTGraphs.fromTyped(jgrapht, edge -> " "))
        .withMessageContaining("blank type");
  }

  @Test
  void parallelEdgesMergeAndLoopsAreIgnored() {
    Multigraph<String, DefaultEdge> parallel = new Multigraph<>(DefaultEdge.class);
    Pseudograph<String, DefaultEdge> loops = new Pseudograph<>(DefaultEdge.class);
    for (var jgrapht : new org.jgrapht.Graph<?, ?>[] {parallel, loops}) {
      @SuppressWarnings("unchecked")
      var graph = (org.jgrapht.Graph<String, DefaultEdge>) jgrapht;
      graph.addVertex("a");
      graph.addVertex("b");
      graph.addEdge("a", "b");
      graph.addEdge("a", "b");
    }
    loops.addEdge("a", "a");
    assertThat(JGraphTGraphs.from(parallel).build().edgeCount()).isEqualTo(1);
    assertThat(JGraphTGraphs.from(loops).build().edgeCount()).isEqualTo(1);
  }

  private record Paper(String title, Map<String, Integer> words, String topic) {}

  @Test
  void featuresAndLabelsComeFromFunctions() {
    Paper trees = new Paper("trees", Map.of("index", 2), "databases");
    Paper nets = new Paper("nets", Map.of("gradient", 1, "index", 1), "learning");
    Paper joins = new Paper("joins", Map.of(), null);
    SimpleGraph<Paper, DefaultEdge> jgrapht = new SimpleGraph<>(DefaultEdge.class);
    jgrapht.addVertex(trees);
    jgrapht.addVertex(nets);
    jgrapht.addVertex(joins);
    jgrapht.addEdge(joins, trees);

    Graph<Paper> graph = JGraphTGraphs.from(jgrapht, Paper::words, Paper::topic).build();

    assertThat(graph.featureNames()).containsExactly("gradient", "index");
    assertThat(Matrices.dense(graph.features())).isEqualTo(new float[][] {{0, 2}, {1, 1}, {0, 0}});
    assertThat(graph.classes()).containsExactly("databases", "learning");
    assertThat(graph.label(graph.indexOf(nets))).isEqualTo(1);
    assertThat(graph.label(graph.indexOf(joins))).isNegative();
    assertThat(graph.edgeCount()).isEqualTo(1);
  }

  @Test
  void aValueThatIsNotFiniteIsRefusedWithTheVertex() {
    SimpleGraph<String, DefaultEdge> jgrapht = new SimpleGraph<>(DefaultEdge.class);
    jgrapht.addVertex("a");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> JGraphTGraphs.from(jgrapht, v -> Map.of("x", Double.NaN), v -> null).build())
        .withMessageContainingAll("'a'", "x", "NaN");
  }

  private static float[][] adjacency(Graph<?> graph) {
    return Matrices.dense(graph.adjacency().matrix());
  }
}
