package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.internal.StepOutputs;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;

class ViewCorrelationTest {
  private static final int NODES = 30;
  private static final int WIDTH = 4;
  private static final RandomStream STEP = RandomStream.of(9);

  private final DenseMatrix[] views = {
    RandomInputs.dense(NODES, WIDTH, -1, 2, RandomStream.of(1)),
    RandomInputs.dense(NODES, WIDTH, -1, 2, RandomStream.of(2))
  };

  private StepOutputs outputs(int threads) {
    StepOutputs outputs = new StepOutputs(NODES, WIDTH, Workers.of(threads));
    outputs.start(2, 1, STEP.derive("objective"));
    outputs.take(0, views[0]);
    outputs.take(1, views[1]);
    return outputs;
  }

  private double loss(ViewCorrelation objective) {
    return objective.lossAndGradient(outputs(1)).sum();
  }

  @Test
  void gradientsAreTheSlopesOfTheLoss() {
    for (int most : new int[] {NODES, 12}) {
      ViewCorrelation objective = new ViewCorrelation(NODES, WIDTH, most, 0.3);
      StepOutputs outputs = outputs(1);
      objective.lossAndGradient(outputs);
      for (int view = 0; view < 2; view++) {
        float[] values = views[view].data();
        for (int i = 0; i < values.length; i++) {
          float value = values[i];
          values[i] = value + 0.01f;
          double above = loss(objective);
          values[i] = value - 0.01f;
          double below = loss(objective);
          values[i] = value;
          assertThat((double) outputs.gradient(view).data()[i])
              .isCloseTo((above - below) / 0.02, within(2e-4));
        }
      }
    }
  }

  /** By hand: standardise in double, write the formula out. */
  @Test
  void theLossIsTheFormula() {
    double[][][] z = new double[2][NODES][WIDTH];
    for (int view = 0; view < 2; view++) {
      for (int c = 0; c < WIDTH; c++) {
        double mean = 0;
        for (int i = 0; i < NODES; i++) {
          mean += views[view].get(i, c) / (double) NODES;
        }
        double variance = 0;
        for (int i = 0; i < NODES; i++) {
          variance += Math.pow(views[view].get(i, c) - mean, 2) / (NODES - 1);
        }
        for (int i = 0; i < NODES; i++) {
          z[view][i][c] = (views[view].get(i, c) - mean) / Math.sqrt(variance);
        }
      }
    }
    double expected = 0;
    for (int i = 0; i < NODES; i++) {
      for (int c = 0; c < WIDTH; c++) {
        expected -= z[0][i][c] * z[1][i][c] / NODES;
      }
    }
    for (int view = 0; view < 2; view++) {
      for (int a = 0; a < WIDTH; a++) {
        for (int b = 0; b < WIDTH; b++) {
          double correlation = 0;
          for (int i = 0; i < NODES; i++) {
            correlation += z[view][i][a] * z[view][i][b] / NODES;
          }
          expected += 0.5 * Math.pow((a == b ? 1 : 0) - correlation, 2);
        }
      }
    }
    assertThat(loss(new ViewCorrelation(NODES, WIDTH, NODES, 0.5)))
        .isCloseTo(expected, within(1e-5));
  }

  @Test
  void nodesThatAreNotCountedGetNoGradient() {
    StepOutputs outputs = outputs(1);
    new ViewCorrelation(NODES, WIDTH, 10, 0.1).lossAndGradient(outputs);
    int moved = 0;
    for (int i = 0; i < NODES; i++) {
      moved += outputs.gradient(0).get(i, 0) != 0 ? 1 : 0;
    }
    assertThat(moved).isEqualTo(10);
  }

  @Test
  void aColumnThatIsTheSameEverywhereStaysWithoutGradient() {
    for (int i = 0; i < NODES; i++) {
      views[0].set(i, 2, 5f);
    }
    StepOutputs outputs = outputs(1);
    double loss = new ViewCorrelation(NODES, WIDTH, NODES, 0.1).lossAndGradient(outputs).sum();
    assertThat(loss).isFinite();
    for (int i = 0; i < NODES; i++) {
      assertThat(outputs.gradient(0).get(i, 2)).isZero();
    }
  }

  @Test
  void threadsChangeNoBit() {
    StepOutputs one = outputs(1);
    StepOutputs three = outputs(3);
    ViewCorrelation objective = new ViewCorrelation(NODES, WIDTH, 20, 0.1);
    assertThat(objective.lossAndGradient(three)).isEqualTo(objective.lossAndGradient(one));
    assertThat(three.gradient(1).data()).isEqualTo(one.gradient(1).data());
  }
}
