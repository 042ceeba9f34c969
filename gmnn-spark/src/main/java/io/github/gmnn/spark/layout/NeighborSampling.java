package io.github.gmnn.spark.layout;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Samples the neighbours of a node that training sees: all, or those few whose draws are least. The
 * draw of a pair of nodes depends on their numbers and the seed alone, so that it is the same
 * whoever asks.
 *
 * <p>Where edges have types it is so many of each relation: among so many of all relations, rare
 * ones would not be seen at all, and the mean over them would be zero.
 *
 * @param most how many at most; 0 for all
 * @param key names the randomness
 */
public record NeighborSampling(int most, long key) implements Serializable {
  public static NeighborSampling of(int most, long seed) {
    return new NeighborSampling(most, RandomStream.of(seed).derive("neighbours").key());
  }

  /** Uniform among all 64-bit numbers without a sign. */
  private long draw(int node, int neighbor) {
    return RandomStream.mix(
            RandomStream.mix(key + node * RandomStream.GOLDEN) + neighbor * RandomStream.GOLDEN)
        >>> 1;
  }

  /** The same for one relation, which draws for itself. */
  NeighborSampling of(int relation) {
    return relation == EdgeChunk.GRAPH
        ? this
        : new NeighborSampling(most, RandomStream.mix(key + (relation + 1L) * RandomStream.GOLDEN));
  }

  /** Whether a neighbour of a split node may be among the kept; few more than are kept may. */
  boolean mayKeep(int node, int neighbor, long degree) {
    double expected = most + 6 * Math.sqrt(most) + 16;
    return draw(node, neighbor) < expected / degree * Long.MAX_VALUE;
  }

  /** The edges of an own row that training sees, ascending. */
  public int[] kept(Part part, int row) {
    return kept(part.numberOf(row), part.firstEdge(row), part.endOfEdges(row), part::neighbor);
  }

  /** The entries of an own row along relations that training sees, ascending. */
  public int[] keptOfRelations(Part part, int row) {
    RelationRows rows = part.typedEdges().rows();
    int end = rows.pointers()[row + 1];
    IntList all = new IntList();
    int last;
    for (int e = rows.pointers()[row]; e < end; e = last) {
      last = rows.endOfRelation(e, end);
      NeighborSampling ofRelation = of(rows.relations()[e]);
      for (int kept : ofRelation.kept(part.numberOf(row), e, last, i -> rows.senders()[i])) {
        all.add(kept);
      }
    }
    return all.toArray();
  }

  /**
   * The edges with numbers of an own row that training sees, ascending. Each of several parallel
   * edges draws for itself.
   *
   * @param way that messages travel
   */
  public int[] keptOfEdges(Part part, int row, int way) {
    PartEdges edges = part.numberedEdges();
    int[] pointers = edges.edges(way).pointers();
    NeighborSampling ofWay =
        new NeighborSampling(most, RandomStream.mix(key - (way + 1L) * RandomStream.GOLDEN));
    int node = part.numberOf(row);
    int[] again = {0};
    return kept(
        pointers[row],
        pointers[row + 1],
        e -> {
          boolean parallel = e > pointers[row] && edges.other(way, e) == edges.other(way, e - 1);
          again[0] = parallel ? again[0] + 1 : 0;
          long draw = ofWay.draw(node, edges.other(way, e));
          return RandomStream.mix(draw + again[0] * RandomStream.GOLDEN) >>> 1;
        });
  }

  private int[] kept(int node, int from, int to, IntUnaryOperator neighbor) {
    return kept(from, to, e -> draw(node, neighbor.applyAsInt(e)));
  }

  private int[] kept(int from, int to, IntToLongFunction draw) {
    int count = to - from;
    if (most == 0 || count <= most) {
      int[] edges = new int[count];
      Arrays.setAll(edges, i -> from + i);
      return edges;
    }
    long[] draws = new long[count];
    for (int i = 0; i < count; i++) {
      draws[i] = draw.applyAsLong(from + i);
    }
    long[] sorted = draws.clone();
    Arrays.sort(sorted);
    int[] kept = new int[most];
    int next = 0;
    for (int i = 0; i < count && next < most; i++) {
      if (draws[i] < sorted[most]) {
        kept[next++] = from + i;
      }
    }
    return Arrays.copyOf(kept, next);
  }
}
