package io.github.gmnn.graph;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.gmnn.graph.internal.AdjacencyBuilder;
import io.github.gmnn.internal.Limits;
import io.github.gmnn.testing.TextGraphs;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input is refused with a message that names the offender. */
class GraphErrorsTest {
  private static void refused(ThrowingCallable call, String... named) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContainingAll(named);
  }

  @Test
  void noNodes() {
    refused(() -> Graph.builder().build(), "at least 1 node", "none");
    refused(() -> Graph.ofEdges(0, new int[0], new int[0], null), "at least 1 node", "0");
  }

  @Test
  void edgeToAnUnknownNode() {
    refused(
        () -> Graph.builder().addNode("a").addEdge("a", "ghost").build(),
        "'a' - 'ghost'",
        "names 'ghost'",
        "1 nodes",
        "addMissingNodes()");
    refused(
        () -> Graph.ofEdges(3, new int[] {0, 1}, new int[] {1, 3}, null),
        "edge 1",
        "joins 1 and 3",
        "0..2");
    refused(() -> Graph.ofEdges(3, new int[] {-1}, new int[] {1}, null), "edge 0", "-1");
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        -1,
        0,
        -0.0,
        1e300,
        1e-300
      })
  void weightThatIsNotPositiveAndFinite(double weight) {
    refused(
        () -> Graph.builder().addEdge("a", "b", weight),
        "'a' - 'b'",
        String.valueOf(weight),
        "positive");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, -1, 0})
  void weightInAnArray(float weight) {
    refused(
        () -> Graph.ofEdges(3, new int[] {0}, new int[] {2}, new float[] {weight}),
        "'0' - '2'",
        String.valueOf(weight));
  }

  @Test
  void edgeArraysOfDifferentLengths() {
    refused(() -> Graph.ofEdges(3, new int[2], new int[3], null), "2, 3", "no weights");
    refused(() -> Graph.ofEdges(3, new int[2], new int[2], new float[1]), "2, 2 and 1");
  }

  @Test
  void featureThatIsNotFinite() {
    refused(() -> Graph.builder().addNode("a", Map.of("x", Double.NaN)), "node 'a'", "'x'", "NaN");
    refused(
        () -> Graph.builder().addNode("a", 1, Double.POSITIVE_INFINITY),
        "node 'a'",
        "'1'",
        "Infinity");
    refused(() -> Graph.builder().addNode("a", 1e200), "node 'a'", "'0'", "1.0E200");
    refused(() -> Graph.builder().addNode("a", new float[] {Float.NaN}), "node 'a'", "'0'", "NaN");
    refused(
        () -> Graph.builder().addNode("a", new int[] {7}, new float[] {Float.NEGATIVE_INFINITY}),
        "node 'a'",
        "'7'",
        "-Infinity");
  }

  @Test
  void denseFeaturesOfDifferentLengths() {
    refused(
        () -> Graph.builder().addNode("a", 1, 2).addNode("b", 1, 2, 3),
        "node 'b' has 3",
        "node 'a' has 2");
  }

  @Test
  void mixedWaysOfFeatures() {
    refused(
        () -> Graph.builder().addNode("a", 1, 2).addNode("b", Map.of("x", 1)),
        "'b'",
        "by name",
        "'a'",
        "dense");
    refused(
        () -> Graph.builder().addNode("a", Map.of()).addNode("b", new int[0], new float[0]),
        "'b'",
        "by index",
        "'a'",
        "by name");
  }

  @Test
  void featuresGivenTwice() {
    refused(() -> Graph.builder().addNode("a", 1).addNode("a", 2), "'a'", "already");
  }

  @Test
  void featuresThatAreAllEmpty() {
    refused(() -> Graph.builder().addNode("a", Map.of()).build(), "'a'", "empty");
    refused(() -> Graph.builder().addNode("a", new double[0]).build(), "'a'", "empty");
  }

  @Test
  void malformedIndexedFeatures() {
    refused(() -> Graph.builder().addNode("a", new int[] {1, 2}, new float[] {1}), "'a'", "2", "1");
    refused(() -> Graph.builder().addNode("a", new int[] {-4}, new float[] {1}), "'a'", "-4");
    refused(
        () -> Graph.builder().addNode("a", new int[] {5, 5}, new float[] {1, 2}).build(),
        "'a'",
        "5 twice");
    refused(
        () -> Graph.builder().featureCount(5).addNode("a", new int[] {5}, new float[] {1}).build(),
        "'a'",
        "5 is beyond the declared 5");
  }

  @Test
  void featuresThatContradictWhatWasDeclared() {
    refused(
        () -> Graph.builder().featureCount(3).addNode("a", 1, 2).build(), "'a' has 2", "3 were");
    refused(
        () ->
            Graph.builder()
                .featureNames(List.of("x"))
                .addNode("a", Map.of("x", 1))
                .addNode("b", Map.of("y", 1))
                .build(),
        "'b'",
        "'y'",
        "1 declared");
    refused(() -> Graph.builder().featureNames(List.of("x", "x")), "'x'", "twice");
    refused(() -> Graph.builder().featureCount(0), "at least 1", "0");
  }

  @Test
  void labelOnAMissingNode() {
    refused(
        () -> TextGraphs.builder("a[x] b[y]").label("ghost", "x").build(), "'ghost'", "2 nodes");
    refused(
        () -> TextGraphs.parse("a").withLabels(Map.of("ghost", "x", "a", "y"), List.of()),
        "'ghost'");
  }

  @Test
  void missingNodesAreAddedForEdgesOnly() {
    refused(
        () ->
            Graph.builder()
                .addMissingNodes()
                .addEdge("a", "b")
                .label("b", "y")
                .label("c", "x")
                .build(),
        "'c'");
  }

  @Test
  void blankLabel() {
    refused(() -> Graph.builder().label("a", " "), "'a'", "blank");
    refused(
        () -> TextGraphs.parse("a b").withLabels(Collections.singletonMap("a", null), List.of()),
        "'a'",
        "null");
  }

  @Test
  void aSingleClass() {
    refused(() -> TextGraphs.parse("a[ML] b[ML]? c"), "'ML'", "all 2", "at least 2");
    refused(() -> TextGraphs.builder("a").classes(List.of("ML")), "at least 2", "[ML]");
  }

  @Test
  void malformedClasses() {
    refused(() -> Graph.builder().classes(List.of("x", "x")), "'x'", "twice");
    refused(() -> Graph.builder().classes(List.of("x", "")), "blank");
    refused(
        () -> TextGraphs.builder("a[z] b[x]").classes(List.of("x", "y")).build(),
        "'a'",
        "'z'",
        "x, y");
  }

  @Test
  void validationNodeWithoutALabel() {
    refused(() -> TextGraphs.builder("a[x] b[y] c").validationNode("c").build(), "'c'", "no label");
    refused(() -> TextGraphs.builder("a[x] b[y]").validation(List.of("ghost")).build(), "'ghost'");
  }

  @Test
  void moreNonZerosThanASparseMatrixHolds() {
    Limits.checkNonZeros(Integer.MAX_VALUE - 8L, "edges");
    refused(() -> Limits.checkNonZeros(Integer.MAX_VALUE - 7L, "5 edges"), "5 edges", "2147483640");
    // Counted before anything of that size is made: the arrays stay empty.
    refused(
        () ->
            AdjacencyBuilder.build(
                1, 1_200_000_000, new int[0], new int[0], null, /* directed= */ false),
        "1200000000 edges",
        "2400000000",
        "2147483639");
  }

  @Test
  void longKeysAreCutInMessages() {
    Graph<String> graph = TextGraphs.parse("a");
    refused(() -> graph.indexOf("x".repeat(10_000)), "x...", "10000 characters");
  }

  @Test
  void nullsAreNamed() {
    Graph.Builder<String> builder = Graph.builder();
    assertThatNullPointerException().isThrownBy(() -> builder.addNode(null)).withMessage("key");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.addEdge("a", null))
        .withMessage("target");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.label("a", null))
        .withMessage("label");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.addNode("a", (Map<String, Integer>) null))
        .withMessage("namedFeatures");
    assertThatNullPointerException()
        .isThrownBy(() -> builder.addNode("a", Collections.singletonMap("x", (Integer) null)))
        .withMessageContainingAll("'x'", "'a'");
    assertThatNullPointerException()
        .isThrownBy(() -> Graph.ofEdges(1, null, new int[0], null))
        .withMessage("sources");
  }
}
