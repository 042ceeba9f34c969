package io.github.gmnn.baseline.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;

class SkipGramTest {
  private static final int NODES = 6;
  private static final int DIMENSIONS = 7;
  private static final int NEGATIVES = 2;

  /** Targets, each followed by its negatives; the last negative of node 2 is its target. */
  private static final int[] CENTERS = {2, 5, 2, 0};

  private static final int[][] TARGETS = {{1, 4, 4, 3, 2, 3}, {2, 0, 1}, {1, 0, 5}, {}};

  private final DenseMatrix vectors =
      RandomInputs.dense(NODES, DIMENSIONS, -1, 1, RandomStream.of(1));
  private final DenseMatrix outputs =
      RandomInputs.dense(NODES, DIMENSIONS, -1, 1, RandomStream.of(2));

  private void step(double rate, int threads) {
    SkipGram skipGram =
        new SkipGram(vectors, outputs, CENTERS.length, 2, NEGATIVES, Workers.of(threads));
    for (int example = 0; example < CENTERS.length; example++) {
      skipGram.begin(example, CENTERS[example]);
      for (int target : TARGETS[example]) {
        skipGram.add(example, target);
      }
    }
    skipGram.step(CENTERS.length, rate);
  }

  private static double loss(DenseMatrix vectors, DenseMatrix outputs) {
    double loss = 0;
    for (int example = 0; example < CENTERS.length; example++) {
      int positive = -1;
      for (int t = 0; t < TARGETS[example].length; t++) {
        int target = TARGETS[example][t];
        boolean isPositive = t % (1 + NEGATIVES) == 0;
        positive = isPositive ? target : positive;
        if (!isPositive && target == positive) {
          continue;
        }
        double logit = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
          logit += (double) vectors.get(CENTERS[example], d) * outputs.get(target, d);
        }
        loss += Math.log1p(Math.exp(isPositive ? -logit : logit));
      }
    }
    return loss;
  }

  private static double derivative(
      DenseMatrix moved, int i, DenseMatrix vectors, DenseMatrix outputs) {
    float before = moved.data()[i];
    float step = 1 / 64f;
    moved.data()[i] = before + step;
    double above = loss(vectors, outputs);
    moved.data()[i] = before - step;
    double below = loss(vectors, outputs);
    moved.data()[i] = before;
    return (above - below) / (2 * step);
  }

  @Test
  void aStepGoesDownTheGradientOfTheWholeBatch() {
    DenseMatrix oldVectors = vectors.copy();
    DenseMatrix oldOutputs = outputs.copy();
    double rate = 0.25;
    step(rate, 1);
    for (int i = 0; i < NODES * DIMENSIONS; i++) {
      assertThat((oldVectors.data()[i] - vectors.data()[i]) / rate)
          .isCloseTo(derivative(oldVectors, i, oldVectors, oldOutputs), within(2e-4));
      assertThat((oldOutputs.data()[i] - outputs.data()[i]) / rate)
          .isCloseTo(derivative(oldOutputs, i, oldVectors, oldOutputs), within(2e-4));
    }
  }

  @Test
  void largeLogitsDoNotOverflow() {
    vectors.fill(100f);
    outputs.fill(100f);
    step(0.1, 1);
    for (float value : vectors.data()) {
      assertThat(value).isFinite();
    }
  }
}
