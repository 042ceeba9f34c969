package io.github.gmnn.spark;

import io.github.gmnn.compute.RandomStream;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Which neighbours of a node training sees: all, or those few whose draws are least. The draw of a
 * pair of nodes depends on their numbers and the seed alone, so that it is the same whoever asks.
 *
 * @param most how many at most; 0 for all
 * @param key names the randomness
 */
record Neighbours(int most, long key) implements Serializable {
  static Neighbours of(int most, long seed) {
    return new Neighbours(most, RandomStream.of(seed).derive("neighbours").key());
  }

  /** Uniform among all 64-bit numbers without a sign. */
  private long draw(int node, int neighbour) {
    return RandomStream.mix(
            RandomStream.mix(key + node * RandomStream.GOLDEN) + neighbour * RandomStream.GOLDEN)
        >>> 1;
  }

  /** Whether a neighbour of a split node may be among the kept; few more than are kept may. */
  boolean mayKeep(int node, int neighbour, long degree) {
    double expected = most + 6 * Math.sqrt(most) + 16;
    return draw(node, neighbour) < expected / degree * Long.MAX_VALUE;
  }

  /** The edges of an own row that training sees, ascending. */
  int[] kept(Part part, int row) {
    int from = part.firstEdge(row);
    int count = part.endOfEdges(row) - from;
    int[] edges = new int[count];
    Arrays.setAll(edges, i -> from + i);
    if (most == 0 || count <= most) {
      return edges;
    }
    int node = part.numberOf(row);
    long[] draws = new long[count];
    for (int i = 0; i < count; i++) {
      draws[i] = draw(node, part.neighbour(from + i));
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
