package io.github.gmnn.graph.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LineGraphTest {
  @Test
  void parallelAndOppositeLinksStayDistinct() {
    LineGraph<String> lines =
        LineGraph.<String>builder()
            .addLink("a", "b")
            .addLink("b", "a")
            .addLink("a", "b")
            .addLink("a", "b")
            .build();
    assertThat(lines.graph().keys())
        .containsExactly(
            new LinkKey<>("a", "b"),
            new LinkKey<>("b", "a"),
            new LinkKey<>("a", "b", 1),
            new LinkKey<>("a", "b", 2));
    assertThat(lines.linkCount()).isEqualTo(4);
    assertThat(lines.nodeCount()).isEqualTo(2);
    assertThat(lines.source(1)).isEqualTo("b");
    assertThat(lines.target(1)).isEqualTo("a");
    assertThat(lines.graph().edgeCount()).isEqualTo(6);
  }

  @Test
  void featuresAreTheEndsAndTheAttributesBehindThem() {
    LineGraph<String> lines =
        LineGraph.<String>builder()
            .addNode("alone")
            .addLink("a", "b")
            .addLink("b", "b")
            .addLink("b", "a")
            .attributes(new LinkKey<>("a", "b"), Map.of("weight", 2, "age", 5))
            .attributes(new LinkKey<>("b", "b"), Map.of("weight", 3))
            .build();
    assertThat(lines.attributeNames()).containsExactly("age", "weight");
    assertThat(lines.graph().featureCount()).isEqualTo(5);
    assertThat(row(lines.graph().features(), 0)).isEqualTo(Map.of(1, 1f, 2, 1f, 3, 5f, 4, 2f));
    assertThat(row(lines.graph().features(), 1)).isEqualTo(Map.of(2, 1f, 4, 3f));
    assertThat(row(lines.graph().features(), 2)).isEqualTo(Map.of(1, 1f, 2, 1f));
  }

  private static Map<Integer, Float> row(CsrMatrix matrix, int row) {
    Map<Integer, Float> entries = new TreeMap<>();
    for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
      entries.put(matrix.columnIndex(e), matrix.value(e));
    }
    return entries;
  }

  @Test
  void denseAttributesAndKeysOfTheApplicationAreKept() {
    LinkKey<String> second = new LinkKey<>("a", "b", 1);
    LineGraph<String> lines =
        LineGraph.<String>builder()
            .addLink("a", "b")
            .addLink("a", "b")
            .attributes(second, 0.5, 0)
            .label(new LinkKey<>("a", "b"), "yes")
            .label(second, "no")
            .validation(List.of(second))
            .build();
    Graph<Long> graph = lines.graph().withKeys(List.of(17L, 18L));
    assertThat(graph.indexOf(18L)).isEqualTo(1);
    assertThat(row(graph.features(), 1)).isEqualTo(Map.of(0, 1f, 1, 1f, 2, 0.5f));
    assertThat(graph.classes()).containsExactly("no", "yes");
    assertThat(graph.trainingNodes()).containsExactly(0);
    assertThat(graph.validationNodes()).containsExactly(1);
  }

  @Test
  void anUndirectedEdgeIsOneLinkThatIsFoundFromEitherEnd() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("c", "a")
            .addEdge("b", "c")
            .addNode("d")
            .build();
    LineGraph<String> lines = LineGraph.from(graph).build();
    assertThat(lines.graph().keys())
        .containsExactly(new LinkKey<>("c", "a"), new LinkKey<>("c", "b"));
    assertThat(lines.between("b", "c")).isEqualTo(new LinkKey<>("c", "b"));
    assertThat(lines.between("c", "b")).isEqualTo(new LinkKey<>("c", "b"));
    assertThat(lines.nodeCount()).isEqualTo(4);
    assertThatThrownBy(() -> lines.between("a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no link joins 'a' and 'b'");
  }

  @Test
  void aDirectedEdgeIsALinkInItsDirection() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .directed()
            .addEdge("a", "b")
            .addEdge("b", "a")
            .addEdge("c", "a")
            .build();
    assertThat(LineGraph.from(graph).build().graph().keys())
        .containsExactlyInAnyOrder(
            new LinkKey<>("a", "b"), new LinkKey<>("b", "a"), new LinkKey<>("c", "a"));
  }

  @Test
  void theExplicitGraphHasTheSameEdges() {
    LineGraph<Integer> lines =
        LineGraph.<Integer>builder()
            .addLink(1, 2)
            .addLink(2, 3)
            .addLink(3, 3)
            .addLink(4, 5)
            .build();
    Graph<LinkKey<Integer>> explicit = lines.explicitGraph();
    assertThat(explicit.edgeCount()).isEqualTo(lines.graph().edgeCount()).isEqualTo(2);
    assertThat(explicit.adjacency().matrix()).isEqualTo(lines.graph().adjacency().matrix());
    assertThat(explicit.features()).isSameAs(lines.graph().features());
  }

  @Test
  void aBuilderCanBeUsedFurtherWithoutEffectOnWhatWasBuilt() {
    LineGraph.Builder<String> builder = LineGraph.<String>builder().addLink("a", "b");
    LineGraph<String> first = builder.build();
    LineGraph<String> second = builder.addLink("b", "c").build();
    assertThat(first.graph().nodeCount()).isEqualTo(1);
    assertThat(first.nodeCount()).isEqualTo(2);
    assertThat(second.graph().nodeCount()).isEqualTo(2);
  }

  @Test
  void wrongInputIsNamed() {
    assertThatThrownBy(() -> LineGraph.<String>builder().addNode("a").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 link, got none");
    assertThatThrownBy(
            () ->
                LineGraph.<String>builder()
                    .addLink("a", "b")
                    .label(new LinkKey<>("b", "a"), "x")
                    .build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                LineGraph.<String>builder()
                    .addLink("a", "b")
                    .attributes(new LinkKey<>("b", "a"), 1.0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'b→a' is none of the 1 links");
    assertThatThrownBy(() -> new LinkKey<>("a", "b", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got -1");
  }
}
