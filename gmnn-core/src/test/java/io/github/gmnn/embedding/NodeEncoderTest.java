package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.RandomInputs;
import org.junit.jupiter.api.Test;

class NodeEncoderTest {
  private static final Graph<Integer> GRAPH =
      CitationGraphGenerator.builder()
          .nodes(200)
          .classes(3)
          .validation(20)
          .build()
          .generate()
          .graph();

  @Test
  void theGraphOfTheFitIsEmbeddedAsInTheFit() {
    NodeEmbeddings<Integer> fitted = GmnnEmbedder.builder().dimensions(70).epochs(5).fit(GRAPH);
    NodeEncoder encoder = fitted.encoder().orElseThrow();
    assertThat(encoder.dimensions()).isEqualTo(70);
    assertThat(encoder.embed(GRAPH).matrix().data()).isEqualTo(fitted.matrix().data());
  }

  @Test
  void vectorsGivenOrPredictedHaveNoEncoder() {
    assertThat(
            GmnnEmbedder.neighborPrediction()
                .dimensions(4)
                .pretrainEpochs(1)
                .emIterations(0)
                .fit(GRAPH)
                .encoder())
        .isEmpty();
  }

  /** Naive twin: powers of Â one by one, in double. */
  @Test
  void vectorsAreStandardisedMeansOverStepsSmoothedAndOfOneLength() {
    int nodes = 15;
    Adjacency adjacency = RandomInputs.graph(nodes, 3, RandomStream.of(1));
    CsrMatrix features = RandomInputs.sparse(nodes, 6, -1, 1, RandomStream.of(2));
    DenseMatrix weights = RandomInputs.dense(6, 5, -1, 1, RandomStream.of(3));
    DenseMatrix found =
        NodeEncoder.fit(
                new EncoderInput(adjacency, features),
                FeatureScaling.NONE.fit(features),
                weights,
                3,
                2,
                Workers.sequential())
            .vectors();

    DenseMatrix product = DenseMatrix.zeros(nodes, 5);
    features.apply(weights, product, Workers.sequential());
    DenseMatrix z = meanOfSteps(adjacency, product, 3);
    for (int c = 0; c < 5; c++) {
      double mean = 0;
      double square = 0;
      for (int i = 0; i < nodes; i++) {
        mean += z.get(i, c) / (double) nodes;
      }
      for (int i = 0; i < nodes; i++) {
        square += Math.pow(z.get(i, c) - mean, 2) / nodes;
      }
      for (int i = 0; i < nodes; i++) {
        z.set(i, c, (float) ((z.get(i, c) - mean) / Math.sqrt(square)));
      }
    }
    z = meanOfSteps(adjacency, z, 2);
    for (int i = 0; i < nodes; i++) {
      double length = 0;
      for (int c = 0; c < 5; c++) {
        length += z.get(i, c) * z.get(i, c);
      }
      for (int c = 0; c < 5; c++) {
        assertThat((double) found.get(i, c))
            .isCloseTo(2 * z.get(i, c) / Math.sqrt(length), within(1e-4));
      }
    }
  }

  private static DenseMatrix meanOfSteps(Adjacency adjacency, DenseMatrix from, int steps) {
    DenseMatrix sum = from.copy();
    DenseMatrix power = from;
    for (int k = 0; k < steps; k++) {
      DenseMatrix next = DenseMatrix.zeros(from.rows(), from.columns());
      adjacency.normalized().apply(power, next, Workers.sequential());
      for (int i = 0; i < next.data().length; i++) {
        sum.data()[i] += next.data()[i];
      }
      power = next;
    }
    for (int i = 0; i < sum.data().length; i++) {
      sum.data()[i] /= steps + 1;
    }
    return sum;
  }
}
