package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.embedding.internal.GraphSurroundings;
import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.embedding.internal.OtherHalf;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;

class OtherHalfTest {
  private static final int NODES = 500;
  private static final int FEATURES = 60;

  /** A node's features are copies of two numbers; pairs of nodes that are joined have the same. */
  private static OtherHalf otherHalf(double noise) {
    Graph.Builder<Integer> builder = Graph.builder();
    DenseMatrix features = DenseMatrix.zeros(NODES, FEATURES);
    RandomStream random = RandomStream.of(1);
    for (int node = 0; node < NODES; node++) {
      builder.addNode(node);
      if (node % 2 == 1) {
        builder.addEdge(node, node - 1);
      }
      RandomStream pair = RandomStream.of(2).derive(node / 2);
      double[] own = {pair.nextDouble(), pair.nextDouble()};
      for (int f = 0; f < FEATURES; f++) {
        features.set(node, f, (float) (own[f % 2] + noise * (random.nextDouble() - 0.5)));
      }
    }
    return new OtherHalf(
        new GraphSurroundings(
            new EncoderInput(EncoderInput.undirected(builder.build()), CsrMatrix.of(features)),
            HopChoice.SUMS,
            Workers.sequential()),
        RandomStream.of(3),
        Workers.sequential());
  }

  @Test
  void allIsToldWhereHalvesAreCopies() {
    assertThat(otherHalf(0).told(1)).isGreaterThan(0.95);
  }

  @Test
  void neighborsHelpAgainstNoise() {
    OtherHalf noisy = otherHalf(2);
    assertThat(noisy.told(1)).isGreaterThan(noisy.told(0));
  }

  @Test
  void ofNoiseNothingIsTold() {
    assertThat(otherHalf(1e4).told(1)).isLessThan(0.05);
  }
}
