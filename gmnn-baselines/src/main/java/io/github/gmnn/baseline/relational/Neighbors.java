package io.github.gmnn.baseline.relational;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pairs of linked nodes, each from both ends, and by which relations they are linked. Two nodes
 * are one pair, however many edges join them: several factors between two nodes would be a loop, on
 * which belief propagation is not exact. Weights are left out. Made in time linear in nodes and
 * edges but for sorting each row.
 *
 * @param starts where each node's neighbours start; one more than there are nodes
 * @param nodes the neighbours of each node, ascending
 * @param mirrored for each entry (u, v) the index of the entry (v, u)
 * @param ways for each entry by which relations u is linked to v, as an index of {@code relations}
 * @param relations sets of relations, each ascending
 */
record Neighbors(int[] starts, int[] nodes, int[] mirrored, int[] ways, int[][] relations) {
  /**
   * Returns the pairs of some relations. A relation without direction links two nodes if an edge
   * leads either way.
   */
  static Neighbors of(List<Relation> relations) {
    List<CsrMatrix> matrices = new ArrayList<>();
    List<Integer> ofMatrices = new ArrayList<>();
    for (int r = 0; r < relations.size(); r++) {
      CsrMatrix matrix = relations.get(r).matrix();
      matrices.add(matrix);
      ofMatrices.add(r);
      if (!relations.get(r).directed() && matrix.transpose() != matrix) {
        matrices.add(matrix.transpose());
        ofMatrices.add(r);
      }
    }
    int count = matrices.get(0).rows();
    int[] starts = new int[count + 1];
    int[] nodes = new int[capacity(matrices)];
    int[] ways = new int[nodes.length];
    Ways known = new Ways(relations.size());
    long[] row = new long[64];
    int next = 0;
    for (int u = 0; u < count; u++) {
      int length = 0;
      for (int m = 0; m < matrices.size(); m++) {
        CsrMatrix matrix = matrices.get(m);
        for (int e = matrix.rowStart(u); e < matrix.rowEnd(u); e++) {
          row = length == row.length ? Arrays.copyOf(row, 2 * length) : row;
          row[length++] = (long) matrix.columnIndex(e) << Integer.SIZE | ofMatrices.get(m);
        }
      }
      Arrays.sort(row, 0, length);
      int end;
      for (int i = 0; i < length; i = end) {
        end = i + 1;
        while (end < length && row[end] >>> Integer.SIZE == row[i] >>> Integer.SIZE) {
          end++;
        }
        nodes[next] = (int) (row[i] >>> Integer.SIZE);
        ways[next++] = known.of(row, i, end);
      }
      starts[u + 1] = next;
    }
    int[] kept = Arrays.copyOf(nodes, next);
    return new Neighbors(
        starts, kept, mirror(starts, kept), Arrays.copyOf(ways, next), known.relations());
  }

  /** The sets of relations that occur: most pairs have one of few. */
  private static final class Ways {
    private final List<int[]> sets = new ArrayList<>();
    private final int[] single;
    private final Map<List<Integer>, Integer> several = new HashMap<>();

    Ways(int relations) {
      single = new int[relations];
      Arrays.fill(single, -1);
    }

    /** Returns the number of the set of the relations in the low halves of some numbers. */
    int of(long[] row, int from, int to) {
      if (row[from] == row[to - 1]) { // all the same
        int relation = (int) row[from];
        single[relation] = single[relation] < 0 ? add(relation) : single[relation];
        return single[relation];
      }
      int[] set = Arrays.stream(row, from, to).mapToInt(r -> (int) r).distinct().toArray();
      return several.computeIfAbsent(Arrays.stream(set).boxed().toList(), key -> add(set));
    }

    private int add(int... set) {
      sets.add(set);
      return sets.size() - 1;
    }

    int[][] relations() {
      return sets.toArray(int[][]::new);
    }
  }

  private static int capacity(List<CsrMatrix> matrices) {
    long entries = matrices.stream().mapToLong(CsrMatrix::nonZeros).sum();
    if (entries > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "the graph has up to "
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
