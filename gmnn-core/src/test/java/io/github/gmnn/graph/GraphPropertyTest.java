package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The stated rules, held to a plain twin on random multigraphs. */
class GraphPropertyTest {
  record Edge(int source, int target, float weight) {}

  record Drawing(int nodes, List<Edge> edges) {}

  @Provide
  Arbitrary<Drawing> drawings() {
    return Arbitraries.integers()
        .between(1, 12)
        .flatMap(
            nodes -> {
              Arbitrary<Integer> node = Arbitraries.integers().between(0, nodes - 1);
              Arbitrary<Float> weight = Arbitraries.of(0.25f, 1f, 1f, 3f, 1e-30f, 1e30f);
              return Combinators.combine(node, node, weight)
                  .as(Edge::new)
                  .list()
                  .ofMaxSize(60)
                  .map(edges -> new Drawing(nodes, edges));
            });
  }

  @Property(tries = 300)
  void undirectedGraphsFollowTheRules(@ForAll("drawings") Drawing drawing) {
    int count = drawing.edges().size();
    int[] sources = drawing.edges().stream().mapToInt(Edge::source).toArray();
    int[] targets = drawing.edges().stream().mapToInt(Edge::target).toArray();
    float[] weights = new float[count];
    for (int e = 0; e < count; e++) {
      weights[e] = drawing.edges().get(e).weight();
    }
    Graph<Integer> graph = Graph.ofEdges(drawing.nodes(), sources, targets, weights);
    CsrMatrix matrix = graph.adjacency().matrix();
    assertThat(entries(matrix)).isEqualTo(twin(drawing, false));
    assertThat(matrix.isSymmetric()).isTrue();
    assertThat(graph.edgeCount() * 2).isEqualTo(matrix.nonZeros());
    assertThat(keyed(drawing).build().adjacency().matrix()).isEqualTo(matrix);
  }

  @Property(tries = 300)
  void directedGraphsFollowTheRules(@ForAll("drawings") Drawing drawing) {
    Graph<String> graph = keyed(drawing).directed().build();
    assertThat(entries(graph.adjacency().matrix())).isEqualTo(twin(drawing, true));
    assertThat(graph.edgeCount()).isEqualTo(graph.adjacency().matrix().nonZeros());
  }

  private static Graph.Builder<String> keyed(Drawing drawing) {
    Graph.Builder<String> builder = Graph.builder();
    for (int node = 0; node < drawing.nodes(); node++) {
      builder.addNode("n" + node);
    }
    drawing.edges().forEach(e -> builder.addEdge("n" + e.source(), "n" + e.target(), e.weight()));
    return builder;
  }

  private static TreeMap<List<Integer>, Float> twin(Drawing drawing, boolean directed) {
    TreeMap<List<Integer>, Float> twin = new TreeMap<>(GraphPropertyTest::compare);
    for (Edge edge : drawing.edges()) {
      if (edge.source() != edge.target()) {
        twin.merge(List.of(edge.target(), edge.source()), edge.weight(), Math::max);
        if (!directed) {
          twin.merge(List.of(edge.source(), edge.target()), edge.weight(), Math::max);
        }
      }
    }
    return twin;
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    return a.get(0).equals(b.get(0)) ? a.get(1).compareTo(b.get(1)) : a.get(0).compareTo(b.get(0));
  }

  private static TreeMap<List<Integer>, Float> entries(CsrMatrix matrix) {
    TreeMap<List<Integer>, Float> entries = new TreeMap<>(GraphPropertyTest::compare);
    for (int row = 0; row < matrix.rows(); row++) {
      for (int e = matrix.rowStart(row); e < matrix.rowEnd(row); e++) {
        entries.put(List.of(row, matrix.columnIndex(e)), matrix.value(e));
      }
    }
    return entries;
  }

  @Property(tries = 100)
  void sparseAndDenseFeaturesGiveTheSameMatrix(@ForAll("denseRows") List<List<Integer>> rows) {
    Graph.Builder<Integer> dense = Graph.builder();
    Graph.Builder<Integer> indexed = Graph.<Integer>builder().featureCount(rows.get(0).size());
    // Given to nodes in the opposite order of their indices.
    for (int node = 0; node < rows.size(); node++) {
      dense.addNode(node);
      indexed.addNode(node);
    }
    for (int node = rows.size() - 1; node >= 0; node--) {
      List<Integer> row = rows.get(node);
      dense.addNode(node, row.stream().mapToDouble(Integer::doubleValue).toArray());
      List<Integer> columns = new ArrayList<>();
      for (int column = row.size() - 1; column >= 0; column--) {
        if (row.get(column) != 0) {
          columns.add(column);
        }
      }
      float[] values = new float[columns.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = row.get(columns.get(i));
      }
      indexed.addNode(node, columns.stream().mapToInt(Integer::intValue).toArray(), values);
    }
    assertThat(indexed.build().features()).isEqualTo(dense.build().features());
  }

  @Provide
  Arbitrary<List<List<Integer>>> denseRows() {
    return Arbitraries.integers()
        .between(1, 8)
        .flatMap(
            width ->
                Arbitraries.integers()
                    .between(-2, 2)
                    .list()
                    .ofSize(width)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(10));
  }
}
