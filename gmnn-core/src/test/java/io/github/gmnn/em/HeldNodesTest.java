package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.training.internal.Settings;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldNodesTest {
  private static final Settings HOLDING =
      TrainerSettings.defaults().with(TrainerSettings.HOLD_FOR_SETS, true);

  /** 30 labelled nodes, of which those from 10 on validate. */
  private static Graph<Integer> graph() {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 30; i++) {
      builder.addNode(i).label(i, i % 3 == 0 ? "a" : "b");
    }
    for (int i = 1; i < 30; i++) {
      builder.addEdge(i - 1, i);
    }
    for (int i = 10; i < 30; i++) {
      builder.validationNode(i);
    }
    return builder.build();
  }

  private static int[] labels(ModelState.Decisions decisions) {
    return decisions.labels();
  }

  @Test
  void byDefaultTheValidationNodesAreHeld() {
    Graph<Integer> graph = graph();
    HeldNodes held = HeldNodes.of(TrainerSettings.defaults(), graph);
    assertThat(held.fitted(TrainerSettings.defaults(), graph)).isSameAs(graph);
    DenseMatrix rows = DenseMatrix.zeros(30, 2);
    for (int i = 0; i < 30; i++) {
      rows.set(i, 0, i / 32f);
      rows.set(i, 1, 1 - i / 32f);
    }
    ModelState.Decisions decisions = held.decisions(rows);
    assertThat(labels(decisions))
        .isEqualTo(Arrays.stream(graph.validationNodes()).map(graph::label).toArray());
    assertThat(decisions.distributions().get(3, 0)).isEqualTo(13 / 32f);
  }

  @Test
  void aFitKnowsNothingOfTheHeldHalf() {
    Graph<Integer> graph = graph();
    HeldNodes held = HeldNodes.of(HOLDING, graph);
    Graph<Integer> fitted = held.fitted(HOLDING, graph);
    assertThat(fitted.classes()).isEqualTo(graph.classes());
    assertThat(fitted.trainingNodes()).isEqualTo(graph.trainingNodes());
    assertThat(fitted.validationNodes()).hasSize(10);
    assertThat(graph.validationLabels().keySet()).containsAll(fitted.validationLabels().keySet());
    DenseMatrix rows = DenseMatrix.zeros(30, 2);
    for (int i = 0; i < 30; i++) {
      rows.set(i, 0, i / 32f);
      rows.set(i, 1, 1 - i / 32f);
    }
    ModelState.Decisions decisions = held.decisions(rows);
    assertThat(labels(decisions)).hasSize(10);
    for (int i = 0; i < 10; i++) {
      int node = Math.round(decisions.distributions().get(i, 0) * 32);
      assertThat(fitted.label(node)).isEqualTo(-1);
      assertThat(graph.label(node)).isEqualTo(labels(decisions)[i]);
    }
    Settings other = HOLDING.with(TrainerSettings.SEED, 2L);
    assertThat(HeldNodes.of(other, graph).fitted(other, graph).validationNodes())
        .isNotEqualTo(fitted.validationNodes());
    assertThat(HeldNodes.of(HOLDING, graph).fitted(HOLDING, graph).validationNodes())
        .isEqualTo(fitted.validationNodes());
  }

  @Test
  void tooFewValidationNodesAreSaid() {
    Graph<Integer> one = graph().withLabels(graph().labels(), List.of(4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeldNodes.of(HOLDING, one))
        .withMessageContaining("hold more labels for validation");
  }
}
