package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.embedding.internal.GraphSurroundings;
import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import org.junit.jupiter.api.Test;

class HopChoiceTest {
  private static final int NODES = 600;

  /** A ring of groups: each node knows some of its own group. */
  private static Adjacency groups(int size, int friends) {
    Graph.Builder<Integer> builder = Graph.builder();
    RandomStream random = RandomStream.of(1);
    for (int node = 0; node < NODES; node++) {
      builder.addNode(node);
    }
    for (int node = 0; node < NODES; node++) {
      for (int i = 0; i < friends; i++) {
        int other = node / size * size + random.nextInt(size);
        if (other != node) {
          builder.addEdge(node, other);
        }
      }
    }
    return EncoderInput.undirected(builder.build());
  }

  /** A row is the sum of what its group has in common and of noise. */
  private static CsrMatrix features(int size, double noise) {
    RandomStream random = RandomStream.of(2);
    DenseMatrix features = DenseMatrix.zeros(NODES, 20);
    for (int node = 0; node < NODES; node++) {
      RandomStream group = RandomStream.of(3).derive(node / size);
      for (int f = 0; f < 20; f++) {
        features.set(node, f, (float) (group.nextDouble() + noise * (random.nextDouble() - 0.5)));
      }
    }
    return CsrMatrix.of(features);
  }

  private static HopChoice choice(Adjacency adjacency, CsrMatrix features) {
    return new HopChoice(
        new GraphSurroundings(
            new EncoderInput(adjacency, features), HopChoice.SUMS, Workers.sequential()),
        Workers.sequential());
  }

  @Test
  void oneStepIsEnoughWhereNeighborsTellAll() {
    assertThat(choice(groups(30, 20), features(30, 0)).choose()).isEqualTo(1);
  }

  @Test
  void moreStepsAreTakenWhereNeighborsAreFewAndNoisy() {
    assertThat(choice(groups(100, 1), features(100, 2)).choose()).isGreaterThan(2);
  }

  @Test
  void twoAreTakenWhereNeighborsTellNothing() {
    assertThat(choice(groups(30, 2), features(1, 0)).choose()).isEqualTo(2);
    assertThat(choice(groups(30, 2), CsrMatrix.identity(NODES)).choose()).isEqualTo(2);
    assertThat(choice(groups(30, 2), CsrMatrix.of(DenseMatrix.zeros(NODES, 2))).choose())
        .isEqualTo(2);
  }

  @Test
  void oneIsTakenWhereNeighborsTellNothingAndANodeItself() {
    int[] shuffled = new int[NODES]; // groups of features that have nothing to do with edges
    DenseMatrix features = DenseMatrix.zeros(NODES, 40);
    RandomStream random = RandomStream.of(5);
    for (int node = 0; node < NODES; node++) {
      shuffled[node] = random.nextInt(4);
      for (int f = 0; f < 10; f++) {
        features.set(node, 10 * shuffled[node] + f, random.nextDouble() < 0.7 ? 1f : 0f);
      }
    }
    HopChoice choice = choice(groups(30, 2), CsrMatrix.of(features));
    assertThat(choice.told(1)).isLessThan(0.01);
    assertThat(choice.choose()).isEqualTo(1);
  }

  @Test
  void whatIsToldIsAShare() {
    HopChoice choice = choice(groups(30, 29), features(30, 0));
    assertThat(choice.told(1)).isBetween(0.8, 1.0);
    assertThat(choice.told(8)).isLessThanOrEqualTo(1);
    assertThat(choice.told(1)).isCloseTo(choice.told(1), within(0.0)); // nothing is used up
  }
}
