package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Sgd;

class BlockedSoftmaxTest {
  private static BlockedSoftmax softmax(int nodes, int units, int rowsPerBlock, int threads) {
    return new BlockedSoftmax(
        nodes, units, rowsPerBlock, new Sgd(0.1), 0, RandomStream.of(7), Workers.of(threads));
  }

  @Property(tries = 40)
  void equalsThePlainComputationWhateverTheBlocksAndBatches(
      @ForAll @IntRange(min = 2, max = 40) int nodes,
      @ForAll @IntRange(min = 1, max = 70) int units,
      @ForAll @IntRange(min = 1, max = 45) int rowsPerBlock,
      @ForAll @IntRange(min = 1, max = 45) int batchSize,
      @ForAll long seed) {
    RandomStream random = RandomStream.of(seed);
    int dead = random.nextInt(units);
    DenseMatrix hidden = PlainSoftmax.hidden(nodes, units, dead, random);
    CsrMatrix targets = PlainSoftmax.targets(nodes, random);
    NodeBatches.Batch batch = PlainSoftmax.batch(nodes, batchSize, random);
    BlockedSoftmax blocked = softmax(nodes, units, rowsPerBlock, 2);
    DenseMatrix hiddenGradient = DenseMatrix.zeros(nodes, units);

    double loss = blocked.lossAndGradient(hidden, targets, batch, hiddenGradient, random);

    PlainSoftmax plain = new PlainSoftmax(hidden, blocked.weights, blocked.bias, targets, batch);
    assertThat(loss).isCloseTo(plain.loss, within(1e-4 * Math.max(1, plain.loss)));
    for (int n = 0; n < nodes; n++) {
      assertThat((double) blocked.biasGradient[n]).isCloseTo(plain.biasGradient[n], within(1e-5));
      for (int j = 0; j < units; j++) {
        assertThat((double) blocked.weightGradient.get(n, j))
            .isCloseTo(plain.weightGradient[n][j], within(1e-5));
        if (isAlive(hidden, batch, j)) {
          assertThat((double) hiddenGradient.get(n, j))
              .isCloseTo(plain.hiddenGradient[n][j], within(1e-5));
        }
      }
    }
  }

  private static boolean isAlive(DenseMatrix hidden, NodeBatches.Batch batch, int unit) {
    return IntStream.range(0, batch.size())
        .anyMatch(place -> hidden.get(batch.node(place), unit) != 0f);
  }

  @Test
  void gradientsAreTheSlopesOfTheLoss() {
    RandomStream random = RandomStream.of(3);
    DenseMatrix hidden = PlainSoftmax.hidden(9, 4, 0, random);
    CsrMatrix targets = PlainSoftmax.targets(9, random);
    BlockedSoftmax softmax = softmax(9, 4, 4, 1);
    DenseMatrix hiddenGradient = DenseMatrix.zeros(9, 4);
    NodeBatches.Batch batch = PlainSoftmax.batch(9, 6, random);
    softmax.lossAndGradient(hidden, targets, batch, hiddenGradient, random);
    float[] ofHidden = hiddenGradient.data().clone();
    float[] ofWeights = softmax.weightGradient.data().clone();
    float[] ofBias = softmax.biasGradient.clone();

    for (float[][] pair :
        List.of(
            new float[][] {softmax.weights.data(), ofWeights},
            new float[][] {softmax.bias, ofBias},
            new float[][] {hidden.data(), ofHidden})) {
      for (int i = 0; i < pair[0].length; i++) {
        float value = pair[0][i];
        pair[0][i] = value + 0.01f;
        double above = softmax.lossAndGradient(hidden, targets, batch, hiddenGradient, random);
        pair[0][i] = value - 0.01f;
        double below = softmax.lossAndGradient(hidden, targets, batch, hiddenGradient, random);
        pair[0][i] = value;
        assertThat((above - below) / 0.02).isCloseTo(pair[1][i], within(2e-3));
      }
    }
  }

  @Test
  void unitsThatDieAndComeBackGetTheirBuffers() {
    RandomStream random = RandomStream.of(5);
    CsrMatrix targets = PlainSoftmax.targets(10, random);
    BlockedSoftmax softmax = softmax(10, 200, 4, 1);
    DenseMatrix gradient = DenseMatrix.zeros(10, 200);
    for (int dead : new int[] {0, 150, 199, 20, 200, 0}) {
      DenseMatrix hidden = PlainSoftmax.hidden(10, 200, dead, random);
      double loss = softmax.lossAndGradient(hidden, targets, NodeBatches.all(10), gradient, random);
      assertThat(loss)
          .isCloseTo(
              new PlainSoftmax(hidden, softmax.weights, softmax.bias, targets).loss, within(1e-4));
    }
  }

  @Test
  void theNumberOfThreadsChangesNoBit() {
    RandomStream random = RandomStream.of(5);
    DenseMatrix hidden = PlainSoftmax.hidden(300, 64, 10, random);
    CsrMatrix targets = PlainSoftmax.targets(300, random);
    DenseMatrix one = DenseMatrix.zeros(300, 64);
    DenseMatrix four = DenseMatrix.zeros(300, 64);
    BlockedSoftmax alone = softmax(300, 64, 128, 1);
    BlockedSoftmax together = softmax(300, 64, 128, 4);

    NodeBatches.Batch batch = PlainSoftmax.batch(300, 200, random);

    double loss = alone.lossAndGradient(hidden, targets, batch, one, random);

    assertThat(together.lossAndGradient(hidden, targets, batch, four, random)).isEqualTo(loss);
    assertThat(four.data()).isEqualTo(one.data());
    assertThat(together.weightGradient.data()).isEqualTo(alone.weightGradient.data());
    assertThat(together.biasGradient).isEqualTo(alone.biasGradient);
  }

  @Test
  void annotationsAreCutToTheLikeliestAndKeepTheirSum() {
    RandomStream random = RandomStream.of(5);
    DenseMatrix hidden = PlainSoftmax.hidden(30, 8, 2, random);
    BlockedSoftmax softmax = softmax(30, 8, 7, 1);

    CsrMatrix all = softmax.annotate(hidden, Approximations.meanPooling(), null, 99, random).get(0);
    CsrMatrix few = softmax.annotate(hidden, Approximations.meanPooling(), null, 3, random).get(0);

    assertThat(all.nonZeros()).isEqualTo(900);
    for (int n = 0; n < 30; n++) {
      assertThat(few.rowEnd(n) - few.rowStart(n)).isEqualTo(3);
      double sum = 0;
      double smallest = 1;
      for (int e = few.rowStart(n); e < few.rowEnd(n); e++) {
        sum += few.value(e);
        smallest = Math.min(smallest, all.value(all.rowStart(n) + few.columnIndex(e)));
      }
      assertThat(sum).isCloseTo(1, within(1e-5));
      int larger = 0;
      for (int e = all.rowStart(n); e < all.rowEnd(n); e++) {
        larger += all.value(e) > smallest ? 1 : 0;
      }
      assertThat(larger).isEqualTo(2);
    }
  }
}
