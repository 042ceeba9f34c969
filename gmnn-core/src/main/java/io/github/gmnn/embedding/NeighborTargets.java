package io.github.gmnn.embedding;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * Which nodes a node is to predict: itself and those within a number of steps, as the sparse rows
 * of a matrix of ones.
 *
 * <p>A node has at most a given number of targets. Nearer ones go first; of the first step that
 * does not fit as a whole, as many as fit are drawn at random. The walk over a neighbourhood is
 * bounded too, so that hubs cost no more than {@value #SCAN_FACTOR} times the targets they may
 * give.
 */
final class NeighborTargets {
  private static final int SCAN_FACTOR = 16;

  private final CsrMatrix adjacency;
  private final int depth;
  private final int limit;
  private final int[] lastSeenBy;
  private final int[] found;
  private int[] columns;
  private int used;

  private NeighborTargets(CsrMatrix adjacency, int depth, int limit) {
    this.adjacency = adjacency;
    this.depth = depth;
    this.limit = limit;
    this.lastSeenBy = new int[adjacency.rows()];
    Arrays.fill(lastSeenBy, -1);
    this.found = new int[Math.min(adjacency.rows(), (SCAN_FACTOR + 1) * limit)];
    this.columns = new int[adjacency.rows()];
  }

  /**
   * Finds the targets of all nodes, in time O(nodes · limit) at most.
   *
   * @param adjacency the edges
   * @param depth how many steps, 0 or more
   * @param limit how many targets a node has at most, at least 1
   * @param random the randomness of what is left out
   * @return a row per node, with ones at its targets
   */
  static CsrMatrix within(CsrMatrix adjacency, int depth, int limit, RandomStream random) {
    return new NeighborTargets(adjacency, depth, limit).all(random);
  }

  private CsrMatrix all(RandomStream random) {
    int nodes = adjacency.rows();
    int[] pointers = new int[nodes + 1];
    for (int node = 0; node < nodes; node++) {
      int count = search(node, random.derive(node));
      if (columns.length - used < count) {
        columns =
            Arrays.copyOf(
                columns, (int) Math.min(Integer.MAX_VALUE - 8, 2L * columns.length + count));
      }
      if (columns.length - used < count) {
        throw new IllegalArgumentException(
            "the targets of "
                + nodes
                + " nodes exceed "
                + (Integer.MAX_VALUE - 8)
                + ": lower maxTargets("
                + limit
                + ") or depth("
                + depth
                + ")");
      }
      Arrays.sort(found, 0, count);
      System.arraycopy(found, 0, columns, used, count);
      used += count;
      pointers[node + 1] = used;
    }
    return CsrMatrix.ofOnes(nodes, nodes, pointers, columns);
  }

  /** Fills {@link #found} with the targets of a node and returns how many there are. */
  private int search(int node, RandomStream random) {
    lastSeenBy[node] = node;
    found[0] = node;
    int from = 0;
    int count = 1;
    int budget = SCAN_FACTOR * limit;
    for (int step = 0; step < depth && count < limit && from < count; step++) {
      int end = count;
      int offset = random.nextInt(end - from);
      for (int i = 0; i < end - from && budget > 0; i++) {
        int scanned = found[from + (i + offset) % (end - from)];
        int degree = adjacency.rowEnd(scanned) - adjacency.rowStart(scanned);
        int first = degree > budget ? random.nextInt(degree) : 0;
        for (int k = 0; k < degree && budget > 0; k++, budget--) {
          int neighbor = adjacency.columnIndex(adjacency.rowStart(scanned) + (first + k) % degree);
          if (lastSeenBy[neighbor] != node) {
            lastSeenBy[neighbor] = node;
            found[count++] = neighbor;
          }
        }
      }
      for (int i = end; i < limit && count > limit; i++) {
        int drawn = i + random.nextInt(count - i);
        int swapped = found[i];
        found[i] = found[drawn];
        found[drawn] = swapped;
      }
      count = Math.min(count, limit);
      from = end;
    }
    return count;
  }
}
