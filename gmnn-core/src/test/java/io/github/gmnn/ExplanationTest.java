package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.testing.SharedData;
import io.github.gmnn.training.Predictor;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Every effect that is named is found again by removing what it names from the graph. */
class ExplanationTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();
  private static final GmnnModel<Integer> MODEL = SmallCitations.trainer().fit(GRAPH);

  @Test
  void removingWhatIsNamedMakesTheDifferenceThatIsNamed() {
    for (int node : List.of(0, 7, 42, 299)) {
      int key = GRAPH.key(node);
      Explanation<Integer> why = MODEL.explain(GRAPH, key);
      assertThat(why.label()).isEqualTo(MODEL.predict(key).label());
      assertThat(why.probability()).isCloseTo(MODEL.predict(key).probability(), offset(1e-5));
      assertThat(why.inputs()).isNotEmpty();
      for (Explanation.Cause<Integer> cause : why.inputs()) {
        Graph<Integer> without =
            cause.kind() == Explanation.Kind.NEIGHBOR
                ? rebuild(
                    GRAPH, (a, b) -> joins(a, b, key, cause.node()), null, column -> false, null)
                : rebuild(
                    GRAPH,
                    (a, b) -> false,
                    key,
                    column -> ("" + column).equals(cause.name()),
                    null);
        assertThat(cause.effect())
            .as("%s of %s", cause, key)
            .isCloseTo(
                Math.log(why.probability())
                    - Math.log(MODEL.predict(without).of(key).probability(why.label())),
                offset(1e-4));
      }
      Graph<Integer> bare =
          rebuild(GRAPH, (a, b) -> a == key || b == key, key, column -> true, null);
      assertThat(why.inputsTogether())
          .isCloseTo(
              Math.log(why.probability())
                  - Math.log(MODEL.predict(bare).of(key).probability(why.label())),
              offset(1e-4));
      assertThat(why.inputsSum())
          .isCloseTo(
              why.inputs().stream().mapToDouble(Explanation.Cause::effect).sum(), offset(1e-12));
    }
  }

  @Test
  void takingALabelAwayMakesTheDifferenceInP() {
    GmnnModel<Integer> model = SmallCitations.trainer().predictor(Predictor.LEARNING).fit(GRAPH);
    int checked = 0;
    for (int node = 0; node < GRAPH.nodeCount() && checked < 10; node++) {
      int key = GRAPH.key(node);
      Explanation<Integer> why = model.explain(GRAPH, key);
      double before = model.predict(GRAPH).of(key).probability(why.label());
      assertThat(why.labelProbability().getAsDouble()).isCloseTo(before, offset(1e-5));
      for (Explanation.Cause<Integer> cause : why.labels()) {
        Graph<Integer> without =
            rebuild(GRAPH, (a, b) -> false, null, column -> false, cause.node());
        double after = model.predict(without).of(key).probability(why.label());
        assertThat(cause.effect())
            .as("%s", cause)
            .isCloseTo(Math.log(before) - Math.log(after), offset(1e-4));
        checked++;
      }
    }
    assertThat(checked).isGreaterThanOrEqualTo(10);
  }

  @Test
  void whatOnlyTheNodeItselfIsSeenByHasNoNeighbours() {
    GmnnModel<Integer> alone =
        SmallCitations.trainer()
            .emIterations(0)
            .inferenceLayers(LinearLayer.builder().nOut(8).build(), LinearLayer.builder().build())
            .fit(GRAPH);
    Explanation<Integer> why = alone.explain(GRAPH, GRAPH.key(3));
    assertThat(why.inputs())
        .filteredOn(cause -> cause.kind() == Explanation.Kind.NEIGHBOR)
        .allMatch(cause -> cause.effect() == 0);
    assertThat(why.labels()).isEmpty();
    assertThat(why.labelProbability()).isEmpty();
  }

  @Test
  void theReportNamesTheLargestEffects() {
    Explanation<Integer> why = MODEL.explain(GRAPH, GRAPH.key(5));
    assertThat(why.toString())
        .startsWith(GRAPH.key(5) + ": " + why.label() + " (")
        .contains("q: " + why.inputs().size() + " effects, their sum ")
        .contains("  " + why.inputs().get(0));
    double largest = Math.abs(why.inputs().get(0).effect());
    assertThat(why.inputs()).allMatch(cause -> Math.abs(cause.effect()) <= largest);
  }

  @Test
  void aNodeThatIsNotThereIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.explain(GRAPH, -77))
        .withMessageContaining("-77");
  }

  /** On real data, where features have no names and p sees labels of other nodes. */
  @Test
  void tenErrorsOnCoraAreExplainedByWhatMakesTheDifference() throws IOException {
    Dataset<String> cora = DatasetReader.read(SharedData.folder("cora"));
    Graph<String> graph = cora.graph();
    GmnnModel<String> model = Gmnn.paper().seed(1).fit(graph);
    List<String> errors =
        cora.testLabels().keySet().stream()
            .filter(key -> !model.predict(key).label().equals(cora.testLabels().get(key)))
            .limit(10)
            .toList();
    assertThat(errors).hasSize(10);
    for (String key : errors) {
      Explanation<String> why = model.explain(graph, key);
      assertThat(why.label()).isEqualTo(model.predict(key).label());
      for (Explanation.Cause<String> cause : why.inputs().subList(0, 3)) {
        Graph<String> without =
            rebuild(
                graph,
                (a, b) -> joins(a, b, key, cause.node()),
                key,
                column -> cause.node() == null && ("" + column).equals(cause.name()),
                null);
        assertThat(cause.effect())
            .as("%s of %s", cause, key)
            .isCloseTo(
                Math.log(why.probability())
                    - Math.log(model.predict(without).of(key).probability(why.label())),
                offset(1e-3));
      }
    }
  }

  private static <K> boolean joins(K a, K b, K x, K y) {
    return a.equals(x) && b.equals(y) || a.equals(y) && b.equals(x);
  }

  /** The graph without some edges, some features of a node, and the label of another. */
  private static <K> Graph<K> rebuild(
      Graph<K> graph,
      BiPredicate<K, K> leftEdges,
      K ofKey,
      IntPredicate leftColumns,
      K unlabelled) {
    Graph.Builder<K> builder = Graph.<K>builder().featureCount(graph.featureCount());
    for (int node = 0; node < graph.nodeCount(); node++) {
      K key = graph.key(node);
      Map<Integer, Float> kept = new LinkedHashMap<>();
      for (int e = graph.features().rowStart(node); e < graph.features().rowEnd(node); e++) {
        int column = graph.features().columnIndex(e);
        if (!key.equals(ofKey) || !leftColumns.test(column)) {
          kept.put(column, graph.features().value(e));
        }
      }
      float[] values = new float[kept.size()];
      int i = 0;
      for (float value : kept.values()) {
        values[i++] = value;
      }
      builder.addNode(key, kept.keySet().stream().mapToInt(column -> column).toArray(), values);
    }
    for (int node = 0; node < graph.nodeCount(); node++) {
      var edges = graph.adjacency().matrix();
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        K other = graph.key(edges.columnIndex(e));
        if (!leftEdges.test(graph.key(node), other)) {
          builder.addEdge(graph.key(node), other, edges.value(e));
        }
      }
    }
    builder.classes(graph.classes());
    for (int node : graph.trainingNodes()) {
      if (!graph.key(node).equals(unlabelled)) {
        builder.label(graph.key(node), graph.classes().get(graph.label(node)));
      }
    }
    return builder.build();
  }
}
