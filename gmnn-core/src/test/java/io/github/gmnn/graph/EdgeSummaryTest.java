package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EdgeSummaryTest {
  /** Two payments from a to b, one from b to c; d has none. */
  private static Graph.Builder<String> payments() {
    Graph.Builder<String> builder = Graph.builder();
    List.of("a", "b", "c", "d").forEach(builder::addNode);
    return builder
        .addEdge("a", "b", "wire", 1, 100)
        .edgeNumbers(Map.of("amount", 10))
        .addEdge("a", "b", "card", 1, 140)
        .edgeNumbers(Map.of("amount", -4))
        .addEdge("b", "c", "wire", 1, 130)
        .edgeNumbers(Map.of("amount", 7));
  }

  /** A feature as it was before it was scaled; NaN if the node is at the mean. */
  private static double value(Graph<String> graph, String node, String name) {
    int column = graph.featureSchema().indexOf(name);
    assertThat(column).as(name).isNotNegative();
    FeatureSchema.Feature scale = graph.featureSchema().features().get(column);
    CsrMatrix features = graph.features();
    int row = graph.indexOf(node);
    for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
      if (features.columnIndex(e) == column) {
        return features.value(e) * scale.divisor() + scale.mean();
      }
    }
    return Double.NaN;
  }

  private static void assertLog(Graph<String> graph, String node, String name, double expected) {
    double log = Math.copySign(Math.log1p(Math.abs(expected)), expected);
    assertThat(value(graph, node, name)).as(name).isCloseTo(log, within(1e-5));
  }

  @Test
  void edgesAddUpToNamedFeatures() {
    Graph<String> graph = payments().build().withEdgeSummaries();
    assertThat(graph.featureNames())
        .containsExactly(
            "received: count",
            "received: sum of amount",
            "received: mean of amount",
            "received: largest amount",
            "received: share of wire",
            "received: share of card",
            "received: time since the newest",
            "received: mean gap",
            "sent: count",
            "sent: sum of amount",
            "sent: mean of amount",
            "sent: largest amount",
            "sent: share of wire",
            "sent: share of card",
            "sent: time since the newest",
            "sent: mean gap");
    assertLog(graph, "b", "received: count", 2);
    assertLog(graph, "b", "received: sum of amount", 6);
    assertLog(graph, "b", "received: mean of amount", 3);
    assertLog(graph, "b", "received: largest amount", 10);
    assertThat(value(graph, "b", "received: share of card")).isCloseTo(0.5, within(1e-6));
    assertLog(graph, "b", "received: time since the newest", 0);
    assertLog(graph, "c", "received: time since the newest", 10);
    // a alone sent twice, so that its gap is the mean
    int gap = graph.featureSchema().indexOf("sent: mean gap");
    assertThat((double) graph.featureSchema().features().get(gap).mean())
        .isCloseTo(Math.log1p(40), within(1e-5));
    assertLog(graph, "d", "sent: count", 0);
    // who has no edges is at the mean of those who have
    assertThat(value(graph, "d", "sent: largest amount")).isNaN();
  }

  @Test
  void columnsHaveMeanZeroAndDeviationOne() {
    Graph<String> graph = payments().build().withEdgeSummaries();
    int column = graph.featureSchema().indexOf("received: count");
    double sum = 0;
    double squares = 0;
    for (int e = 0; e < graph.features().nonZeros(); e++) {
      if (graph.features().columnIndex(e) == column) {
        sum += graph.features().value(e);
        squares += Math.pow(graph.features().value(e), 2);
      }
    }
    assertThat(sum).isCloseTo(0, within(1e-5));
    assertThat(squares / 4).isCloseTo(1, within(1e-5));
    assertThat(graph.featureSchema().isOfTable()).isTrue();
  }

  @Test
  void whatCameLaterDoesNotCount() {
    Graph<String> early = payments().build().withEdgeSummaries(FeatureSchema.UNNAMED, 130);
    Graph<String> without =
        Graph.<String>builder()
            .addNode("a")
            .addNode("b")
            .addNode("c")
            .addNode("d")
            .addEdge("a", "b", "wire", 1, 100)
            .edgeNumbers(Map.of("amount", 10))
            .addEdge("b", "c", "card", 1, 200)
            .edgeNumbers(Map.of("amount", 1e6))
            .addEdge("b", "c", "wire", 1, 130)
            .edgeNumbers(Map.of("amount", 7))
            .build()
            .withEdgeSummaries(FeatureSchema.UNNAMED, 130);
    assertThat(early.features()).isEqualTo(without.features());
    assertLog(early, "b", "received: count", 1);
    assertLog(early, "b", "received: time since the newest", 30);
  }

  @Test
  void aModelsScaleIsKept() {
    Graph<String> graph = payments().build().withEdgeSummaries();
    Graph<String> other =
        Graph.<String>builder()
            .addNode("x")
            .addNode("y")
            .addEdge("x", "y", "wire", 1, 1)
            .edgeNumbers(Map.of("amount", 10))
            .build()
            .withEdgeSummaries(graph.featureSchema());
    int column = graph.featureSchema().indexOf("received: largest amount");
    assertThat(other.featureSchema().features().get(other.featureSchema().indexOf("sent: count")))
        .isEqualTo(
            graph.featureSchema().features().get(graph.featureSchema().indexOf("sent: count")));
    assertLog(other, "y", "received: largest amount", 10);
    assertThat(column).isNotNegative();
  }

  @Test
  void featuresThatWereThereStay() {
    Graph<String> named =
        Graph.<String>builder()
            .addNode("a", Map.of("age", 3))
            .addNode("b", Map.of("age", 5))
            .addEdge("a", "b", 2)
            .build();
    Graph<String> graph = named.withEdgeSummaries();
    assertThat(graph.featureNames())
        .containsExactly(
            "age",
            "edges: count",
            "edges: sum of weight",
            "edges: mean of weight",
            "edges: largest weight");
    assertThat(graph.features().value(0)).isEqualTo(3);
    // beside features of the application's own nothing is scaled here
    assertThat(graph.features().value(1)).isCloseTo((float) Math.log(2), within(1e-6f));
    assertThat(graph.featureSchema().isOfTable()).isFalse();
  }

  @Test
  void edgesWithoutNumbersAreSummedUpByTheirWeights() {
    Graph<String> graph =
        Graph.<String>builder()
            .addMissingNodes()
            .directed()
            .addEdge("a", "b", 3)
            .addEdge("c", "b", 5)
            .build()
            .withEdgeSummaries();
    assertLog(graph, "b", "received: sum of weight", 8);
    assertLog(graph, "a", "sent: sum of weight", 3);
    Graph<String> typed =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b", "knows")
            .addEdge("c", "b", "pays")
            .build()
            .withEdgeSummaries();
    assertThat(value(typed, "b", "received: share of knows")).isNaN(); // at the mean of all: 0.5
    assertLog(typed, "c", "sent: count", 1);
  }
}
