package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitWorkTest {
  /** Four nodes in a row, with two features each. */
  private static Graph<Integer> row() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int node = 0; node < 4; node++) {
      builder.addNode(node, 1.0, 2.0);
    }
    builder.addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).classes(List.of("a", "b", "c"));
    return builder.label(0, "a").build();
  }

  private static FitWork of(Backbone backbone, double dropout) {
    Settings settings =
        TrainerSettings.defaults()
            .with(TrainerSettings.BACKBONE, backbone)
            .with(TrainerSettings.HIDDEN_UNITS, 8)
            .with(TrainerSettings.DROPOUT, dropout);
    return FitWork.of(FitPlan.completed(settings, row()));
  }

  @Test
  void aPerceptronCostsTheProductsOfItsLayersAndWhatIsDoneToEachValue() {
    double products = 4 * 2 * 8 + 4 * 8 * 3;
    double elements = 4 * 8 + 4 * 3;
    FitWork work = of(Backbone.PERCEPTRON, 0);
    assertThat(work.validation()).isEqualTo(products + 10 * elements);
    assertThat(work.step()).isEqualTo(2 * 4 * 2 * 8 + 3 * 4 * 8 * 3 + 20 * elements);
    assertThat(work.epoch(4)).isEqualTo(work.step() + work.validation() / 4);
  }

  @Test
  void whatIsDroppedOfTheInputIsDrawnAndNotMultiplied() {
    double saved = 2 * 4 * 2 * 8 / 2.0;
    double drawn = 20 * (4 * 2 + 4 * 8);
    assertThat(of(Backbone.PERCEPTRON, 0.5).step())
        .isEqualTo(of(Backbone.PERCEPTRON, 0).step() - saved + drawn);
  }

  @Test
  void everyStepOverTheEdgesCounts() {
    double entries = 6 + 4; // both directions, and each node itself
    FitWork none = of(Backbone.PERCEPTRON, 0);
    FitWork ten = of(Backbone.PROPAGATION, 0);
    assertThat(ten.validation() - none.validation()).isEqualTo(10 * entries * 3 + 10 * 4 * 3);
    FitWork two = of(Backbone.CONVOLUTIONS, 0);
    assertThat(two.validation() - none.validation()).isEqualTo(entries * (8 + 3));
    assertThat(two.step() - none.step()).isEqualTo(2 * entries * (8 + 3));
  }
}
