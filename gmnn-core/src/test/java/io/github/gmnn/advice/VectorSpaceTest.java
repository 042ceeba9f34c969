package io.github.gmnn.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VectorSpaceTest {
  private static VectorSpace space(DenseMatrix vectors, int threads) {
    return VectorSpace.of(vectors, RandomStream.of(1), Workers.of(threads));
  }

  private static DenseMatrix drawn(int nodes, int columns) {
    DenseMatrix vectors = DenseMatrix.zeros(nodes, columns);
    RandomStream random = RandomStream.of(3);
    for (int i = 0; i < vectors.data().length; i++) {
      vectors.data()[i] = (float) random.nextDouble();
    }
    return vectors;
  }

  @Test
  void vectorsAreCentredAndOfUnitLength() {
    VectorSpace space = space(DenseMatrix.wrap(3, 2, new float[] {3, 1, 1, 3, 2, 2}), 1);
    assertThat(space.cosine(0, 0)).isCloseTo(1, within(1e-6));
    assertThat(space.cosine(0, 1)).isCloseTo(-1, within(1e-6));
    assertThat(space.cosine(2, 2)).as("the node at the mean has no direction").isZero();
    assertThat(space.density(0)).isCloseTo(-0.5, within(1e-6));
    assertThat(space.density(2)).isZero();
  }

  @Test
  void aNodeAloneHasNoDensity() {
    VectorSpace space = space(DenseMatrix.wrap(1, 2, new float[] {1, 2}), 1);
    assertThat(space.density(0)).isZero();
    assertThat(space.gain(new float[space.covered()], 0)).isZero();
  }

  @Test
  void densityIsTheMeanCosineToTheTwentyNearest() {
    VectorSpace space = space(drawn(200, 6), 2);
    for (int node = 0; node < 200; node += 37) {
      double[] cosines = new double[200];
      for (int other = 0; other < 200; other++) {
        cosines[other] = other == node ? -2 : space.cosine(node, other);
      }
      Arrays.sort(cosines);
      double mean = Arrays.stream(cosines, 180, 200).average().orElseThrow();
      assertThat(space.density(node)).isCloseTo(mean, within(1e-5));
    }
  }

  @Test
  void theGainIsWhatANodeAddsToTheCover() {
    VectorSpace space = space(drawn(90, 5), 1);
    float[] best = new float[space.covered()];
    space.cover(best, 4);
    for (int node = 0; node < 90; node += 11) {
      double gain = 0;
      for (int target = 0; target < 90; target++) {
        double own = Math.pow(Math.max(0, space.cosine(node, target)), 2);
        double before = Math.pow(Math.max(0, space.cosine(4, target)), 2);
        gain += Math.max(0, own - before);
      }
      assertThat(space.gain(best, node)).isCloseTo(gain, within(1e-4));
    }
  }

  @Test
  void ofSeveralLabelledNodesTheNearestCounts() {
    VectorSpace space = space(drawn(30, 5), 1);
    float[] highest = new float[30];
    Arrays.fill(highest, -1f);
    space.raise(highest, 4);
    space.raise(highest, 7);
    for (int node = 0; node < 30; node++) {
      double nearest = Math.max(space.cosine(node, 4), space.cosine(node, 7));
      assertThat(highest[node]).isCloseTo((float) nearest, within(1e-5f));
    }
  }

  @Test
  void threadsDoNotShow() {
    VectorSpace one = space(drawn(500, 16), 1);
    VectorSpace four = space(drawn(500, 16), 4);
    float[] none = new float[one.covered()];
    for (int node = 0; node < 500; node++) {
      assertThat(four.density(node)).isEqualTo(one.density(node));
      assertThat(four.gain(none, node)).isEqualTo(one.gain(none, node));
    }
  }

  @Test
  void ofManyNodesSomeStandForAll() {
    VectorSpace space = space(drawn(5_000, 4), 2);
    assertThat(space.covered()).isEqualTo(VectorSpace.MOST_COVERED);
    assertThat(space.density(17)).isBetween(0.5, 1.0);
  }
}
