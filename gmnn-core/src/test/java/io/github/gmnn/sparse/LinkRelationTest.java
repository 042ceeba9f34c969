package io.github.gmnn.sparse;

import static io.github.gmnn.sparse.Adjacency.LinkRelation.AROUND_AT_SOURCE;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.AROUND_AT_TARGET;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.EARLIER;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.INTO_SOURCE;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.OUT_OF_TARGET;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.RECIPROCAL;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.SAME_SOURCE;
import static io.github.gmnn.sparse.Adjacency.LinkRelation.SAME_TARGET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class LinkRelationTest {
  /** Parallel links, both directions, self-loops, equal times and nodes without links all occur. */
  record Links(int nodes, int[] sources, int[] targets, double[] times) {
    int count() {
      return sources.length;
    }

    boolean joined(String relation, int link, int other) {
      boolean reciprocal =
          sources[link] == targets[other] && targets[link] == sources[other] && link != other;
      return link != other
          && switch (relation) {
            case SAME_SOURCE -> sources[link] == sources[other];
            case SAME_TARGET -> targets[link] == targets[other];
            case INTO_SOURCE -> sources[link] == targets[other] && !reciprocal;
            case OUT_OF_TARGET -> targets[link] == sources[other] && !reciprocal;
            case RECIPROCAL -> reciprocal;
            default -> throw new IllegalArgumentException(relation);
          };
    }
  }

  @Provide
  Arbitrary<Links> networks() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 10),
            Arbitraries.integers().between(1, 50),
            Arbitraries.longs())
        .as(LinkRelationTest::random);
  }

  private static Links random(int nodes, int links, long seed) {
    Random random = new Random(seed);
    int[] sources = random.ints(links, 0, nodes).toArray();
    int[] targets = random.ints(links, 0, nodes).map(t -> t * t / nodes).toArray();
    return new Links(nodes, sources, targets, random.ints(links, 0, 20).asDoubleStream().toArray());
  }

  private static Adjacency whole(Links links, int nearest) {
    return Adjacency.ofLinks(
        links.nodes(), links.sources(), links.targets(), links.times(), nearest);
  }

  @Property(tries = 200)
  void eachRelationIsTheOneWrittenOut(
      @ForAll("networks") Links links, @ForAll @IntRange(min = 1, max = 5) int width) {
    Adjacency adjacency = whole(links, 1);
    for (String relation : Adjacency.LinkRelation.BY_ENDS) {
      int n = links.count();
      double[][] sum = new double[n][n];
      double[] received = new double[n];
      double[] sent = new double[n];
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
          sum[a][b] = links.joined(relation, a, b) ? 1 : 0;
          received[a] += sum[a][b];
          sent[b] += sum[a][b];
        }
      }
      double[][] mean = new double[n][n];
      double[][] withoutLoops = new double[n][n];
      double[][] normalized = new double[n][n];
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
          if (sum[a][b] > 0) {
            mean[a][b] = 1 / received[a];
            withoutLoops[a][b] = 1 / Math.sqrt(received[a] * sent[b]);
          }
          normalized[a][b] =
              (sum[a][b] + (a == b ? 1 : 0)) / Math.sqrt((1 + received[a]) * (1 + received[b]));
        }
      }
      Adjacency typed = adjacency.relation(relation);
      assertSameMap(typed.sum(), sum, width);
      assertSameMap(typed.mean(), mean, width);
      assertSameMap(typed.normalizedWithoutLoops(), withoutLoops, width);
      assertSameMap(typed.normalized(), normalized, width);
      assertSameMap(typed.reversed().sum(), transposed(sum), width);
      assertSameMap(typed.matrix(), sum, width);
      assertThat(typed.entries()).isEqualTo((long) Arrays.stream(received).sum());
    }
  }

  private static double[][] transposed(double[][] matrix) {
    double[][] result = new double[matrix.length][matrix.length];
    for (int a = 0; a < matrix.length; a++) {
      for (int b = 0; b < matrix.length; b++) {
        result[b][a] = matrix[a][b];
      }
    }
    return result;
  }

  private static void assertSameMap(LinearOperator operator, double[][] matrix, int width) {
    int n = matrix.length;
    Random random = new Random(3);
    DenseMatrix in = DenseMatrix.zeros(n, width);
    for (int i = 0; i < in.data().length; i++) {
      in.data()[i] = 2 * random.nextFloat() - 1;
    }
    DenseMatrix out = DenseMatrix.zeros(n, width);
    DenseMatrix back = DenseMatrix.zeros(n, width);
    operator.apply(in, out, Workers.sequential());
    operator.applyTransposed(in, back, Workers.sequential());
    for (int a = 0; a < n; a++) {
      for (int j = 0; j < width; j++) {
        double expected = 0;
        double expectedBack = 0;
        for (int b = 0; b < n; b++) {
          expected += matrix[a][b] * in.get(b, j);
          expectedBack += matrix[b][a] * in.get(b, j);
        }
        assertThat((double) out.get(a, j)).isCloseTo(expected, within(1e-4));
        assertThat((double) back.get(a, j)).isCloseTo(expectedBack, within(1e-4));
      }
    }
  }

  @Property(tries = 200)
  void neighboursInTimeAreTheNearestOfTheSameEnd(
      @ForAll("networks") Links links, @ForAll @IntRange(min = 1, max = 4) int nearest) {
    Adjacency adjacency = whole(links, nearest);
    for (String relation : List.of(AROUND_AT_SOURCE, AROUND_AT_TARGET)) {
      int[] ends = relation.equals(AROUND_AT_SOURCE) ? links.sources() : links.targets();
      CsrMatrix matrix = adjacency.relation(relation).matrix();
      for (int link = 0; link < links.count(); link++) {
        int end = ends[link];
        List<Integer> order =
            IntStream.range(0, links.count())
                .filter(other -> ends[other] == end)
                .boxed()
                .sorted(Comparator.comparingDouble(other -> links.times()[other]))
                .toList();
        int place = order.indexOf(link);
        List<Integer> expected =
            new ArrayList<>(
                order.subList(
                    Math.max(0, place - nearest), Math.min(order.size(), place + nearest + 1)));
        expected.remove((Integer) link);
        assertThat(row(matrix, link)).containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  private static List<Integer> row(CsrMatrix matrix, int row) {
    return IntStream.range(matrix.rowStart(row), matrix.rowEnd(row))
        .mapToObj(matrix::columnIndex)
        .toList();
  }

  @Property(tries = 200)
  void earlierLinksAreTheLastOfEachRelation(
      @ForAll("networks") Links links, @ForAll @IntRange(min = 1, max = 4) int last) {
    Adjacency adjacency =
        Adjacency.ofEarlierLinks(
            links.nodes(), links.sources(), links.targets(), links.times(), last);
    for (int link = 0; link < links.count(); link++) {
      int now = link;
      List<Integer> union = new ArrayList<>();
      for (String relation : Adjacency.LinkRelation.BY_ENDS) {
        // links into the source are counted before those from the target are left out
        List<Integer> atThatEnd =
            IntStream.range(0, links.count())
                .filter(other -> links.times()[other] < links.times()[now])
                .filter(
                    other ->
                        links.joined(relation, now, other)
                            || (relation.equals(INTO_SOURCE) || relation.equals(OUT_OF_TARGET))
                                && links.joined(RECIPROCAL, now, other))
                .boxed()
                .sorted(Comparator.comparingDouble(other -> links.times()[other]))
                .toList();
        List<Integer> expected =
            atThatEnd.subList(Math.max(0, atThatEnd.size() - last), atThatEnd.size()).stream()
                .filter(other -> links.joined(relation, now, other))
                .toList();
        CsrMatrix matrix = adjacency.relation(EARLIER + relation).matrix();
        assertThat(row(matrix, link)).containsExactlyInAnyOrderElementsOf(expected);
        union.addAll(expected);
      }
      assertThat(row(adjacency.matrix(), link))
          .containsExactlyElementsOf(union.stream().distinct().sorted().toList());
    }
  }

  /** 0: a→b, 1: a→c, 2: b→a, 3: c→b, 4: b→d, 5: b→b. */
  private static final Links SMALL =
      new Links(
          4,
          new int[] {0, 0, 1, 2, 1, 1},
          new int[] {1, 2, 0, 1, 3, 1},
          new double[] {1, 2, 3, 4, 5, 6});

  @Example
  void aSmallNetworkByHand() {
    Adjacency adjacency = whole(SMALL, 1);
    assertThat(row(adjacency.relation(SAME_SOURCE).matrix(), 0)).containsExactly(1);
    assertThat(row(adjacency.relation(SAME_TARGET).matrix(), 0)).containsExactly(3, 5);
    assertThat(row(adjacency.relation(INTO_SOURCE).matrix(), 0)).isEmpty();
    assertThat(row(adjacency.relation(OUT_OF_TARGET).matrix(), 0)).containsExactly(4, 5);
    assertThat(row(adjacency.relation(RECIPROCAL).matrix(), 0)).containsExactly(2);
    assertThat(row(adjacency.relation(RECIPROCAL).matrix(), 5)).isEmpty();
    assertThat(row(adjacency.relation(AROUND_AT_SOURCE).matrix(), 4)).containsExactly(2, 5);
    Adjacency earlier =
        Adjacency.ofEarlierLinks(4, SMALL.sources(), SMALL.targets(), SMALL.times(), 5);
    assertThat(row(earlier.matrix(), 2)).containsExactly(0, 1);
    assertThat(row(earlier.relation(EARLIER + RECIPROCAL).matrix(), 2)).containsExactly(0);
    assertThat(row(earlier.relation(EARLIER + INTO_SOURCE).matrix(), 2)).isEmpty();
    assertThat(row(earlier.relation(EARLIER + OUT_OF_TARGET).matrix(), 2)).containsExactly(1);
  }

  @Example
  void relationsAreNamed() {
    assertThat(Adjacency.ofLinks(4, SMALL.sources(), SMALL.targets()).relations())
        .containsExactly(SAME_SOURCE, SAME_TARGET, INTO_SOURCE, OUT_OF_TARGET, RECIPROCAL);
    assertThat(whole(SMALL, 2).relations()).hasSize(7).endsWith(AROUND_AT_TARGET);
    assertThatThrownBy(() -> whole(SMALL, 2).relation("cousins"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cousins")
        .hasMessageContaining(SAME_SOURCE);
  }

  @Example
  void eachLinkNeedsATime() {
    assertThatThrownBy(
            () -> Adjacency.ofLinks(4, SMALL.sources(), SMALL.targets(), new double[2], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("each of the 6 links needs a time, got 2");
  }

  @Example
  void aHubOfAHundredThousandLinksIsNotWrittenOut() {
    int leaves = 100_000;
    int[] leaf = IntStream.rangeClosed(1, leaves).toArray();
    Adjacency sameSource =
        Adjacency.ofLinks(leaves + 1, new int[leaves], leaf).relation(SAME_SOURCE);
    DenseMatrix in = DenseMatrix.zeros(leaves, 1);
    in.fill(0.1f);
    DenseMatrix out = DenseMatrix.zeros(leaves, 1);
    sameSource.mean().apply(in, out, Workers.of(2));
    assertThat(sameSource.entries()).isEqualTo((long) leaves * (leaves - 1));
    assertThat(out.get(77, 0)).isCloseTo(0.1f, within(1e-6f));
  }
}
