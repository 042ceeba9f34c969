package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.testing.RandomInputs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ThinnedAdjacencyTest {
  private static final int NODES = 40;

  private final Adjacency symmetric = RandomInputs.graph(NODES, 6, RandomStream.of(1));
  private final Adjacency directed = Adjacency.of(directed());

  /** Edges from lower to higher nodes, some with the edge against it. */
  private static CsrMatrix directed() {
    DenseMatrix dense = DenseMatrix.zeros(NODES, NODES);
    RandomStream random = RandomStream.of(2);
    for (int i = 0; i < 150; i++) {
      int u = random.nextInt(NODES);
      int v = random.nextInt(NODES);
      if (u != v) {
        dense.set(Math.min(u, v), Math.max(u, v), 1 + random.nextInt(3));
        if (i % 3 == 0) {
          dense.set(Math.max(u, v), Math.min(u, v), 2);
        }
      }
    }
    return CsrMatrix.of(dense);
  }

  private static DenseMatrix identity() {
    DenseMatrix identity = DenseMatrix.zeros(NODES, NODES);
    for (int i = 0; i < NODES; i++) {
      identity.set(i, i, 1f);
    }
    return identity;
  }

  private static DenseMatrix written(ThinnedAdjacency thinned, boolean transposed, int threads) {
    DenseMatrix zero = DenseMatrix.zeros(NODES, NODES);
    DenseMatrix out = DenseMatrix.zeros(NODES, NODES);
    if (transposed) {
      thinned.applyTransposedAndAdd(1f, identity(), 0f, zero, out, Workers.of(threads));
    } else {
      thinned.applyAndAdd(1f, identity(), 0f, zero, out, Workers.of(threads));
    }
    return out;
  }

  private static ThinnedAdjacency drawn(Adjacency adjacency, double rate, long seed) {
    ThinnedAdjacency thinned = new ThinnedAdjacency(adjacency.matrix());
    thinned.draw(rate, RandomStream.of(seed), Workers.sequential());
    return thinned;
  }

  @Test
  void withNothingDroppedItIsTheNormalisedAdjacency() {
    for (Adjacency adjacency : new Adjacency[] {symmetric, directed}) {
      DenseMatrix expected = DenseMatrix.zeros(NODES, NODES);
      adjacency.normalized().apply(identity(), expected, Workers.sequential());
      assertThat(written(drawn(adjacency, 0, 7), false, 1).data()).isEqualTo(expected.data());
    }
  }

  /** Naive twin: leave out what the operator has no entry for, and normalise anew. */
  @Test
  void degreesAreThoseOfTheEdgesThatAreLeft() {
    for (Adjacency adjacency : new Adjacency[] {symmetric, directed}) {
      DenseMatrix found = written(drawn(adjacency, 0.4, 3), false, 1);
      double[] degrees = new double[NODES];
      int edges = 0;
      int left = 0;
      DenseMatrix weights = DenseMatrix.zeros(NODES, NODES);
      for (int u = 0; u < NODES; u++) {
        degrees[u] = 1;
        weights.set(u, u, 1f);
        for (int e = adjacency.matrix().rowStart(u); e < adjacency.matrix().rowEnd(u); e++) {
          int v = adjacency.matrix().columnIndex(e);
          edges++;
          if (found.get(u, v) != 0) {
            left++;
            weights.set(u, v, adjacency.matrix().value(e));
            degrees[u] += adjacency.matrix().value(e);
          }
        }
      }
      assertThat((double) left / edges).isBetween(0.45, 0.75);
      for (int u = 0; u < NODES; u++) {
        for (int v = 0; v < NODES; v++) {
          assertThat((double) found.get(u, v))
              .isCloseTo(weights.get(u, v) / Math.sqrt(degrees[u] * degrees[v]), within(1e-6));
        }
      }
    }
  }

  @Test
  void anEdgeAndTheOneAgainstItGoTogether() {
    DenseMatrix found = written(drawn(directed, 0.5, 5), false, 1);
    int both = 0;
    for (int u = 0; u < NODES; u++) {
      for (int e = directed.matrix().rowStart(u); e < directed.matrix().rowEnd(u); e++) {
        int v = directed.matrix().columnIndex(e);
        if (directed.reversed().matrix().rowEnd(u) > 0 && hasEntry(v, u)) {
          assertThat(found.get(u, v) == 0).isEqualTo(found.get(v, u) == 0);
          both++;
        }
      }
    }
    assertThat(both).isPositive();
  }

  private boolean hasEntry(int row, int column) {
    CsrMatrix matrix = directed.matrix();
    return Arrays.binarySearch(
            matrix.columnIndices(), matrix.rowStart(row), matrix.rowEnd(row), column)
        >= 0;
  }

  @Test
  void theTransposedProductIsThatOfTheTranspose() {
    for (Adjacency adjacency : new Adjacency[] {symmetric, directed}) {
      ThinnedAdjacency thinned = drawn(adjacency, 0.4, 3);
      DenseMatrix rows = written(thinned, false, 1);
      DenseMatrix columns = written(thinned, true, 1);
      for (int u = 0; u < NODES; u++) {
        for (int v = 0; v < NODES; v++) {
          assertThat(columns.get(v, u)).isEqualTo(rows.get(u, v));
        }
      }
    }
  }

  @Test
  void everyDrawIsAnotherOneWhateverTheThreads() {
    ThinnedAdjacency thinned = drawn(symmetric, 0.4, 3);
    float[] first = written(thinned, false, 1).data();
    thinned.draw(0.4, RandomStream.of(4), Workers.of(3));
    assertThat(written(thinned, false, 3).data()).isNotEqualTo(first);
    thinned.draw(0.4, RandomStream.of(3), Workers.of(3));
    assertThat(written(thinned, false, 3).data()).isEqualTo(first);
  }
}
