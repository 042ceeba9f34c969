package io.github.gmnn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.internal.StepOutputs;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;

class SoftmaxCrossEntropyTest {
  private static final int NODES = 6;
  private static final int CLASSES = 4;
  private final DenseMatrix logits = RandomInputs.dense(NODES, CLASSES, -4, 4, RandomStream.of(1));
  private final DenseMatrix distributions = distributions();
  private final int[] counted = {0, 2, 3, 5};
  private final Targets targets =
      Targets.of(distributions, counted, new float[] {1f, 2f, 0.5f, 3f});

  private static DenseMatrix distributions() {
    DenseMatrix matrix = RandomInputs.dense(NODES, CLASSES, 0, 1, RandomStream.of(2));
    for (int row = 0; row < NODES; row++) {
      float sum = 0;
      for (int c = 0; c < CLASSES; c++) {
        sum += matrix.get(row, c);
      }
      for (int c = 0; c < CLASSES; c++) {
        matrix.set(row, c, matrix.get(row, c) / sum);
      }
    }
    return matrix;
  }

  private double loss(DenseMatrix at, DenseMatrix gradient) {
    StepOutputs outputs = new StepOutputs(NODES, CLASSES, Workers.sequential());
    outputs.start(1, 1, RandomStream.of(1));
    outputs.take(0, at);
    Objective.Loss loss = new SoftmaxCrossEntropy(targets).lossAndGradient(outputs);
    for (int i = 0; i < gradient.data().length; i++) {
      gradient.data()[i] = (float) (outputs.gradient(0).data()[i] / loss.weight());
    }
    return loss.sum() / loss.weight();
  }

  @Test
  void lossEqualsItsDefinition() {
    float[] weights = {1f, 2f, 0.5f, 3f};
    double expected = 0;
    double sum = 0;
    for (int node : counted) {
      double normalizer = 0;
      double weight = 0;
      for (int c = 0; c < CLASSES; c++) {
        normalizer += Math.exp(logits.get(node, c));
        weight += weights[c] * distributions.get(node, c);
      }
      for (int c = 0; c < CLASSES; c++) {
        double probability = Math.exp(logits.get(node, c)) / normalizer;
        expected -= weight * distributions.get(node, c) * Math.log(probability);
      }
      sum += weight;
    }
    DenseMatrix gradient = DenseMatrix.zeros(NODES, CLASSES);
    assertThat(loss(logits, gradient)).isCloseTo(expected / sum, within(1e-6));
  }

  @Test
  void gradientEqualsFiniteDifferences() {
    DenseMatrix gradient = RandomInputs.dense(NODES, CLASSES, 5, 6, RandomStream.of(3));
    loss(logits, gradient);
    DenseMatrix scratch = DenseMatrix.zeros(NODES, CLASSES);
    float step = 0x1p-7f;
    for (int i = 0; i < gradient.data().length; i++) {
      DenseMatrix moved = logits.copy();
      moved.data()[i] = logits.data()[i] + step;
      double above = loss(moved, scratch);
      moved.data()[i] = logits.data()[i] - step;
      double below = loss(moved, scratch);
      assertThat((double) gradient.data()[i]).isCloseTo((above - below) / (2 * step), within(2e-6));
    }
  }

  @Test
  void nodesThatDoNotCountHaveNoGradient() {
    DenseMatrix gradient = RandomInputs.dense(NODES, CLASSES, 5, 6, RandomStream.of(3));
    loss(logits, gradient);
    for (int node : new int[] {1, 4}) {
      for (int c = 0; c < CLASSES; c++) {
        assertThat(gradient.get(node, c)).isZero();
      }
    }
  }

  @Test
  void extremeLogitsGiveFiniteLossAndGradient() {
    DenseMatrix extreme = logits.copy();
    extreme.set(0, 0, 1e30f);
    extreme.set(2, 1, -1e30f);
    DenseMatrix gradient = DenseMatrix.zeros(NODES, CLASSES);
    assertThat(loss(extreme, gradient)).isFinite();
    for (float value : gradient.data()) {
      assertThat(value).isFinite();
    }
  }
}
