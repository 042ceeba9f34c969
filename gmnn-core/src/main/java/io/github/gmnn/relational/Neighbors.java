package io.github.gmnn.relational;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * The pairs of linked nodes, each from both ends: two nodes are linked if an edge leads either way.
 * Weights are left out. Made in time linear in nodes and edges.
 *
 * @param starts where each node's neighbours start; one more than there are nodes
 * @param nodes the neighbours of each node, ascending
 * @param mirrored for each entry (u, v) the index of the entry (v, u)
 */
record Neighbors(int[] starts, int[] nodes, int[] mirrored) {
  /** Returns the pairs of an adjacency. */
  static Neighbors of(CsrMatrix adjacency) {
    CsrMatrix transposed = adjacency.transpose();
    int count = adjacency.rows();
    int[] starts = new int[count + 1];
    int[] nodes = new int[transposed == adjacency ? adjacency.nonZeros() : capacity(adjacency)];
    int next = 0;
    for (int u = 0; u < count; u++) {
      int a = adjacency.rowStart(u);
      int b = transposed.rowStart(u);
      while (a < adjacency.rowEnd(u) || b < transposed.rowEnd(u)) {
        int fromA = a < adjacency.rowEnd(u) ? adjacency.columnIndex(a) : count;
        int fromB = b < transposed.rowEnd(u) ? transposed.columnIndex(b) : count;
        nodes[next++] = Math.min(fromA, fromB);
        a += fromA <= fromB ? 1 : 0;
        b += fromB <= fromA ? 1 : 0;
      }
      starts[u + 1] = next;
    }
    int[] kept = Arrays.copyOf(nodes, next);
    return new Neighbors(starts, kept, mirror(starts, kept));
  }

  private static int capacity(CsrMatrix adjacency) {
    long entries = 2L * adjacency.nonZeros();
    if (entries > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          adjacency
              + " has up to "
              + entries
              + " pairs of neighbours, at most "
              + (Integer.MAX_VALUE - 8)
              + " fit: use fewer edges");
    }
    return (int) entries;
  }

  /** Going through the entries row by row meets those of any one column in that row's order. */
  private static int[] mirror(int[] starts, int[] nodes) {
    int[] next = Arrays.copyOf(starts, starts.length - 1);
    int[] mirrored = new int[nodes.length];
    for (int e = 0; e < nodes.length; e++) {
      mirrored[e] = next[nodes[e]]++;
    }
    return mirrored;
  }

  /** The number of nodes. */
  int count() {
    return starts.length - 1;
  }
}
