package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.github.gmnn.graph.Graph;
import org.junit.jupiter.api.Test;

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
  void aNodeThatNoLabelReachesGetsTheUniformDistribution() {
    Prediction<String> alone = LabelPropagation.create().fit(PATH).of("alone");
    assertThat(alone.probability("left")).isEqualTo(0.5);
    assertThat(alone.entropy()).isCloseTo(Math.log(2), offset(1e-6));
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
    Graph<Integer> graph = SmallCitations.DATA.graph();
    assertThat(LabelPropagation.create().threads(3).fit(graph).all())
        .isEqualTo(LabelPropagation.create().threads(1).fit(graph).all());
  }
}
