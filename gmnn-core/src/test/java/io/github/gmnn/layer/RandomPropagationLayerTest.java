package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;

class RandomPropagationLayerTest implements GraphLayerContract {
  @Override
  public GraphLayer layer() {
    return RandomPropagationLayer.builder()
        .nIn(5)
        .nOut(3)
        .order(3)
        .nodeDropout(0.4)
        .columnDropout(0.3)
        .edgeDropout(0.3)
        .antithetic(true)
        .activation(Activation.TANH)
        .hasBias(true)
        .build();
  }

  private static AttachedLayer attach(RandomPropagationLayer layer, Adjacency graph) {
    return AttachedLayer.of(
        new NeuralNetConfiguration.Builder().layer(layer).build(), graph, Workers.sequential());
  }

  /** Naive twin: powers of Â one by one, and their mean. */
  @Test
  void evaluationIsTheMeanOverOrdersTimesTheShareOfNodesKept() {
    Adjacency graph = RandomInputs.graph(9, 3, RandomStream.of(1));
    AttachedLayer attached =
        attach(
            RandomPropagationLayer.builder().nIn(2).nOut(2).order(3).nodeDropout(0.25).build(),
            graph);
    System.arraycopy(new float[] {1, 0, 0, 1}, 0, attached.values().get("W"), 0, 4);
    DenseMatrix input = RandomInputs.dense(9, 2, -1, 1, RandomStream.of(2));
    attached.setInput(input);
    float[] output = attached.forward(false, null).data();

    float[] expected = new float[18];
    DenseMatrix power = input.copy();
    for (int k = 0; k <= 3; k++) {
      for (int i = 0; i < 18; i++) {
        expected[i] += 0.75f * power.data()[i] / 4;
      }
      DenseMatrix next = DenseMatrix.zeros(9, 2);
      graph.normalized().apply(power, next, Workers.sequential());
      power = next;
    }
    for (int i = 0; i < 18; i++) {
      assertThat(output[i]).isCloseTo(expected[i], within(1e-6f));
    }
  }

  /** Without edges Â is the identity, so that a node's output shows its own masks alone. */
  private static float[] withoutEdges(AttachedLayer attached, int pass, long seed) {
    DenseMatrix ones = DenseMatrix.zeros(200, 4);
    ones.fill(1f);
    attached.setInput(ones);
    attached.setPass(pass, RandomStream.of(seed));
    return attached.forward(true, RandomStream.of(100 * seed + pass)).data().clone();
  }

  private static AttachedLayer columnsAsOutputs(RandomPropagationLayer.Builder builder) {
    AttachedLayer attached =
        attach(
            builder.nIn(4).nOut(4).order(2).build(),
            RandomInputs.graph(200, 0, RandomStream.of(1)));
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        attached.values().get("W")[4 * i + j] = i == j ? 1f : 0f;
      }
    }
    return attached;
  }

  @Test
  void droppedNodesGiveNothingAndTheOthersAreNotScaledUp() {
    AttachedLayer attached = columnsAsOutputs(RandomPropagationLayer.builder().nodeDropout(0.25));
    float[] output = withoutEdges(attached, 0, 3);
    int kept = 0;
    for (int node = 0; node < 200; node++) {
      float first = output[4 * node];
      assertThat(first == 0f || Math.abs(first - 1) < 1e-6).isTrue();
      for (int c = 1; c < 4; c++) {
        assertThat(output[4 * node + c]).isEqualTo(first);
      }
      kept += first > 0 ? 1 : 0;
    }
    assertThat(kept).isBetween(130, 170);
  }

  @Test
  void antitheticPassesKeepColumnsThatTheOtherDrops() {
    AttachedLayer attached =
        columnsAsOutputs(
            RandomPropagationLayer.builder().nodeDropout(0).columnDropout(0.5).antithetic(true));
    for (long seed = 1; seed <= 8; seed++) {
      float[] first = withoutEdges(attached, 2, seed);
      float[] second = withoutEdges(attached, 3, seed);
      for (int i = 0; i < first.length; i++) {
        assertThat(first[i] + second[i]).isCloseTo(2f, within(1e-5f));
      }
    }
  }

  @Test
  void otherPairsAndOtherStepsDropOtherColumns() {
    AttachedLayer attached =
        columnsAsOutputs(
            RandomPropagationLayer.builder().nodeDropout(0).columnDropout(0.5).antithetic(true));
    boolean pairsDiffer = false;
    boolean stepsDiffer = false;
    for (long seed = 1; seed <= 8; seed++) {
      pairsDiffer |= withoutEdges(attached, 0, seed)[0] != withoutEdges(attached, 2, seed)[0];
      stepsDiffer |= withoutEdges(attached, 0, seed)[0] != withoutEdges(attached, 0, seed + 1)[0];
    }
    assertThat(pairsDiffer).isTrue();
    assertThat(stepsDiffer).isTrue();
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> RandomPropagationLayer.builder().order(0).build())
        .hasMessage("order must be in 1..10000, got 0");
    assertThatThrownBy(() -> RandomPropagationLayer.builder().nodeDropout(1).build())
        .hasMessageContaining("[0, 1), got 1");
    assertThatThrownBy(() -> RandomPropagationLayer.builder().columnDropout(-1).build())
        .hasMessageContaining("[0, 1), got -1");
  }
}
