package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.TextGraphs;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelPropagationTest {
  private static final Graph PATH =
      Graph.builder()
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
    Predictions predictions = LabelPropagation.create().fit(PATH);
    assertThat(predictions.of("b").label()).isEqualTo("left");
    assertThat(predictions.of("c").label()).isEqualTo("right");
    assertThat(predictions.of("b").probability("left"))
        .isCloseTo(predictions.of("c").probability("right"), offset(1e-4));
  }

  @Test
  void aNodeThatNoLabelReachesGetsTheMeanOfThoseReached() {
    Graph graph = TextGraphs.parse("a-b b-c b-d e-f alone a[left] f[right]");
    Predictions predictions = LabelPropagation.create().fit(graph);
    Prediction alone = predictions.of("alone");
    assertThat(alone.probability("left")).isCloseTo(0.75, offset(1e-6)); // b, c and d of four
    assertThat(alone.probability("right")).isCloseTo(0.25, offset(1e-6));
  }

  @Test
  void withoutANodeToTakeTheMeanOfItIsUniform() {
    Prediction alone =
        LabelPropagation.create().fit(TextGraphs.parse("a b alone a[x] b[y]")).of("alone");
    assertThat(alone.probability("x")).isEqualTo(0.5);
  }

  @Test
  void clampedLabelsStay() {
    // F(b) = F(b) / 3 + 1 / √6 each way: by symmetry one half of each label.
    Predictions predictions = LabelPropagation.clamped().fit(TextGraphs.parse("a-b b-c a[x] c[y]"));
    assertThat(predictions.of("a").probability("x")).isEqualTo(1);
    assertThat(predictions.of("b").probability("x")).isCloseTo(0.5, offset(1e-6));
    // On a - b - c - d, F(b) = F(b) / 3 + F(c) / 3 + F(a) / √6, so that x : y is 2 : 1 at b.
    assertThat(LabelPropagation.clamped().fit(PATH).of("b").probability("left"))
        .isCloseTo(2.0 / 3, offset(1e-4));
  }

  @Test
  void validationChoosesHowLabelsAreSpread() {
    Dataset data = SmallCitations.DATA;
    Map<Object, String> validation = new LinkedHashMap<>();
    for (int node : data.graph().validationNodes()) {
      validation.put(data.graph().key(node), data.graph().classes().get(data.graph().label(node)));
    }
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
    Graph edge =
        Graph.builder()
            .addMissingNodes()
            .addEdge("a", "b")
            .addEdge("b", "c")
            .label("a", "x")
            .label("c", "y")
            .build();
    Prediction middle = LabelPropagation.withAlpha(0.5).fit(edge).of("b");
    assertThat(middle.probability("x")).isCloseTo(0.5, offset(1e-5));
  }

  @Test
  void impossibleSettingsAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LabelPropagation.withAlpha(1))
        .withMessageContaining("(0, 1), got 1.0");
  }
}
