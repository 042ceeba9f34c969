package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LineGraphTest {
  @Test
  void parallelAndOppositeLinksStayDistinct() {
    LineGraph lines =
        LineGraph.builder()
            .addLink("a", "b")
            .addLink("b", "a")
            .addLink("a", "b")
            .addLink("a", "b")
            .build();
    assertThat(lines.graph().keys())
        .containsExactly(
            new LinkKey("a", "b"),
            new LinkKey("b", "a"),
            new LinkKey("a", "b", 1),
            new LinkKey("a", "b", 2));
    assertThat(lines.linkCount()).isEqualTo(4);
    assertThat(lines.nodeCount()).isEqualTo(2);
    assertThat(lines.source(1)).isEqualTo("b");
    assertThat(lines.target(1)).isEqualTo("a");
    assertThat(lines.graph().edgeCount()).isEqualTo(6);
  }

  @Test
  void featuresAreTheEndsAndTheAttributesBehindThem() {
    LineGraph lines =
        LineGraph.builder()
            .addNode("alone")
            .addLink("a", "b")
            .addLink("b", "b")
            .addLink("b", "a")
            .attributes(new LinkKey("a", "b"), Map.of("weight", 2, "age", 5))
            .attributes(new LinkKey("b", "b"), Map.of("weight", 3))
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
    LineGraph lines =
        LineGraph.builder()
            .addKeyedLink(17L, "a", "b")
            .addKeyedLink(18L, "a", "b")
            .attributes(18L, 0.5, 0)
            .label(17L, "yes")
            .label(18L, "no")
            .validation(List.of(18L))
            .build();
    Graph graph = lines.graph();
    assertThat(graph.indexOf(18L)).isEqualTo(1);
    assertThat(row(graph.features(), 1)).isEqualTo(Map.of(0, 1f, 1, 1f, 2, 0.5f));
    assertThat(graph.classes()).containsExactly("no", "yes");
    assertThat(graph.trainingNodes()).containsExactly(0);
    assertThat(graph.validationNodes()).containsExactly(1);
  }

  @Test
  void anUndirectedEdgeIsOneLinkThatIsFoundFromEitherEnd() {
    Graph graph =
        Graph.builder().addMissingNodes().addEdge("c", "a").addEdge("b", "c").addNode("d").build();
    LineGraph lines = LineGraph.from(graph).build();
    assertThat(lines.graph().keys()).containsExactly(new LinkKey("c", "a"), new LinkKey("c", "b"));
    assertThat(lines.between("b", "c")).isEqualTo(new LinkKey("c", "b"));
    assertThat(lines.between("c", "b")).isEqualTo(new LinkKey("c", "b"));
    assertThat(lines.nodeCount()).isEqualTo(4);
    assertThatThrownBy(() -> lines.between("a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no link joins 'a' and 'b'");
  }

  @Test
  void aDirectedEdgeIsALinkInItsDirection() {
    Graph graph =
        Graph.builder()
            .addMissingNodes()
            .directed()
            .addEdge("a", "b")
            .addEdge("b", "a")
            .addEdge("c", "a")
            .build();
    assertThat(LineGraph.from(graph).build().graph().keys())
        .containsExactlyInAnyOrder(
            new LinkKey("a", "b"), new LinkKey("b", "a"), new LinkKey("c", "a"));
  }

  @Test
  void theExplicitGraphHasTheSameEdges() {
    LineGraph lines =
        LineGraph.builder().addLink(1, 2).addLink(2, 3).addLink(3, 3).addLink(4, 5).build();
    Graph explicit = lines.explicitGraph();
    assertThat(explicit.edgeCount()).isEqualTo(lines.graph().edgeCount()).isEqualTo(2);
    assertThat(explicit.adjacency().matrix()).isEqualTo(lines.graph().adjacency().matrix());
    assertThat(explicit.features()).isSameAs(lines.graph().features());
  }

  @Test
  void aBuilderCanBeUsedFurtherWithoutEffectOnWhatWasBuilt() {
    LineGraph.Builder builder = LineGraph.builder().addLink("a", "b");
    LineGraph first = builder.build();
    LineGraph second = builder.addLink("b", "c").build();
    assertThat(first.graph().nodeCount()).isEqualTo(1);
    assertThat(first.nodeCount()).isEqualTo(2);
    assertThat(second.graph().nodeCount()).isEqualTo(2);
  }

  @Test
  void wrongInputIsNamed() {
    assertThatThrownBy(() -> LineGraph.builder().addNode("a").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 link, got none");
    assertThatThrownBy(
            () -> LineGraph.builder().addLink("a", "b").label(new LinkKey("b", "a"), "x").build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> LineGraph.builder().addLink("a", "b").attributes(new LinkKey("b", "a"), 1.0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'b→a' is none of the 1 links");
    assertThatThrownBy(() -> LineGraph.builder().addKeyedLink(1, 2, 3).addKeyedLink(1, 4, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'1' is there already");
    assertThatThrownBy(() -> new LinkKey("a", "b", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got -1");
  }
}
