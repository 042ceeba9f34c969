package io.github.gmnn.evaluation.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimilarNodesTest {
  /** a - b joined; a and c alike; d neither. */
  private static Graph<String> graph() {
    return Graph.<String>builder()
        .addNode("a", 1, 0, 0)
        .addNode("b", 0, 1, 0)
        .addNode("c", 2, 0, 0)
        .addNode("d", 0, 0, 1)
        .addEdge("a", "b")
        .classes(List.of("x", "y"))
        .label("c", "x")
        .label("d", "y")
        .validation(List.of("c"))
        .build();
  }

  private static DenseMatrix distributions() {
    return DenseMatrix.wrap(4, 2, new float[] {0.9f, 0.1f, 0.3f, 0.7f, 0.6f, 0.4f, 0.5f, 0.5f});
  }

  @Test
  void aThirdIsOfNeighboursAndAThirdOfNodesWithSuchFeatures() {
    Graph<String> graph = graph();
    DenseMatrix mixed =
        SimilarNodes.mix(
            graph.adjacency(), graph.features(), distributions(), Workers.sequential());
    float[] expected = {
      (0.9f + 0.3f + 0.6f) / 3, (0.3f + 0.9f + 0.3f) / 3, (0.6f + 0.6f + 0.9f) / 3, 0.5f
    };
    for (int node = 0; node < 4; node++) {
      assertThat(mixed.get(node, 0)).as("node %d", node).isCloseTo(expected[node], within(1e-6f));
      assertThat(mixed.get(node, 1)).isCloseTo(1 - expected[node], within(1e-6f));
    }
  }

  @Test
  void setsOfTheMixtureAreCalibratedByIt() {
    Graph<String> graph = graph();
    Predictions<String> smoothed = Predictions.of(graph, distributions()).smoothedForSets(graph);
    // one held node with 0.7 for its label: a set of level 0.5 has all that are as likely
    assertThat(smoothed.of("a").probability("x")).isCloseTo(0.6, within(1e-6));
    assertThat(smoothed.of("c").set(0.5)).containsExactly("x");
    assertThat(smoothed.of("a").set(0.5)).containsExactly("x"); // none is, so the likeliest
    assertThatIllegalArgumentException()
        .isThrownBy(() -> smoothed.of("a").set(0.9))
        .withMessageContaining("at least 9");
  }

  @Test
  void anotherGraphIsRefused() {
    Graph<String> other = Graph.<String>builder().addNode("a", 1).build();
    Predictions<String> predictions = Predictions.of(graph(), distributions());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> predictions.smoothedForSets(other))
        .withMessageContaining("other nodes");
    Graph<String> unheld = graph().withLabels(java.util.Map.of(), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> predictions.smoothedForSets(unheld))
        .withMessageContaining("no validation nodes");
  }
}
