package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AttributedGraphTest {
  private static Graph.Builder<String> payments() {
    return Graph.<String>builder()
        .addMissingNodes()
        .addEdge("ann", "bob", Map.of("amount", 10, "hour", 3))
        .addEdge("bob", "cid", Map.of("amount", 7))
        .addEdge("ann", "bob", Map.of("amount", 20, "hour", 5));
  }

  /** Every edge as text: who receives from whom, the numbers, type and time. */
  private static <K> List<String> shown(Graph<K> graph) {
    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    List<String> all = new ArrayList<>();
    for (int node = 0; node < edges.nodes(); node++) {
      for (int e = edges.receivedStart(node); e < edges.receivedStart(node + 1); e++) {
        StringBuilder text = new StringBuilder();
        text.append(graph.key(edges.source(e))).append('>').append(graph.key(node));
        for (int c = 0; c < edges.width(); c++) {
          text.append(' ').append((int) edges.value(e, c));
        }
        if (!edges.types().isEmpty()) {
          text.append(' ').append(edges.types().get(edges.type(e)));
        }
        text.append(edges.hasTimes() ? " @" + edges.time(e) : "");
        all.add(text.toString());
        assertThat(edges.target(e)).isEqualTo(node);
      }
    }
    return all;
  }

  @Test
  void edgesWithoutDirectionAreThereInBothAndParallelOnesAllStay() {
    Graph<String> graph = payments().build();
    assertThat(shown(graph))
        .containsExactly(
            "bob>ann 10 3",
            "bob>ann 20 5",
            "ann>bob 10 3",
            "ann>bob 20 5",
            "cid>bob 7 0",
            "bob>cid 7 0");
    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    assertThat(edges.names()).containsExactly("amount", "hour");
    assertThat(edges.isDirected()).isFalse();
    // the graph that other layers see joins two nodes once
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(graph).hasToString("Graph(3 nodes, 2 edges with 2 numbers, no features, no labels)");
  }

  @Test
  void directedEdgesKeepTheirDirection() {
    Graph<String> graph = payments().directed().build();
    assertThat(shown(graph)).containsExactly("ann>bob 10 3", "ann>bob 20 5", "bob>cid 7 0");
    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    assertThat(edges.isDirected()).isTrue();
    int ann = graph.indexOf("ann");
    assertThat(edges.sentStart(ann + 1) - edges.sentStart(ann)).isEqualTo(2);
    assertThat(edges.value(edges.sent(edges.sentStart(ann) + 1), 0)).isEqualTo(20);
  }

  @Test
  void typesAndTimesStayWithTheirEdge() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", "pays", 2, 50)
            .edgeNumbers(Map.of("amount", 1))
            .addEdge("b", "a", "knows", 1, 40)
            .edgeNumbers(Map.of("amount", 2))
            .addEdge("a", "b", "pays", 3, 30)
            .edgeNumbers(Map.of("amount", 3))
            .undirectedTypes("knows")
            .build();
    assertThat(shown(graph))
        .containsExactly("b>a 2 knows @40", "a>b 1 pays @50", "a>b 2 knows @40", "a>b 3 pays @30");
    EdgeAttributes edges = graph.edgeAttributes().orElseThrow();
    assertThat(edges.isDirected()).isTrue();
    assertThat(edges.weight(3)).isEqualTo(3);
    assertThat(graph.isDirected()).isFalse();
    assertThat(graph.edgeTypes()).containsExactly("pays", "knows");
    // of parallel edges of a type, the list of edges has one, with the earliest time
    assertThat(graph.edges().orElseThrow().count()).isEqualTo(3);
  }

  @Test
  void arraysAndTheBuilderMakeTheSameGraph() {
    EdgeAttributes.Builder arrays =
        EdgeAttributes.builder(3, new int[] {0, 1, 0, 2}, new int[] {1, 2, 1, 2})
            .numbers(List.of("amount", "hour"), new float[] {10, 3, 7, 0, 20, 5, 9, 9});
    Graph<Integer> directed = Graph.ofEdges(arrays.directed().build());
    Graph<String> built = payments().directed().build();
    assertThat(directed.edgeAttributes()).isEqualTo(built.edgeAttributes());
    assertThat(directed.adjacency().matrix()).isEqualTo(built.adjacency().matrix());
    assertThat(directed.isDirected()).isTrue();
    assertThat(directed.edgeSchema().names()).containsExactly("amount", "hour");

    EdgeAttributes typed =
        arrays
            .types(List.of("pays", "knows"), new int[] {0, 1, 0, 0}, Set.of("knows"))
            .times(new long[] {4, 3, 2, 1})
            .weights(new float[] {1, 2, 3, 4})
            .build();
    Graph<Integer> graph = Graph.ofEdges(typed);
    assertThat(graph.isDirected()).isFalse();
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(graph.edges().orElseThrow().time(0)).isEqualTo(2);
    assertThat(graph.adjacency().relation("knows").matrix().nonZeros()).isEqualTo(2);
    assertThat(graph.adjacency().relationEdges()).isEqualTo(graph.edges());
  }

  @Test
  void undirectedArraysGiveASymmetricGraph() {
    Graph<Integer> graph =
        Graph.ofEdges(
            EdgeAttributes.builder(3, new int[] {0, 1, 0}, new int[] {1, 2, 1})
                .numbers(List.of("amount", "hour"), new float[] {10, 3, 7, 0, 20, 5})
                .build());
    Graph<String> built = payments().build();
    assertThat(graph.edgeAttributes()).isEqualTo(built.edgeAttributes());
    assertThat(graph.adjacency().matrix()).isEqualTo(built.adjacency().matrix());
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(graph.adjacency().reversed()).isSameAs(graph.adjacency());
  }

  @Test
  void viewsOfAGraphKeepTheNumbers() {
    Graph<String> graph = payments().build();
    Graph<Integer> renamed =
        graph
            .withLabels(Map.of("ann", "x", "bob", "y"), List.of())
            .withFeatures(graph.features())
            .withKeys(List.of(1, 2, 3));
    assertThat(renamed.edgeAttributes()).isEqualTo(graph.edgeAttributes());
    assertThat(renamed.edgeSchema()).isEqualTo(graph.edgeSchema());
  }

  @Test
  void numbersAreMatchedByName() {
    EdgeAttributes edges = payments().directed().build().edgeAttributes().orElseThrow();
    EdgeAttributes matched = edges.withNames(List.of("fee", "hour"));
    assertThat(matched.value(0, 0)).isZero();
    assertThat(matched.value(1, 1)).isEqualTo(5);
    assertThat(edges.withNames(edges.names())).isSameAs(edges);
  }

  @Test
  void aNumberChangesTheFingerprint() {
    String fingerprint = GraphFingerprint.of(payments().build());
    Graph<String> other =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("ann", "bob", Map.of("amount", 10, "hour", 3))
            .addEdge("bob", "cid", Map.of("amount", 8))
            .addEdge("ann", "bob", Map.of("amount", 20, "hour", 5))
            .build();
    assertThat(GraphFingerprint.of(other)).isNotEqualTo(fingerprint);
    assertThat(GraphFingerprint.of(payments().build())).isEqualTo(fingerprint);
  }

  @Test
  void mistakesAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> payments().addEdge("ann", "cid").build())
        .withMessage(
            "edge 'ann - cid' has no numbers, but 3 of the 4 edges have: give all edges numbers,"
                + " or none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> payments().addEdge("ann", "cid", Map.of("amount", Double.NaN)))
        .withMessageContaining("edge 'ann - cid', number 'amount'")
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> payments().edgeNumbers(Map.of("amount", 1)))
        .withMessageContaining("edge 'ann - bob' has numbers already");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Graph.<String>builder().edgeNumbers(1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EdgeAttributes.builder(2, new int[] {0}, new int[] {1})
                    .numbers(List.of("a"), new float[] {Float.POSITIVE_INFINITY})
                    .build())
        .withMessageContaining("edge 0 has 'a' Infinity");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EdgeAttributes.builder(2, new int[] {0}, new int[] {2})
                    .numbers(List.of("a"), new float[1])
                    .build())
        .withMessageContaining("edge 0 leads from 0 to 2");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                EdgeAttributes.builder(2, new int[] {0}, new int[] {1})
                    .numbers(List.of("a", "b"), new float[1])
                    .build())
        .withMessageContaining("1 edges need 2 values, got 1");
  }

  @Test
  void declaredNamesFixTheOrder() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .edgeSchema(FeatureSchema.ofNames(List.of("hour", "amount")))
            .addEdge("a", "b")
            .edgeNumbers(3, 10)
            .build();
    assertThat(graph.edgeSchema().names()).containsExactly("hour", "amount");
    assertThat(shown(graph)).isEqualTo(Arrays.asList("b>a 3 10", "a>b 3 10"));
  }
}
