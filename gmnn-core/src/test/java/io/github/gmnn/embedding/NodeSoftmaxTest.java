package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Sgd;

class NodeSoftmaxTest {
  private static final int NODES = 9;
  private static final int UNITS = 4;

  private final DenseMatrix hidden = PlainSoftmax.hidden(NODES, UNITS, 0, RandomStream.of(3));
  private final CsrMatrix targets = PlainSoftmax.targets(NODES, RandomStream.of(4));

  private static NodeSoftmax softmax(boolean exact, IUpdater updater, double l2) {
    RandomStream random = RandomStream.of(7);
    return exact
        ? new BlockedSoftmax(NODES, UNITS, updater, l2, random, Workers.sequential())
        : new SampledSoftmax(NODES, UNITS, 3, updater, l2, random, Workers.sequential());
  }

  private void step(NodeSoftmax softmax) {
    gradient(softmax);
    softmax.update();
  }

  private void gradient(NodeSoftmax softmax) {
    DenseMatrix hiddenGradient = DenseMatrix.zeros(NODES, UNITS);
    softmax.lossAndGradient(
        hidden, targets, NodeBatches.all(NODES), hiddenGradient, RandomStream.of(1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUpdateFollowsTheGradientAndThePenalty(boolean exact) {
    NodeSoftmax softmax = softmax(exact, new Sgd(0.5), 0.25);
    gradient(softmax);
    float[] weights = softmax.weights.data().clone();
    float[] bias = softmax.bias.clone();
    softmax.update();
    assertMoved(softmax.weights.data(), weights, softmax.weightGradient.data());
    assertMoved(softmax.bias, bias, softmax.biasGradient);
  }

  private static void assertMoved(float[] after, float[] before, float[] gradient) {
    for (int i = 0; i < before.length; i++) {
      assertThat((double) after[i])
          .isCloseTo(before[i] - 0.5 * (gradient[i] + 0.25 * before[i]), within(1e-6));
    }
  }

  @Test
  void aRestoredStateGoesOnWithItsUpdater() {
    NodeSoftmax softmax = softmax(true, new Adam(0.1), 0);
    step(softmax);
    NetworkState state = softmax.state();
    step(softmax);
    NodeSoftmax other = softmax(true, new Adam(0.1), 0);
    other.restore(state);
    step(other);
    assertThat(other.weights.data()).isEqualTo(softmax.weights.data());
    assertThat(other.bias).isEqualTo(softmax.bias);
    assertThat(other.state().iteration()).isEqualTo(2);
  }
}
