package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.Gmnn;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitTimeTest {
  private static final Settings ALONE =
      TrainerSettings.defaults()
          .with(TrainerSettings.EM_ITERATIONS, 0)
          .with(TrainerSettings.PRETRAIN_EPOCHS, 100);

  private static Graph<Integer> ring(int nodes) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int node = 0; node < nodes; node++) {
      builder.addNode(node, 1.0, 2.0).addEdge(node, (node + 1) % nodes);
    }
    return builder.label(0, "a").label(1, "b").build();
  }

  @Test
  void qAloneCostsItsEpochs() {
    Graph<Integer> graph = ring(10);
    double epoch = FitWork.of(FitPlan.completed(ALONE, graph)).epoch(1);
    assertThat(FitTime.work(ALONE, graph)).isEqualTo(100 * epoch);
  }

  @Test
  void anIterationOfEmAddsThoseOfPAndOfQ() {
    Graph<Integer> graph = ring(10);
    FitPlan<Integer> plan = FitPlan.completed(ALONE, graph);
    double q = FitWork.of(plan).epoch(1);
    double p = FitWork.ofLearning(plan).epoch(1);
    Settings em =
        ALONE
            .with(TrainerSettings.EM_ITERATIONS, 2)
            .with(TrainerSettings.LEARNING_EPOCHS, 30)
            .with(TrainerSettings.INFERENCE_EPOCHS, 20);
    assertThat(FitTime.work(em, graph)).isEqualTo(100 * q + 2 * (30 * p + 20 * q));
  }

  @Test
  void patienceMayEndAPhase() {
    Settings patient = ALONE.with(TrainerSettings.PATIENCE, 50);
    assertThat(FitTime.work(patient, ring(10))).isLessThan(FitTime.work(ALONE, ring(10)));
  }

  @Test
  void tenTimesTheGraphTakesTenTimesAsLong() {
    assertThat(FitTime.work(ALONE, ring(1000))).isEqualTo(10 * FitTime.work(ALONE, ring(100)));
  }

  @Test
  void choosingAmongKindsCostsMoreThanOneOfThem() {
    Graph<Integer> graph = ring(50).withLabels(ring(50).labels(), List.of(1));
    double least =
        Gmnn.builder().build().estimateTime(graph).toNanos(); // the machine was measured by it
    assertThat(least).isPositive();
    assertThat(Gmnn.auto().build().estimateTime(graph).toNanos()).isGreaterThan((long) least);
  }
}
