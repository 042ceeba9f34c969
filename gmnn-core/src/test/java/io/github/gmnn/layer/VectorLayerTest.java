package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.GraphLayerContract;
import io.github.gmnn.testing.RandomInputs;
import java.util.Arrays;
import java.util.Map;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.NoOp;

class VectorLayerTest implements GraphLayerContract {
  private static final Adjacency GRAPH = RandomInputs.graph(9, 3, RandomStream.of(1));
  private static final DenseMatrix INPUT = RandomInputs.dense(9, 2, -1, 1, RandomStream.of(2));

  @Override
  public GraphLayer layer() {
    return VectorLayer.builder()
        .nIn(5)
        .nOut(3)
        .vectors(4)
        .steps(3)
        .vectorDropout(0.3)
        .l2(0.1)
        .activation(Activation.TANH)
        .hasBias(true)
        .build();
  }

  /** Of two inputs, vectors and outputs, which are the vectors. */
  private static AttachedLayer vectors(float... shares) {
    AttachedLayer attached =
        AttachedLayer.of(
            new NeuralNetConfiguration.Builder()
                .layer(
                    VectorLayer.builder()
                        .nIn(2)
                        .nOut(2)
                        .vectors(2)
                        .steps(shares.length - 1)
                        .build())
                .build(),
            GRAPH,
            Workers.sequential());
    Map<String, float[]> values = attached.values();
    System.arraycopy(new float[] {1, 0, 0, 1}, 0, values.get("V"), 0, 4);
    System.arraycopy(new float[] {1, 2, 3, 4}, 0, values.get("E"), 0, 4);
    System.arraycopy(new float[] {0.5f, -0.5f}, 0, values.get("c"), 0, 2);
    System.arraycopy(shares, 0, values.get("s"), 0, shares.length);
    attached.parametersChanged();
    return attached;
  }

  private static float[] output(AttachedLayer attached) {
    attached.setInput(new SparseInput(CsrMatrix.of(INPUT)));
    return attached.forward(false, null).data().clone();
  }

  /** Naive twin: powers of Â one by one. */
  @Test
  void vectorsAreOfLengthOneAndOfWhatIsAroundANode() {
    float[] shares = {0.2f, 0.5f, 0.3f};
    double[][] sums = new double[9][2];
    DenseMatrix power = DenseMatrix.zeros(9, 2);
    for (int node = 0; node < 9; node++) {
      power.set(node, 0, INPUT.get(node, 0) + 3 * INPUT.get(node, 1) + 0.5f);
      power.set(node, 1, 2 * INPUT.get(node, 0) + 4 * INPUT.get(node, 1) - 0.5f);
    }
    for (float share : shares) {
      for (int node = 0; node < 9; node++) {
        sums[node][0] += share * power.get(node, 0);
        sums[node][1] += share * power.get(node, 1);
      }
      DenseMatrix next = DenseMatrix.zeros(9, 2);
      GRAPH.normalized().apply(power, next, Workers.sequential());
      power = next;
    }
    float[] found = output(vectors(shares));
    for (int node = 0; node < 9; node++) {
      double length = Math.hypot(sums[node][0], sums[node][1]);
      for (int c = 0; c < 2; c++) {
        assertThat(found[2 * node + c]).isCloseTo((float) (sums[node][c] / length), within(1e-5f));
      }
    }
  }

  @Test
  void stepsWithoutAShareAreNotTaken() {
    assertThat(output(vectors(0.4f, 0.6f, 0, 0))).isEqualTo(output(vectors(0.4f, 0.6f)));
  }

  @Test
  void anotherEncoderGivesOtherVectorsOfTheSameInput() {
    AttachedLayer attached = vectors(0.4f, 0.6f);
    attached.setInput(new SparseInput(CsrMatrix.of(INPUT)));
    float[] before = attached.forward(false, null).data().clone();
    attached.values().get("E")[0] = 7;
    attached.parametersChanged();
    assertThat(attached.forward(false, null).data()).isNotEqualTo(before);
  }

  @Test
  void trainingLeavesTheEncoderAsItIs() {
    for (AttachedLayer.Slot slot : vectors(1).slots()) {
      boolean fixed = !Arrays.asList("W", "V").contains(slot.name());
      assertThat(slot.updater() instanceof NoOp).as(slot.name()).isEqualTo(fixed);
    }
    AttachedLayer attached = vectors(0.4f, 0.6f);
    attached.setInput(new SparseInput(CsrMatrix.of(INPUT)));
    attached.backward(attached.forward(true, RandomStream.of(3)).copy(), false);
    for (AttachedLayer.Slot slot : attached.slots()) {
      if (slot.updater() instanceof NoOp) {
        assertThat(slot.gradient()).containsOnly(0f);
        assertThat(slot.regularization()).isEmpty();
      }
    }
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatThrownBy(() -> VectorLayer.builder().vectors(0).build())
        .hasMessageContaining("vectors");
    assertThatThrownBy(() -> VectorLayer.builder().steps(-1).build()).hasMessageContaining("steps");
    assertThatThrownBy(() -> VectorLayer.builder().vectorDropout(1).build())
        .hasMessageContaining("vectorDropout");
  }
}
