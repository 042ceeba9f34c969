package io.github.gmnn.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import com.google.common.graph.MutableNetwork;
import com.google.common.graph.MutableValueGraph;
import com.google.common.graph.NetworkBuilder;
import com.google.common.graph.ValueGraphBuilder;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import org.junit.jupiter.api.Test;

class GuavaGraphsTest {
  @Test
  void anUndirectedGraphKeepsItsNodesAndEdges() {
    MutableGraph<String> guava = GraphBuilder.undirected().allowsSelfLoops(true).build();
    guava.addNode("a");
    guava.putEdge("a", "b");
    guava.putEdge("c", "b");
    guava.putEdge("c", "c");
    guava.addNode("d");
    Graph<String> graph = GuavaGraphs.from(guava).build();
    assertThat(graph.keys()).containsExactly("a", "b", "c", "d");
    assertThat(graph.adjacency().matrix())
        .isEqualTo(TextGraphs.parse("a-b b-c d").adjacency().matrix());
  }

  @Test
  void aDirectedGraphIsSymmetrisedUnlessItsDirectionIsKept() {
    MutableGraph<String> guava = GraphBuilder.directed().build();
    guava.putEdge("a", "b");
    assertThat(GuavaGraphs.from(guava).build().adjacency().matrix().nonZeros()).isEqualTo(2);
    Graph<String> directed = GuavaGraphs.from(guava).directed().build();
    assertThat(directed.adjacency().matrix())
        .isEqualTo(TextGraphs.builder("a-b").directed().build().adjacency().matrix());
  }

  @Test
  void valuesAreWeights() {
    MutableValueGraph<Integer, Double> guava = ValueGraphBuilder.undirected().build();
    guava.putEdgeValue(1, 2, 0.5);
    guava.putEdgeValue(2, 3, 4.0);
    Graph<Integer> graph = GuavaGraphs.from(guava).build();
    assertThat(graph.adjacency().matrix())
        .isEqualTo(TextGraphs.parse("1-2:0.5 2-3:4").adjacency().matrix());
    guava.putEdgeValue(1, 3, -1.0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GuavaGraphs.from(guava))
        .withMessageContainingAll("'1'", "'3'", "-1.0");
  }

  @Test
  void parallelEdgesOfANetworkMerge() {
    MutableNetwork<String, Integer> guava =
        NetworkBuilder.directed().allowsParallelEdges(true).build();
    guava.addEdge("a", "b", 1);
    guava.addEdge("a", "b", 2);
    guava.addEdge("b", "a", 3);
    guava.addNode("c");
    Graph<String> graph = GuavaGraphs.from(guava).build();
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(graph.nodeCount()).isEqualTo(3);
    assertThat(GuavaGraphs.from(guava).directed().build().edgeCount()).isEqualTo(2);
  }

  @Test
  void edgesOfANetworkHaveTheWeightsOfAFunction() {
    MutableNetwork<String, Integer> guava =
        NetworkBuilder.undirected().allowsParallelEdges(true).build();
    guava.addEdge("a", "b", 1);
    guava.addEdge("a", "b", 8);
    guava.addEdge("b", "c", 3);
    assertThat(GuavaGraphs.from(guava, edge -> edge / 2.0).build().adjacency().matrix())
        .isEqualTo(TextGraphs.parse("a-b:4 b-c:1.5").adjacency().matrix());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GuavaGraphs.from(guava, edge -> edge - 3))
        .withMessageContaining("-2.0");
  }

  @Test
  void featuresAndLabelsAreAddedToTheResult() {
    MutableGraph<String> guava = GraphBuilder.undirected().build();
    guava.putEdge("a", "b");
    Graph<String> graph =
        GuavaGraphs.from(guava).addNode("a", 1, 2).label("a", "x").label("b", "y").build();
    assertThat(graph.featureCount()).isEqualTo(2);
    assertThat(graph.classes()).containsExactly("x", "y");
  }

  @Test
  void edgesOfAGuavaNetworkGetTheirTypesByAFunction() {
    MutableNetwork<String, Street> network = NetworkBuilder.directed().build();
    network.addEdge("a", "b", new Street("road", 2));
    network.addEdge("b", "c", new Street("path", 1));
    Graph<String> graph = GuavaGraphs.from(network, Street::kind, Street::width).build();
    assertThat(road(graph)[1][0]).isEqualTo(2);
    assertThat(road(graph)[0][1]).isZero();

    MutableNetwork<String, Street> undirected = NetworkBuilder.undirected().build();
    undirected.addEdge("a", "b", new Street("road", 2));
    Graph<String> both = GuavaGraphs.from(undirected, Street::kind, Street::width).build();
    assertThat(road(both)[1][0]).isEqualTo(2);
    assertThat(road(both)[0][1]).isEqualTo(2);
  }

  private record Street(String kind, double width) {}

  private static float[][] road(Graph<String> graph) {
    return Matrices.dense(graph.adjacency().relation("road").matrix());
  }
}
