package io.github.gmnn.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Sgd;

class LearningNetworkTest {
  private static final int NODES = 3;
  private static final int CLASSES = 2;

  /** The attributes of the nodes: (0, 5), (7, 0), (0, 0). */
  private static final CsrMatrix ATTRIBUTES =
      CsrMatrix.of(NODES, 2, new int[] {0, 1, 2, 2}, new int[] {1, 0}, new float[] {5, 7});

  private static LearningGraphNetwork linear(CsrMatrix attributes, float... weights) {
    LearningGraphNetwork p =
        new LearningGraphNetwork(
            new NetworkDefinition(List.of(LinearLayer.builder().build()), new Sgd(1), 0),
            RandomInputs.graph(NODES, 1, RandomStream.of(1)),
            attributes,
            CLASSES,
            Workers.sequential());
    p.setParameters(new float[][] {weights});
    return p;
  }

  private static DenseMatrix matrix(float... values) {
    return DenseMatrix.wrap(values.length / CLASSES, CLASSES, values);
  }

  @Test
  void itsInputIsTheAnnotation() {
    LearningGraphNetwork p = linear(null, 1, 0, 0, 1); // the identity shows it
    p.annotate(List.of(matrix(1, 0, 0, 1, 0.25f, 0.75f)));
    assertThat(p.scores(RowSet.all(NODES)).data()).containsExactly(1, 0, 0, 1, 0.25f, 0.75f);
  }

  @Test
  void attributesStandBehindTheAnnotation() {
    // the classes count 1, the attributes 10 and 100, all for the first output
    LearningGraphNetwork p = linear(ATTRIBUTES, 1, 0, 2, 0, 10, 0, 100, 0);
    p.annotate(List.of(matrix(1, 0, 0, 1, 0.5f, 0.5f)));
    assertThat(p.scores(RowSet.all(NODES)).data()).containsExactly(501, 0, 72, 0, 1.5f, 0);
  }

  @Test
  void itsDistributionIsTheSoftmaxOfTheLogits() {
    LearningGraphNetwork p = linear(null, 3, 0, 0, 1);
    p.annotate(List.of(matrix(1, 0, 0, 1, 1, 0)));
    double first = 1 / (1 + Math.exp(-3));
    double second = 1 / (1 + Math.exp(1));
    assertClose(p.distributions(), first, 1 - first, second, 1 - second, first, 1 - first);
  }

  /** The mean of the probabilities themselves would be another number. */
  @Test
  void overAnnotationsTheLogarithmsAreAveraged() {
    LearningGraphNetwork p = linear(null, 3, 0, 0, 1);
    p.annotate(
        List.of(matrix(1, 0, 0, 1, 1, 0), matrix(1, 0, 1, 0, 0, 1), matrix(1, 0, 0, 1, 0, 1)));
    // log-odds are 3 where annotated with the first class and -1 with the second
    double[] odds = {3, (-1 + 3 - 1) / 3.0, (3 - 1 - 1) / 3.0};
    double[] expected = new double[2 * NODES];
    for (int node = 0; node < NODES; node++) {
      expected[2 * node] = 1 / (1 + Math.exp(-odds[node]));
      expected[2 * node + 1] = 1 - expected[2 * node];
    }
    assertClose(p.distributions(), expected);
    assertClose(p.distributions(), expected); // and each time it is asked for
    assertClose(p.scores(RowSet.all(NODES)), expected);
  }

  @Test
  void newAnnotationsReplaceTheOldOnes() {
    LearningGraphNetwork p = linear(null, 3, 0, 0, 1);
    p.annotate(List.of(matrix(1, 0, 0, 1, 1, 0), matrix(0, 1, 0, 1, 0, 1)));
    p.annotate(List.of(matrix(0, 1, 0, 1, 0, 1)));
    double second = 1 / (1 + Math.exp(1));
    assertClose(p.distributions(), second, 1 - second, second, 1 - second, second, 1 - second);
  }

  /** A step on two annotations with a target each is the mean over all six nodes. */
  @Test
  void trainingAveragesOverTheAnnotations() {
    DenseMatrix one = matrix(1, 0, 0, 1, 1, 0);
    DenseMatrix other = matrix(0, 1, 0, 1, 1, 0);
    LearningGraphNetwork p = linear(null, 0, 0, 0, 0);
    p.annotate(List.of(one, other));
    int[] all = IntStream.range(0, NODES).toArray();
    List<Objective> objectives =
        List.of(
            new SoftmaxCrossEntropy(Targets.of(one, all, null)),
            new SoftmaxCrossEntropy(Targets.of(other, all, null)));
    double loss = p.train(objectives, 1, RandomStream.of(1));
    assertThat(loss).isCloseTo(Math.log(2), within(1e-6));
    // Sgd(1) at uniform predictions: each of the six nodes moves its class's row by (±1/2) / 6
    assertThat(p.parameters()[0]).containsExactly(0.25f, -0.25f, -0.25f, 0.25f);
  }

  private static void assertClose(DenseMatrix actual, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) actual.data()[i])
          .as("element %d", i)
          .isCloseTo(expected[i], within(1e-6));
    }
  }
}
