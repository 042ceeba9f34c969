package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.TextGraphs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphTest {
  private static <K> float weight(Graph<K> graph, K receiver, K sender) {
    CsrMatrix matrix = graph.adjacency().matrix();
    int row = graph.indexOf(receiver);
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      if (matrix.columnIndex(e) == graph.indexOf(sender)) {
        return matrix.value(e);
      }
    }
    return 0;
  }

  private static <K> float feature(Graph<K> graph, K key, int column) {
    CsrMatrix matrix = graph.features();
    int row = graph.indexOf(key);
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      if (matrix.columnIndex(e) == column) {
        return matrix.value(e);
      }
    }
    return 0;
  }

  @Test
  void nodesKeepTheApplicationsKeys() {
    record Person(String name, int born) {}
    Person ada = new Person("Ada", 1815);
    Person alan = new Person("Alan", 1912);
    Graph<Person> graph =
        Graph.<Person>builder().addNode(ada).addNode(alan).addEdge(ada, alan).build();
    assertThat(graph.nodeCount()).isEqualTo(2);
    assertThat(graph.indexOf(new Person("Alan", 1912))).isEqualTo(1);
    assertThat(graph.key(0)).isSameAs(ada);
    assertThat(graph.contains(alan)).isTrue();
    assertThat(graph.contains("Alan")).isFalse();
    assertThat(graph.keys()).containsExactly(ada, alan);
  }

  @Test
  void keysCannotBeChanged() {
    Graph<String> keyed = TextGraphs.parse("a-b");
    Graph<Integer> ranged = Graph.ofEdges(2, new int[] {0}, new int[] {1}, null);
    assertThat(keyed.keys()).isUnmodifiable();
    assertThat(ranged.keys()).containsExactly(0, 1).isUnmodifiable();
  }

  @Test
  void anUnknownKeyIsNamedWithItsType() {
    Graph<Object> graph = Graph.ofEdges(3, new int[0], new int[0], null).withKeys(List.of(0, 1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.indexOf("2"))
        .withMessageContainingAll("'2'", "String", "3 nodes", "Integer");
    assertThatNullPointerException().isThrownBy(() -> graph.indexOf(null)).withMessage("key");
  }

  @Test
  void edgesJoinBothEnds() {
    Graph<String> graph = TextGraphs.parse("a-b b-c:2.5");
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(weight(graph, "a", "b")).isEqualTo(1);
    assertThat(weight(graph, "b", "a")).isEqualTo(1);
    assertThat(weight(graph, "b", "c")).isEqualTo(2.5f);
    assertThat(weight(graph, "c", "b")).isEqualTo(2.5f);
    assertThat(weight(graph, "a", "c")).isZero();
  }

  @Test
  void anEdgeListedInBothDirectionsCountsOnce() {
    Graph<String> graph = TextGraphs.parse("a-b b-a a-b");
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(weight(graph, "a", "b")).isEqualTo(1);
  }

  @Test
  void duplicateEdgesKeepTheLargestWeightInBothDirections() {
    Graph<String> graph = TextGraphs.parse("a-b:2 b-a:7 a-b:3");
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(weight(graph, "a", "b")).isEqualTo(7);
    assertThat(weight(graph, "b", "a")).isEqualTo(7);
  }

  @Test
  void selfLoopsAreIgnoredButTheirNodeIsThere() {
    Graph<String> graph = TextGraphs.parse("a-b c-c");
    assertThat(graph.nodeCount()).isEqualTo(3);
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(weight(graph, "c", "c")).isZero();
  }

  @Test
  void isolatedNodesAreLegal() {
    Graph<String> graph = TextGraphs.parse("a b c");
    assertThat(graph.nodeCount()).isEqualTo(3);
    assertThat(graph.edgeCount()).isZero();
    assertThat(graph.adjacency().normalized().rows()).isEqualTo(3);
  }

  @Test
  void aDirectedEdgeLetsItsTargetReceive() {
    Graph<String> graph = TextGraphs.builder("a-b b-c:2 c-b:3").directed().build();
    assertThat(graph.edgeCount()).isEqualTo(3);
    assertThat(weight(graph, "b", "a")).isEqualTo(1);
    assertThat(weight(graph, "a", "b")).isZero();
    assertThat(weight(graph, "c", "b")).isEqualTo(2);
    assertThat(weight(graph, "b", "c")).isEqualTo(3);
  }

  @Test
  void nodesMayBeAddedAfterTheirEdges() {
    Graph<String> graph =
        Graph.<String>builder().addEdge("a", "b").addNode("b").addNode("a").build();
    assertThat(graph.keys()).containsExactly("a", "b");
  }

  @Test
  void addingANodeTwiceIsNoError() {
    assertThat(Graph.<String>builder().addNode("a").addNode("a").build().nodeCount()).isEqualTo(1);
  }

  @Test
  void withoutFeaturesEachNodeIsItsOwn() {
    Graph<String> graph = TextGraphs.parse("a-b c");
    assertThat(graph.hasFeatures()).isFalse();
    assertThat(graph.featureCount()).isEqualTo(3);
    assertThat(graph.features()).isEqualTo(CsrMatrix.identity(3)).isSameAs(graph.features());
    assertThat(graph.featureNames()).isEmpty();
  }

  @Test
  void namedFeaturesAreSortedByName() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", Map.of("zebra", 2, "ant", 1.5))
            .addNode("b", Map.of("mouse", 3L, "ant", 0))
            .addNode("c")
            .build();
    assertThat(graph.featureNames()).containsExactly("ant", "mouse", "zebra");
    assertThat(graph.featureCount()).isEqualTo(3);
    assertThat(feature(graph, "a", 0)).isEqualTo(1.5f);
    assertThat(feature(graph, "a", 2)).isEqualTo(2);
    assertThat(feature(graph, "b", 1)).isEqualTo(3);
    assertThat(graph.features().nonZeros()).as("zeros are not stored").isEqualTo(3);
  }

  @Test
  void declaredFeatureNamesFixTheOrderOfColumns() {
    Graph<String> graph =
        Graph.<String>builder()
            .featureNames(List.of("z", "never", "a"))
            .addNode("n", Map.of("a", 1, "z", 2))
            .build();
    assertThat(graph.featureNames()).containsExactly("z", "never", "a");
    assertThat(feature(graph, "n", 0)).isEqualTo(2);
    assertThat(feature(graph, "n", 2)).isEqualTo(1);
    assertThat(graph.featureCount()).isEqualTo(3);
  }

  @Test
  void denseFeaturesAreStoredSparsely() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("a", 0, 0.5, -1)
            .addNode("b", new float[] {0, 0, 3})
            .addNode("c")
            .build();
    assertThat(graph.featureCount()).isEqualTo(3);
    assertThat(graph.features().nonZeros()).isEqualTo(3);
    assertThat(feature(graph, "a", 1)).isEqualTo(0.5f);
    assertThat(feature(graph, "a", 2)).isEqualTo(-1);
    assertThat(feature(graph, "b", 2)).isEqualTo(3);
    assertThat(graph.featureNames()).isEmpty();
  }

  @Test
  void indexedFeaturesMayComeInAnyOrder() {
    Graph<String> graph =
        Graph.<String>builder()
            .addEdge("b", "a")
            .addNode("a", new int[] {7, 2}, new float[] {-1, 4})
            .addNode("b", new int[] {0}, new float[] {0})
            .build();
    assertThat(graph.featureCount()).isEqualTo(8);
    assertThat(feature(graph, "a", 7)).isEqualTo(-1);
    assertThat(feature(graph, "a", 2)).isEqualTo(4);
    assertThat(graph.features().nonZeros()).isEqualTo(2);
  }

  @Test
  void declaredFeatureCountLeavesRoom() {
    Graph<String> graph =
        Graph.<String>builder()
            .featureCount(10)
            .addNode("a", new int[] {3}, new float[] {1})
            .build();
    assertThat(graph.featureCount()).isEqualTo(10);
    assertThat(Graph.<String>builder().featureCount(4).addNode("a").build().features().nonZeros())
        .isZero();
  }

  @Test
  void labelsBecomeSortedClasses() {
    Graph<String> graph = TextGraphs.parse("a[ML] b[AI]? c d[ML]? e[DB]");
    assertThat(graph.classes()).containsExactly("AI", "DB", "ML");
    assertThat(graph.label(0)).isEqualTo(2);
    assertThat(graph.label(1)).isZero();
    assertThat(graph.label(2)).isEqualTo(-1);
    assertThat(graph.trainingNodes()).containsExactly(0, 4);
    assertThat(graph.validationNodes()).containsExactly(1, 3);
  }

  @Test
  void returnedArraysAreCopies() {
    Graph<String> graph = TextGraphs.parse("a[ML] b[AI]?");
    graph.trainingNodes()[0] = 99;
    graph.validationNodes()[0] = 99;
    assertThat(graph.trainingNodes()).containsExactly(0);
    assertThat(graph.validationNodes()).containsExactly(1);
  }

  @Test
  void aGraphNeedsNoLabels() {
    Graph<String> graph = TextGraphs.parse("a-b");
    assertThat(graph.classes()).isEmpty();
    assertThat(graph.trainingNodes()).isEmpty();
    assertThat(graph.validationNodes()).isEmpty();
  }

  @Test
  void declaredClassesKeepTheirOrderAndNeedNoLabels() {
    Graph<String> graph = TextGraphs.builder("a[ML] b").classes(List.of("ML", "AI", "DB")).build();
    assertThat(graph.classes()).containsExactly("ML", "AI", "DB");
    assertThat(graph.label(0)).isZero();
  }

  @Test
  void aLaterLabelReplacesAnEarlierOne() {
    Graph<String> graph = TextGraphs.builder("a[ML] b[AI]").label("a", "DB").build();
    assertThat(graph.classes()).containsExactly("AI", "DB");
  }

  @Test
  void withLabelsSharesEverythingElse() {
    Graph<String> graph = TextGraphs.builder("a-b a[ML] b[AI] c").build();
    Graph<String> other = graph.withLabels(Map.of("b", "x", "c", "y"), List.of("c"));
    assertThat(other.adjacency()).isSameAs(graph.adjacency());
    assertThat(other.classes()).containsExactly("x", "y");
    assertThat(other.label(0)).isEqualTo(-1);
    assertThat(other.trainingNodes()).containsExactly(1);
    assertThat(other.validationNodes()).containsExactly(2);
    assertThat(graph.classes()).containsExactly("AI", "ML");
  }

  @Test
  void withLabelsKeepsDeclaredClasses() {
    Graph<String> graph = TextGraphs.builder("a[ML] b").classes(List.of("ML", "AI")).build();
    Graph<String> other = graph.withLabels(Map.of("b", "AI"), List.of());
    assertThat(other.classes()).containsExactly("ML", "AI");
    assertThat(other.label(1)).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.withLabels(Map.of("b", "DB"), List.of()))
        .withMessageContainingAll("'b'", "'DB'", "ML, AI");
  }

  @Test
  void withClassesRenumbersLabels() {
    Graph<String> graph = TextGraphs.parse("a[ML] b[AI]? c").withClasses(List.of("ML", "DB", "AI"));
    assertThat(graph.classes()).containsExactly("ML", "DB", "AI");
    assertThat(graph.label(0)).isZero();
    assertThat(graph.label(1)).isEqualTo(2);
    assertThat(graph.label(2)).isEqualTo(-1);
    assertThat(graph.validationNodes()).containsExactly(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.withClasses(List.of("ML", "DB")))
        .withMessageContainingAll("'b'", "'AI'", "ML, DB");
  }

  @Test
  void withFeaturesReplacesThem() {
    Graph<String> graph = Graph.<String>builder().addNode("a", Map.of("x", 1)).addNode("b").build();
    CsrMatrix features = CsrMatrix.identity(2);
    Graph<String> other = graph.withFeatures(features);
    assertThat(other.features()).isSameAs(features);
    assertThat(other.hasFeatures()).isTrue();
    assertThat(other.featureNames()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.withFeatures(CsrMatrix.identity(3)))
        .withMessageContainingAll("2 nodes", "3 x 3");
  }

  @Test
  void aBuilderGoesOnWithoutTouchingTheGraphItBuilt() {
    Graph.Builder<String> builder =
        Graph.<String>builder().addNode("a").addNode("b").addEdge("a", "b");
    Graph<String> first = builder.build();
    Graph<String> second = builder.addNode("c").addEdge("b", "c", 4).build();
    assertThat(first.keys()).containsExactly("a", "b");
    assertThat(first.contains("c")).isFalse();
    assertThat(first.edgeCount()).isEqualTo(1);
    assertThat(second.keys()).containsExactly("a", "b", "c");
    assertThat(weight(second, "c", "b")).isEqualTo(4);
    assertThat(weight(second, "a", "b")).isEqualTo(1);
  }

  @Test
  void ofEdgesFollowsTheSameRules() {
    Graph<Integer> graph =
        Graph.ofEdges(
            4, new int[] {0, 1, 1, 3}, new int[] {1, 0, 2, 3}, new float[] {1, 5, 0.5f, 9});
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertThat(weight(graph, 0, 1)).isEqualTo(5);
    assertThat(weight(graph, 1, 0)).isEqualTo(5);
    assertThat(weight(graph, 2, 1)).isEqualTo(0.5f);
    assertThat(graph.keys()).containsExactly(0, 1, 2, 3);
    assertThat(graph.contains(4)).isFalse();
    assertThat(graph.contains(-1)).isFalse();
  }

  @Test
  void aGraphKnowsWhetherItIsDirected() {
    Graph<String> bothWays = TextGraphs.builder("a-b b-a").directed().build();
    assertThat(bothWays.isDirected()).isTrue();
    assertThat(bothWays.withClasses(List.of("x", "y")).isDirected()).isTrue();
    assertThat(bothWays.withKeys(List.of(1, 2)).isDirected()).isTrue();
    assertThat(bothWays.withFeatures(bothWays.features()).isDirected()).isTrue();
    assertThat(TextGraphs.builder("a b").directed().build().isDirected()).isTrue();
    assertThat(TextGraphs.parse("a-b").isDirected()).isFalse();
    assertThat(Graph.ofEdges(2, new int[] {0}, new int[] {1}, null).isDirected()).isFalse();
  }

  @Test
  void otherKeysNameTheSameNodes() {
    Graph<String> graph = TextGraphs.parse("a-b:2 a[x] b[y]? c");
    Graph<Long> renamed = graph.withKeys(List.of(7L, 8L, 9L));
    assertThat(renamed.keys()).containsExactly(7L, 8L, 9L);
    assertThat(weight(renamed, 8L, 7L)).isEqualTo(2);
    assertThat(renamed.label(renamed.indexOf(8L))).isEqualTo(1);
    assertThat(renamed.validationNodes()).containsExactly(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.withKeys(List.of(7L, 8L)))
        .withMessageContaining("3 nodes")
        .withMessageContaining("2 keys");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.withKeys(List.of(7L, 8L, 7L)))
        .withMessageContaining("'7'");
  }

  @Test
  void theNormalisedOperatorOfAPairIsOneHalfEverywhere() {
    CsrMatrix normalized = (CsrMatrix) TextGraphs.parse("a-b").adjacency().normalized();
    assertThat(normalized.nonZeros()).isEqualTo(4);
    for (int e = 0; e < 4; e++) {
      assertThat(normalized.value(e)).isCloseTo(0.5f, within(1e-6f));
    }
  }

  @Test
  void toStringSaysTheSizes() {
    assertThat(TextGraphs.parse("a-b a[x] b[y]? c[x]"))
        .hasToString(
            "Graph(3 nodes, 1 edge, no features, 2 classes, 2 training nodes, 1 validation node)");
    assertThat(Graph.<Integer>builder().directed().addNode(1, 2.0).addNode(2).addEdge(1, 2).build())
        .hasToString("Graph(2 nodes, 1 directed edge, 1 feature, no labels)");
  }

  @Test
  void labelsAreGivenByKeyInTheOrderOfNodes() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("d")
            .addNode("c")
            .addNode("b")
            .addNode("a")
            .label("a", "one")
            .label("b", "two")
            .label("d", "two")
            .validationNode("b")
            .build();
    assertThat(graph.labels())
        .containsExactly(entry("d", "two"), entry("b", "two"), entry("a", "one"));
    assertThat(graph.trainingLabels()).containsExactly(entry("d", "two"), entry("a", "one"));
    assertThat(graph.validationLabels()).containsExactly(entry("b", "two"));
  }

  @Test
  void anAdjacencyOfOnesOwnMakesAGraph() {
    Graph<Integer> ring = Graph.ofEdges(3, new int[] {0, 1, 2}, new int[] {1, 2, 0}, null);
    Graph<String> graph = Graph.of(List.of("a", "b", "c"), ring.adjacency());
    assertThat(graph.edgeCount()).isEqualTo(3);
    assertThat(graph.isDirected()).isFalse();
    assertThat(graph.indexOf("c")).isEqualTo(2);
    assertThatThrownBy(() -> Graph.of(List.of("a", "b"), ring.adjacency()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("each of the 3 nodes needs a key, got 2");
  }

  @Test
  void namesOfFeaturesAreAsManyAsTheirColumns() {
    Graph<Integer> graph = Graph.ofEdges(2, new int[] {0}, new int[] {1}, null);
    CsrMatrix features = CsrMatrix.identity(2);
    assertThat(graph.withFeatures(features, List.of("x", "y")).featureNames())
        .containsExactly("x", "y");
    assertThatThrownBy(() -> graph.withFeatures(features, List.of("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("each of the 2 features needs a name, got 1");
  }
}
