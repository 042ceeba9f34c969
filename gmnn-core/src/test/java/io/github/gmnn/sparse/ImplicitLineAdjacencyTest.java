package io.github.gmnn.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.jgrapht.util.SupplierUtil;

class ImplicitLineAdjacencyTest {
  private static final double TOLERANCE = 1e-5;

  /** A multigraph: parallel links, both directions, self-loops and isolated nodes all occur. */
  record Links(int nodes, int[] sources, int[] targets) {
    ImplicitLineAdjacency adjacency() {
      return new ImplicitLineAdjacency(nodes, sources, targets);
    }

    int count() {
      return sources.length;
    }

    boolean joined(int a, int b) {
      return a != b
          && (sources[a] == sources[b]
              || sources[a] == targets[b]
              || targets[a] == sources[b]
              || targets[a] == targets[b]);
    }
  }

  @Provide
  Arbitrary<Links> multigraphs() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(1, 60),
            Arbitraries.longs(),
            Arbitraries.integers().between(1, 3))
        .as(ImplicitLineAdjacencyTest::randomLinks);
  }

  /** The larger the skew, the more links crowd at the first nodes. */
  private static Links randomLinks(int nodes, int links, long seed, int skew) {
    Random random = new Random(seed);
    int[] sources = new int[links];
    int[] targets = new int[links];
    for (int link = 0; link < links; link++) {
      sources[link] = (int) (nodes * Math.pow(random.nextDouble(), skew));
      targets[link] = (int) (nodes * Math.pow(random.nextDouble(), skew));
    }
    return new Links(nodes, sources, targets);
  }

  private static Links star(int leaves) {
    return new Links(leaves + 1, new int[leaves], IntStream.rangeClosed(1, leaves).toArray());
  }

  @Property
  void propagatesAsTheLineGraphWrittenOutDoes(
      @ForAll("multigraphs") Links links, @ForAll @IntRange(min = 1, max = 9) int width) {
    int n = links.count();
    double[] degree = new double[n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        degree[a] += links.joined(a, b) ? 1 : 0;
      }
    }
    double[][] normalized = new double[n][n];
    double[][] mean = new double[n][n];
    double[][] withoutLoops = new double[n][n];
    double[][] sum = new double[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        if (a == b || links.joined(a, b)) {
          normalized[a][b] = 1 / Math.sqrt((1 + degree[a]) * (1 + degree[b]));
        }
        if (links.joined(a, b)) {
          mean[a][b] = 1 / degree[a];
          withoutLoops[a][b] = 1 / Math.sqrt(degree[a] * degree[b]);
          sum[a][b] = 1;
        }
      }
    }
    ImplicitLineAdjacency adjacency = links.adjacency();
    assertSameMap(adjacency.normalized(), normalized, width);
    assertSameMap(adjacency.mean(), mean, width);
    assertSameMap(adjacency.normalizedWithoutLoops(), withoutLoops, width);
    assertSameMap(adjacency.sum(), sum, width);
    assertThat(adjacency.reversed()).as("links have no direction here").isSameAs(adjacency);
  }

  private static void assertSameMap(LinearOperator operator, double[][] matrix, int width) {
    int n = matrix.length;
    DenseMatrix in = random(n, width, 5);
    DenseMatrix out = random(n, width, 6);
    operator.apply(in, out, Workers.sequential());
    DenseMatrix transposed = random(n, width, 7);
    operator.applyTransposed(in, transposed, Workers.sequential());
    for (int a = 0; a < n; a++) {
      for (int j = 0; j < width; j++) {
        double expected = 0;
        double expectedTransposed = 0;
        for (int b = 0; b < n; b++) {
          expected += matrix[a][b] * in.get(b, j);
          expectedTransposed += matrix[b][a] * in.get(b, j);
        }
        assertThat((double) out.get(a, j)).isCloseTo(expected, within(expected));
        assertThat((double) transposed.get(a, j))
            .isCloseTo(expectedTransposed, within(expectedTransposed));
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double expected) {
    return org.assertj.core.data.Offset.offset(TOLERANCE * Math.max(1, Math.abs(expected)));
  }

  private static DenseMatrix random(int rows, int columns, long seed) {
    Random random = new Random(seed);
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] = 2 * random.nextFloat() - 1;
    }
    return matrix;
  }

  @Property
  void writesOutTheNeighboursOfEachLink(@ForAll("multigraphs") Links links) {
    CsrMatrix matrix = links.adjacency().matrix();
    assertThat((long) matrix.nonZeros()).isEqualTo(links.adjacency().entries());
    for (int a = 0; a < links.count(); a++) {
      Set<Integer> expected = new HashSet<>();
      for (int b = 0; b < links.count(); b++) {
        if (links.joined(a, b)) {
          expected.add(b);
        }
      }
      Set<Integer> actual = new HashSet<>();
      for (int e = matrix.rowStart(a); e < matrix.rowEnd(a); e++) {
        actual.add(matrix.columnIndex(e));
        assertThat(matrix.value(e)).isEqualTo(1f);
      }
      assertThat(actual).isEqualTo(expected);
    }
  }

  @Property(tries = 100)
  void agreesWithTheLineGraphOfJGraphT(@ForAll("multigraphs") Links links) {
    Graph<Integer, DefaultEdge> simple =
        new SimpleGraph<>(null, SupplierUtil.createDefaultEdgeSupplier(), false);
    IntStream.range(0, links.nodes()).forEach(simple::addVertex);
    for (int link = 0; link < links.count(); link++) {
      if (links.sources()[link] != links.targets()[link]) {
        simple.addEdge(links.sources()[link], links.targets()[link]); // repetitions are refused
      }
    }
    if (simple.edgeSet().isEmpty()) {
      return;
    }
    DefaultEdge[] edges = simple.edgeSet().toArray(new DefaultEdge[0]);
    Graph<DefaultEdge, DefaultEdge> line =
        new SimpleGraph<>(null, SupplierUtil.createDefaultEdgeSupplier(), false);
    new org.jgrapht.alg.transform.LineGraphConverter<Integer, DefaultEdge, DefaultEdge>(simple)
        .convertToLineGraph(line);
    CsrMatrix matrix =
        new ImplicitLineAdjacency(
                links.nodes(),
                Arrays.stream(edges).mapToInt(simple::getEdgeSource).toArray(),
                Arrays.stream(edges).mapToInt(simple::getEdgeTarget).toArray())
            .matrix();
    assertThat(matrix.nonZeros()).isEqualTo(2 * line.edgeSet().size());
    for (int a = 0; a < edges.length; a++) {
      for (int e = matrix.rowStart(a); e < matrix.rowEnd(a); e++) {
        assertThat(line.containsEdge(edges[a], edges[matrix.columnIndex(e)])).isTrue();
      }
    }
  }

  @Example
  void hubsOfAHundredThousandLinksLoseNoAccuracy() {
    int leaves = 100_000;
    ImplicitLineAdjacency adjacency = star(leaves).adjacency();
    assertThat(adjacency.entries()).isEqualTo((long) leaves * (leaves - 1));
    DenseMatrix in = DenseMatrix.zeros(leaves, 2);
    Random random = new Random(1);
    double[] sum = new double[2];
    for (int link = 0; link < leaves; link++) {
      in.set(link, 0, 0.1f); // sums of equal values are where float rounding drifts most
      in.set(link, 1, random.nextFloat());
      sum[0] += in.get(link, 0);
      sum[1] += in.get(link, 1);
    }
    DenseMatrix normalized = DenseMatrix.zeros(leaves, 2);
    adjacency.normalized().apply(in, normalized, Workers.sequential());
    DenseMatrix mean = DenseMatrix.zeros(leaves, 2);
    adjacency.mean().apply(in, mean, Workers.sequential());
    for (int link = 0; link < leaves; link++) {
      for (int j = 0; j < 2; j++) {
        assertThat(normalized.get(link, j) * leaves / sum[j]).isCloseTo(1, within(1));
        assertThat(mean.get(link, j) * (leaves - 1) / (sum[j] - in.get(link, j)))
            .isCloseTo(1, within(1));
      }
    }
  }

  @Example
  void resultsDoNotDependOnThreads() {
    Links links = randomLinks(3_000, 60_000, 11, 3);
    DenseMatrix in = random(links.count(), 17, 12);
    for (LinearOperator operator :
        new LinearOperator[] {links.adjacency().normalized(), links.adjacency().mean()}) {
      DenseMatrix one = DenseMatrix.zeros(links.count(), 17);
      operator.apply(in, one, Workers.sequential());
      for (int threads : new int[] {2, 3, 7}) {
        DenseMatrix many = DenseMatrix.zeros(links.count(), 17);
        operator.apply(in, many, Workers.of(threads));
        assertThat(many.data()).isEqualTo(one.data());
      }
    }
  }

  @Example
  void productsAtTheSameTimeDoNotDisturbEachOther() {
    Links links = randomLinks(500, 20_000, 21, 2);
    LinearOperator operator = links.adjacency().normalized();
    CompletableFuture<?>[] calls =
        IntStream.range(0, 4)
            .mapToObj(
                caller ->
                    CompletableFuture.runAsync(
                        () -> {
                          DenseMatrix in = random(links.count(), 8, caller);
                          DenseMatrix expected = DenseMatrix.zeros(links.count(), 8);
                          links.adjacency().normalized().apply(in, expected, Workers.sequential());
                          for (int i = 0; i < 20; i++) {
                            DenseMatrix out = DenseMatrix.zeros(links.count(), 8);
                            operator.apply(in, out, Workers.of(2));
                            assertThat(out.data()).isEqualTo(expected.data());
                          }
                        }))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(calls).join();
  }

  @Example
  void oneLinkKeepsItsValueAndHasNoNeighbours() {
    for (int target : new int[] {0, 1}) {
      ImplicitLineAdjacency adjacency =
          new ImplicitLineAdjacency(3, new int[] {0}, new int[] {target});
      DenseMatrix in = DenseMatrix.wrap(1, 2, new float[] {3f, -4f});
      DenseMatrix out = DenseMatrix.zeros(1, 2);
      adjacency.normalized().apply(in, out, Workers.sequential());
      assertThat(out.data()).containsExactly(3f, -4f);
      adjacency.mean().apply(in, out, Workers.sequential());
      assertThat(out.data()).containsExactly(0f, 0f);
      assertThat(adjacency.matrix().nonZeros()).isZero();
    }
  }

  @Example
  void refusesNoLinksAndEndsThatAreNoNodes() {
    assertThatThrownBy(() -> new ImplicitLineAdjacency(3, new int[0], new int[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 0 sources");
    assertThatThrownBy(() -> new ImplicitLineAdjacency(3, new int[] {0, 1}, new int[] {1, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("link 1 joins 1 and 3, but the nodes are 0..2");
  }

  @Example
  void refusesToWriteOutALineGraphThatIsTooLarge() {
    ImplicitLineAdjacency adjacency = star(8_000).adjacency();
    assertThatThrownBy(adjacency::matrix)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("63992000 adjacency entries")
        .hasMessageContaining("at most 50000000");
  }
}
