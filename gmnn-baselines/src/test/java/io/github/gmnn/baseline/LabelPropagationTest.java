package io.github.gmnn.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.SharedData;
import io.github.gmnn.testing.SmallGraphs;
import io.github.gmnn.testing.TextGraphs;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelPropagationTest {
  private static final Graph<String> PATH =
      Graph.<String>builder()
          .addMissingNodes()
          .addEdge("a", "b")
          .addEdge("b", "c")
          .addEdge("c", "d")
          .addNode("alone")
          .label("a", "left")
          .label("d", "right")
          .build();

  @Test
  void labelsReachTheNearerHalfOfAPath() {
    Predictions<String> predictions = LabelPropagation.create().fit(PATH);
    assertThat(predictions.of("b").label()).isEqualTo("left");
    assertThat(predictions.of("c").label()).isEqualTo("right");
    assertThat(predictions.of("b").probability("left"))
        .isCloseTo(predictions.of("c").probability("right"), offset(1e-4));
  }

  @Test
  void aNodeThatNoLabelReachesGetsTheMeanOfThoseReached() {
    Graph<String> graph = TextGraphs.parse("a-b b-c b-d e-f alone a[left] f[right]");
    Predictions<String> predictions = LabelPropagation.create().fit(graph);
    Prediction<String> alone = predictions.of("alone");
    assertThat(alone.probability("left")).isCloseTo(0.75, offset(1e-6)); // b, c and d of four
    assertThat(alone.probability("right")).isCloseTo(0.25, offset(1e-6));
  }

  @Test
  void withoutANodeToTakeTheMeanOfItIsUniform() {
    Prediction<String> alone =
        LabelPropagation.create().fit(TextGraphs.parse("a b alone a[x] b[y]")).of("alone");
    assertThat(alone.probability("x")).isEqualTo(0.5);
  }

  @Test
  void clampedLabelsStay() {
    // F(b) = F(b) / 3 + 1 / √6 each way: by symmetry one half of each label.
    Predictions<String> predictions =
        LabelPropagation.clamped().fit(TextGraphs.parse("a-b b-c a[x] c[y]"));
    assertThat(predictions.of("a").probability("x")).isEqualTo(1);
    assertThat(predictions.of("b").probability("x")).isCloseTo(0.5, offset(1e-6));
    // On a - b - c - d, F(b) = F(b) / 3 + F(c) / 3 + F(a) / √6, so that x : y is 2 : 1 at b.
    assertThat(LabelPropagation.clamped().fit(PATH).of("b").probability("left"))
        .isCloseTo(2.0 / 3, offset(1e-4));
  }

  @Test
  void validationChoosesHowLabelsAreSpread() {
    Dataset<Integer> data = SmallGraphs.CITATIONS;
    Map<Integer, String> validation = data.graph().validationLabels();
    double tuned = LabelPropagation.tuned().fit(data.graph()).evaluate(validation).accuracy();
    assertThat(tuned)
        .isGreaterThanOrEqualTo(
            LabelPropagation.create().fit(data.graph()).evaluate(validation).accuracy())
        .isGreaterThanOrEqualTo(
            LabelPropagation.clamped().fit(data.graph()).evaluate(validation).accuracy())
        .isGreaterThan(
            LabelPropagation.withAlpha(0.5).fit(data.graph()).evaluate(validation).accuracy());
    assertThat(LabelPropagation.tuned().fit(PATH).of("b"))
        .isEqualTo(LabelPropagation.create().fit(PATH).of("b")); // no validation nodes
  }

  @Test
  void theResultIsTheFixedPointOfItsEquation() {
    // F = (1 - α)(I - αS)^-1 Y on the edge a - b with a labelled: S = [[.5, .5], [.5, .5]]
    Graph<String> edge =
        Graph.<String>builder()
            .addMissingNodes()
            .addEdge("a", "b")
            .addEdge("b", "c")
            .label("a", "x")
            .label("c", "y")
            .build();
    Prediction<String> middle = LabelPropagation.withAlpha(0.5).fit(edge).of("b");
    assertThat(middle.probability("x")).isCloseTo(0.5, offset(1e-5));
  }

  @Test
  void impossibleSettingsAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelPropagation.withAlpha(1))
        .withMessageContaining("(0, 1), got 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelPropagation.create().threads(0))
        .withMessageContaining("threads", "got 0");
  }

  @Test
  void threadsDoNotChangeTheResult() {
    Graph<Integer> graph = SmallGraphs.CITATIONS.graph();
    assertThat(LabelPropagation.create().threads(3).fit(graph).all())
        .isEqualTo(LabelPropagation.create().threads(1).fit(graph).all());
  }

  /**
   * What the published accuracy turns on: a label for the test nodes that no label reaches. Each
   * fixed one gives another accuracy, and the published one is among them.
   */
  @ParameterizedTest
  @CsvSource({"cora,59,0.742", "citeseer,310,0.563"})
  void theLabelOfUnreachedNodesDecidesPublishedFigures(String name, int count, double published)
      throws IOException {
    Dataset<String> data = DatasetReader.read(SharedData.folder(name));
    Predictions<String> predictions = LabelPropagation.clamped().fit(data.graph());
    List<String> unreached = unreached(data.graph(), data.testLabels().keySet());
    Map<String, String> reached = new LinkedHashMap<>(data.testLabels());
    unreached.forEach(reached::remove);
    double right = predictions.evaluate(reached).accuracy() * reached.size();
    assertThat(unreached).hasSize(count);
    assertThat(data.graph().classes())
        .anySatisfy(
            label -> {
              long more =
                  unreached.stream()
                      .filter(key -> data.testLabels().get(key).equals(label))
                      .count();
              assertThat((right + more) / data.testLabels().size())
                  .isCloseTo(published, offset(0.0015));
            });
  }

  /** a→b is labelled; a→c has its source, d→b its target, b→e leaves its target. */
  @Test
  void labelsTravelAlongTheRelationsNamed() {
    Map<LinkKey<String>, String> labels = new LinkedHashMap<>();
    labels.put(new LinkKey<>("a", "b"), "good");
    labels.put(new LinkKey<>("x", "y"), "bad");
    Graph<LinkKey<String>> graph =
        LineGraph.<String>builder()
            .addLink("a", "b")
            .addLink("a", "c")
            .addLink("d", "b")
            .addLink("b", "e")
            .addLink("x", "y")
            .addLink("x", "z")
            .build()
            .graph()
            .withLabels(labels, List.of());
    Predictions<LinkKey<String>> bySource =
        LabelPropagation.create().along(Adjacency.LinkRelation.SAME_SOURCE).fit(graph);
    assertThat(bySource.of(new LinkKey<>("a", "c")).probability("good")).isEqualTo(1);
    double unreached = bySource.of(new LinkKey<>("b", "e")).probability("good");
    assertThat(bySource.of(new LinkKey<>("d", "b")).probability("good")).isEqualTo(unreached);
    Predictions<LinkKey<String>> byBoth =
        LabelPropagation.create()
            .along(Adjacency.LinkRelation.SAME_SOURCE, Adjacency.LinkRelation.SAME_TARGET)
            .fit(graph);
    assertThat(byBoth.of(new LinkKey<>("d", "b")).probability("good")).isEqualTo(1);
    assertThat(byBoth.of(new LinkKey<>("b", "e")).probability("good")).isEqualTo(2 / 3f);
    assertThat(LabelPropagation.create().along(Adjacency.LinkRelation.SAME_SOURCE))
        .hasToString("LabelPropagation(0.9 along [same source])");
  }

  private static List<String> unreached(Graph<String> graph, Collection<String> keys) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    for (int node : graph.trainingNodes()) {
      reached.set(node);
      open.add(node);
    }
    CsrMatrix edges = graph.adjacency().matrix();
    while (!open.isEmpty()) {
      int node = open.remove();
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        if (!reached.get(edges.columnIndex(e))) {
          reached.set(edges.columnIndex(e));
          open.add(edges.columnIndex(e));
        }
      }
    }
    return keys.stream().filter(key -> !reached.get(graph.indexOf(key))).toList();
  }

  @Test
  void labelPropagationFindsTheRelationsThatLabelsTravelAlong() {
    RandomStream random = RandomStream.of(3);
    Graph.Builder<Integer> builder = Graph.builder();
    Map<Integer, String> truth = new LinkedHashMap<>();
    for (int node = 0; node < 90; node++) {
      builder.addNode(node);
      truth.put(node, node % 2 == 0 ? "even" : "odd");
      for (int i = 0; i < 2; i++) {
        int friend = 2 * random.nextInt(45) + node % 2;
        builder.addEdge(node, friend, "friend");
        for (int j = 0; j < 4; j++) {
          builder.addEdge(node, random.nextInt(90), "noise " + j);
        }
      }
    }
    for (int node = 0; node < 30; node++) {
      builder.label(node, truth.remove(node));
      if (node % 3 == 0) {
        builder.validationNode(node);
      }
    }
    Graph<Integer> graph = builder.build();
    double all = LabelPropagation.create().fit(graph).evaluate(truth).accuracy();
    double chosen = LabelPropagation.create().alongChosen().fit(graph).evaluate(truth).accuracy();
    double named =
        LabelPropagation.create()
            .along("friend", "friend inverse")
            .fit(graph)
            .evaluate(truth)
            .accuracy();
    assertThat(named).isGreaterThan(0.95);
    assertThat(chosen).isEqualTo(named);
    assertThat(all).isLessThan(0.9);
    assertThat(LabelPropagation.tuned().alongChosen())
        .asString()
        .endsWith("along chosen relations)");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> LabelPropagation.create().alongChosen().fit(SmallGraphs.CITATIONS.graph()))
        .withMessageContaining("no types of edges");
  }

  @Test
  void itIsPrintedWithItsSettings() {
    assertThat(LabelPropagation.withAlpha(0.5)).hasToString("LabelPropagation(0.5)");
  }

  @Test
  void labelsOfLinksTravelWhereOnlyThePastIsSeen() {
    LineGraph.Builder<Integer> builder =
        LineGraph.<Integer>builder().features(LineGraph.View.PAST_ONLY);
    for (int hour = 0; hour < 60; hour++) {
      builder.addLink(hour % 7, 7 + hour % 11, Instant.ofEpochSecond(3600L * hour));
    }
    builder.label(new LinkKey<>(0, 7), "even").label(new LinkKey<>(1, 8), "odd");
    Graph<LinkKey<Integer>> graph = builder.build().graph();
    Predictions<LinkKey<Integer>> predictions = LabelPropagation.create().alongChosen().fit(graph);
    assertThat(predictions.keys()).hasSize(graph.nodeCount());
  }
}
