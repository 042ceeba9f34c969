package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.RandomStream;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CsrAdjacencyTest {
  @Property(tries = 200)
  void normalizedEqualsTheNaiveOne(
      @ForAll @IntRange(max = 15) int nodes, @ForAll boolean weighted, @ForAll long seed) {
    double[][] a = randomGraph(nodes, weighted, seed);
    CsrMatrix normalized = (CsrMatrix) new CsrAdjacency(sparse(a)).normalized();

    double[][] expected = new double[nodes][nodes];
    for (int u = 0; u < nodes; u++) {
      for (int v = 0; v < nodes; v++) {
        double entry = a[u][v] + (u == v ? 1 : 0);
        double degrees = (1 + Arrays.stream(a[u]).sum()) * (1 + Arrays.stream(a[v]).sum());
        expected[u][v] = entry / Math.sqrt(degrees);
      }
    }
    assertClose(SparseMatrices.dense(normalized), expected);
  }

  @Property(tries = 100)
  void normalizedOfAnUndirectedGraphIsItsOwnTranspose(
      @ForAll @IntRange(max = 40) int nodes, @ForAll boolean weighted, @ForAll long seed) {
    CsrAdjacency adjacency = new CsrAdjacency(sparse(randomGraph(nodes, weighted, seed)));
    CsrMatrix normalized = (CsrMatrix) adjacency.normalized();
    assertThat(normalized.isSymmetric()).isTrue();
    assertThat(normalized.transpose()).isSameAs(normalized);
    assertThat(adjacency.normalized()).isSameAs(normalized);
  }

  @Property(tries = 200)
  void meanEqualsTheNaiveOne(@ForAll @IntRange(max = 15) int nodes, @ForAll long seed) {
    double[][] a = randomGraph(nodes, true, seed);
    CsrAdjacency adjacency = new CsrAdjacency(sparse(a));
    double[][] expected = new double[nodes][nodes];
    for (int u = 0; u < nodes; u++) {
      double degree = Arrays.stream(a[u]).sum();
      for (int v = 0; v < nodes && degree > 0; v++) {
        expected[u][v] = a[u][v] / degree;
      }
    }
    assertClose(SparseMatrices.dense((CsrMatrix) adjacency.mean()), expected);
    assertThat(adjacency.mean()).isSameAs(adjacency.mean());
  }

  @Property(tries = 200)
  void normalizedWithoutLoopsEqualsTheNaiveOneForEitherDirection(
      @ForAll @IntRange(max = 15) int nodes, @ForAll boolean directed, @ForAll long seed) {
    double[][] a = directed ? randomDirectedGraph(nodes, seed) : randomGraph(nodes, true, seed);
    CsrAdjacency adjacency = new CsrAdjacency(sparse(a));
    double[][] expected = new double[nodes][nodes];
    for (int u = 0; u < nodes; u++) {
      for (int v = 0; v < nodes; v++) {
        double sent = 0;
        for (int w = 0; w < nodes; w++) {
          sent += a[w][v];
        }
        expected[u][v] = a[u][v] == 0 ? 0 : a[u][v] / Math.sqrt(Arrays.stream(a[u]).sum() * sent);
      }
    }
    assertClose(SparseMatrices.dense((CsrMatrix) adjacency.normalizedWithoutLoops()), expected);
    assertThat(adjacency.normalizedWithoutLoops()).isSameAs(adjacency.normalizedWithoutLoops());
  }

  @Property(tries = 200)
  void sumIsTheMatrixAndTheReverseItsTranspose(
      @ForAll @IntRange(max = 15) int nodes, @ForAll boolean directed, @ForAll long seed) {
    double[][] a = directed ? randomDirectedGraph(nodes, seed) : randomGraph(nodes, true, seed);
    CsrAdjacency adjacency = new CsrAdjacency(sparse(a));
    assertClose(SparseMatrices.dense((CsrMatrix) adjacency.sum()), a);
    double[][] turned = new double[nodes][nodes];
    for (int u = 0; u < nodes; u++) {
      for (int v = 0; v < nodes; v++) {
        turned[v][u] = a[u][v];
      }
    }
    CsrAdjacency reversed = (CsrAdjacency) adjacency.reversed();
    assertClose(SparseMatrices.dense((CsrMatrix) reversed.sum()), turned);
    assertThat(reversed.nodes()).isEqualTo(nodes);
    assertThat(adjacency.reversed()).isSameAs(reversed);
    if (!directed) {
      assertThat(reversed).as("without direction it is its own reverse").isSameAs(adjacency);
    }
  }

  @Test
  void isolatedNodesKeepThemselvesAndHaveNoMean() {
    CsrAdjacency adjacency = new CsrAdjacency(sparse(new double[3][3]));
    assertThat(adjacency.normalized()).isEqualTo(CsrMatrix.identity(3));
    assertThat(((CsrMatrix) adjacency.mean()).nonZeros()).isZero();
    assertThat(adjacency.nodes()).isEqualTo(3);
  }

  @Test
  void aDirectedGraphIsNormalisedByRowSumsOfEitherEnd() {
    double[][] a = {{0, 2, 0}, {0, 0, 0}, {1, 0, 0}};
    CsrMatrix normalized = (CsrMatrix) new CsrAdjacency(sparse(a)).normalized();
    assertThat(normalized.isSymmetric()).isFalse();
    assertThat(SparseMatrices.dense(normalized)[0][1]).isCloseTo(2 / Math.sqrt(3), within(1e-6));
    assertThat(SparseMatrices.dense(normalized)[1][0]).isZero();
  }

  @Test
  void whatIsNoAdjacencyIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CsrAdjacency(SparseMatrices.random(2, 3, 1, 1)))
        .withMessageContaining("must be square");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CsrAdjacency(CsrMatrix.identity(2)))
        .withMessageContaining("entry (0, 0) = 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CsrAdjacency(sparse(new double[][] {{0, 1}, {-2, 0}})))
        .withMessageContaining("entry (1, 0) = -2.0");
  }

  private static double[][] randomGraph(int nodes, boolean weighted, long seed) {
    RandomStream random = RandomStream.of(seed);
    double[][] a = new double[nodes][nodes];
    for (int i = 0; i < nodes; i++) {
      int u = random.nextInt(nodes);
      int v = random.nextInt(nodes);
      if (u != v) {
        a[u][v] = weighted ? (float) (3 * random.nextDouble()) : 1;
        a[v][u] = a[u][v];
      }
    }
    return a;
  }

  private static double[][] randomDirectedGraph(int nodes, long seed) {
    RandomStream random = RandomStream.of(seed);
    double[][] a = new double[nodes][nodes];
    for (int i = 0; i < 2 * nodes; i++) {
      int u = random.nextInt(nodes);
      int v = random.nextInt(nodes);
      if (u != v) {
        a[u][v] = (float) (0.1 + 3 * random.nextDouble());
      }
    }
    return a;
  }

  private static CsrMatrix sparse(double[][] a) {
    int n = a.length;
    int[] pointers = new int[n + 1];
    int[] columns = new int[n * n];
    float[] values = new float[n * n];
    int next = 0;
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        if (a[u][v] != 0) {
          columns[next] = v;
          values[next++] = (float) a[u][v];
        }
      }
      pointers[u + 1] = next;
    }
    return CsrMatrix.of(n, n, pointers, Arrays.copyOf(columns, next), Arrays.copyOf(values, next));
  }

  private static void assertClose(double[][] actual, double[][] expected) {
    for (int u = 0; u < expected.length; u++) {
      assertThat(actual[u]).containsExactly(expected[u], within(1e-6));
    }
  }
}
