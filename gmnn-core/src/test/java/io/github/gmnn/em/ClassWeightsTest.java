package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.TargetWeighting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClassWeightsTest {
  @Test
  void balancedClassesCountTheSameInSumHoweverManyLabelsTheyHave() {
    long[] counts = {2, 1, 0};
    assertThat(ClassWeights.of(ClassWeighting.BALANCED, counts)).containsExactly(0.5f, 1f, 1f);
    assertThat(ClassWeights.of(ClassWeighting.UNIFORM, counts)).isNull();
  }

  @ParameterizedTest
  @EnumSource(TargetWeighting.class)
  void weightsDoNotGrowFromOneEmIterationToTheNext(TargetWeighting weighting) {
    Graph<Integer> graph = withARareClass();
    GmnnTrainer.Builder trainer =
        GmnnTrainer.builder()
            .classWeighting(ClassWeighting.BALANCED)
            .targetWeighting(weighting)
            .featureScaling(FeatureScaling.STANDARD)
            .emGuard(false);
    double withoutEm = rareShare(trainer.emIterations(0).fit(graph), graph);
    assertThat(withoutEm).isBetween(0.05, 0.4);
    for (int iterations = 1; iterations <= 2; iterations++) {
      assertThat(rareShare(trainer.emIterations(iterations).fit(graph), graph))
          .as("%d iterations", iterations)
          .isLessThan(1.5 * withoutEm + 0.02);
    }
  }

  private static double rareShare(GmnnModel<Integer> model, Graph<Integer> graph) {
    long rare =
        graph.keys().stream().filter(key -> model.predict(key).label().equals("rare")).count();
    return (double) rare / graph.nodeCount();
  }

  /** One node of twenty is of the rare class; its numbers and neighbours tell it now and then. */
  private static Graph<Integer> withARareClass() {
    RandomStream random = RandomStream.of(5);
    int nodes = 2000;
    Graph.Builder<Integer> builder = Graph.builder();
    for (int node = 0; node < nodes; node++) {
      float[] numbers = new float[4];
      for (int i = 0; i < numbers.length; i++) {
        double noise = 2 * (random.nextDouble() + random.nextDouble() - 1);
        numbers[i] = (float) (noise + (node % 20 == 0 ? 0.8 : 0));
      }
      builder.addNode(node, numbers);
      if (random.nextDouble() < 0.25) {
        builder.label(node, node % 20 == 0 ? "rare" : "common");
      }
    }
    for (int node = 0; node < nodes; node++) {
      for (int edge = 0; edge < 2; edge++) {
        int other = random.nextInt(nodes);
        boolean alike = node % 20 == 0 && random.nextDouble() < 0.5;
        builder.addEdge(node, alike ? other / 20 * 20 : other);
      }
    }
    return builder.build();
  }
}
