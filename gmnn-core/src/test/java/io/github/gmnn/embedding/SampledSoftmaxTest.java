package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Sgd;

class SampledSoftmaxTest {
  private static SampledSoftmax softmax(int nodes, int units, int negatives, int threads) {
    return new SampledSoftmax(
        nodes, units, negatives, new Sgd(0.1), 0, RandomStream.of(7), Workers.of(threads));
  }

  @Property(tries = 20)
  void withAllNodesAsNegativesItIsExact(
      @ForAll @IntRange(min = 2, max = 300) int nodes,
      @ForAll @IntRange(min = 1, max = 9) int units,
      @ForAll @IntRange(min = 1, max = 300) int batchSize,
      @ForAll long seed) {
    RandomStream random = RandomStream.of(seed);
    DenseMatrix hidden = PlainSoftmax.hidden(nodes, units, 0, random);
    CsrMatrix targets = PlainSoftmax.targets(nodes, random);
    SampledSoftmax sampled = softmax(nodes, units, nodes, 2);
    DenseMatrix hiddenGradient = DenseMatrix.zeros(nodes, units);

    NodeBatches.Batch batch = PlainSoftmax.batch(nodes, batchSize, random);
    DenseMatrix ofAll = DenseMatrix.zeros(nodes, units);
    sampled.lossAndGradient(hidden, targets, NodeBatches.all(nodes), ofAll, random);

    double loss = sampled.lossAndGradient(hidden, targets, batch, hiddenGradient, random);

    PlainSoftmax plain = new PlainSoftmax(hidden, sampled.weights, sampled.bias, targets, batch);
    assertThat(loss).isCloseTo(plain.loss, within(1e-4 * Math.max(1, plain.loss)));
    for (int n = 0; n < nodes; n++) {
      assertThat((double) sampled.biasGradient[n]).isCloseTo(plain.biasGradient[n], within(1e-5));
      for (int j = 0; j < units; j++) {
        assertThat((double) sampled.weightGradient.get(n, j))
            .isCloseTo(plain.weightGradient[n][j], within(1e-5));
        assertThat((double) hiddenGradient.get(n, j))
            .isCloseTo(plain.hiddenGradient[n][j], within(1e-5));
      }
    }
  }

  @Test
  void theMeanOverManySamplesApproachesTheExactLossAndGradient() {
    RandomStream random = RandomStream.of(4);
    int nodes = 60;
    DenseMatrix hidden = PlainSoftmax.hidden(nodes, 3, 0, random);
    CsrMatrix targets = PlainSoftmax.targets(nodes, random);
    SampledSoftmax sampled = softmax(nodes, 3, 30, 1);
    DenseMatrix gradient = DenseMatrix.zeros(nodes, 3);
    NodeBatches.Batch all = NodeBatches.all(nodes);
    double[] meanBias = new double[nodes];
    double meanLoss = 0;
    int draws = 2_000;
    for (int draw = 0; draw < draws; draw++) {
      meanLoss +=
          sampled.lossAndGradient(hidden, targets, all, gradient, RandomStream.of(draw)) / draws;
      for (int c = 0; c < nodes; c++) {
        meanBias[c] += sampled.biasGradient[c] / draws;
      }
    }
    PlainSoftmax plain = new PlainSoftmax(hidden, sampled.weights, sampled.bias, targets);
    assertThat(meanLoss).isCloseTo(plain.loss, within(0.01 * plain.loss));
    for (int c = 0; c < nodes; c++) {
      assertThat(meanBias[c]).isCloseTo(plain.biasGradient[c], within(0.004));
    }
  }

  @Test
  void everyNodeIsANegativeAsOftenAsAnyOther() {
    int nodes = 1_024; // four blocks, each dealt a quarter
    SampledSoftmax sampled = softmax(nodes, 2, nodes / 4, 1);
    Arrays.fill(sampled.bias, 0f);
    DenseMatrix zeros = DenseMatrix.zeros(nodes, 2);
    float[] ones = new float[nodes];
    Arrays.fill(ones, 1f);
    CsrMatrix itself =
        CsrMatrix.of(
            nodes,
            nodes,
            IntStream.rangeClosed(0, nodes).toArray(),
            IntStream.range(0, nodes).toArray(),
            ones);
    for (int update = 0; update < 3; update++) {
      sampled.lossAndGradient(
          zeros,
          itself,
          NodeBatches.all(nodes),
          DenseMatrix.zeros(nodes, 2),
          RandomStream.of(update));
      // Its own node wants it; those of one block do not, and stand for the other three.
      for (float gradient : sampled.biasGradient) {
        assertThat(nodes * gradient).isCloseTo(0f, within(0.02f));
      }
    }
  }

  @Test
  void gradientsAreTheSlopesOfTheLossOfTheSameSample() {
    RandomStream random = RandomStream.of(3);
    DenseMatrix hidden = PlainSoftmax.hidden(20, 4, 0, random);
    CsrMatrix targets = PlainSoftmax.targets(20, random);
    SampledSoftmax softmax = softmax(20, 4, 6, 1);
    DenseMatrix gradient = DenseMatrix.zeros(20, 4);
    NodeBatches.Batch batch = PlainSoftmax.batch(20, 11, random);
    softmax.lossAndGradient(hidden, targets, batch, gradient, random);
    float[] expected = gradient.data().clone();
    for (int i = 0; i < expected.length; i++) {
      float value = hidden.data()[i];
      hidden.data()[i] = value + 0.01f;
      double above = softmax.lossAndGradient(hidden, targets, batch, gradient, random);
      hidden.data()[i] = value - 0.01f;
      double below = softmax.lossAndGradient(hidden, targets, batch, gradient, random);
      hidden.data()[i] = value;
      assertThat((above - below) / 0.02).isCloseTo(expected[i], within(2e-3));
    }
  }

  @Test
  void theNumberOfThreadsChangesNoBit() {
    RandomStream random = RandomStream.of(5);
    DenseMatrix hidden = PlainSoftmax.hidden(700, 32, 0, random);
    CsrMatrix targets = PlainSoftmax.targets(700, random);
    SampledSoftmax alone = softmax(700, 32, 200, 1);
    SampledSoftmax together = softmax(700, 32, 200, 3);
    DenseMatrix one = DenseMatrix.zeros(700, 32);
    DenseMatrix three = DenseMatrix.zeros(700, 32);

    NodeBatches.Batch batch = PlainSoftmax.batch(700, 600, random);

    double loss = alone.lossAndGradient(hidden, targets, batch, one, random);

    assertThat(together.lossAndGradient(hidden, targets, batch, three, random)).isEqualTo(loss);
    assertThat(three.data()).isEqualTo(one.data());
    assertThat(together.weightGradient.data()).isEqualTo(alone.weightGradient.data());
  }

  @Test
  void annotatesWithTheExactDistributionWhenAllNodesAreLookedAt() {
    RandomStream random = RandomStream.of(5);
    DenseMatrix hidden = PlainSoftmax.hidden(50, 8, 0, random);
    CsrMatrix candidates = PlainSoftmax.targets(50, random);
    SampledSoftmax sampled = softmax(50, 8, 50, 1);
    BlockedSoftmax exact =
        new BlockedSoftmax(50, 8, new Sgd(0.1), 0, RandomStream.of(7), Workers.sequential());

    CsrMatrix found =
        sampled.annotate(hidden, Approximations.meanPooling(), candidates, 50, random).get(0);

    CsrMatrix expected =
        exact.annotate(hidden, Approximations.meanPooling(), candidates, 50, random).get(0);
    assertThat(found.nonZeros()).isEqualTo(expected.nonZeros());
    for (int e = 0; e < found.nonZeros(); e++) {
      assertThat(found.columnIndex(e)).isEqualTo(expected.columnIndex(e));
      assertThat(found.value(e)).isCloseTo(expected.value(e), within(1e-5f));
    }
  }
}
