package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a list of edges into rows of neighbours, by counting; linear but for sorting each row. */
public final class AdjacencyBuilder {
  private static final Logger LOG = LoggerFactory.getLogger(AdjacencyBuilder.class);

  private AdjacencyBuilder() {}

  /**
   * Builds the adjacency by the rules stated at {@link Graph}.
   *
   * @param nodes number of nodes
   * @param count how many edges of the arrays count
   * @param sources where edges start, in 0..nodes-1
   * @param targets where edges end, in 0..nodes-1
   * @param weights positive, finite weights; null for 1 each
   * @param directed whether only the target receives
   */
  public static Adjacency build(
      int nodes,
      int count,
      int[] sources,
      int[] targets,
      float @Nullable [] weights,
      boolean directed) {
    Limits.checkNonZeros(directed ? count : 2L * count, count + " edges");
    int[] pointers = new int[nodes + 1];
    int loops = 0;
    for (int e = 0; e < count; e++) {
      int u = sources[e];
      int v = targets[e];
      if (u == v) {
        loops++;
        continue;
      }
      pointers[v + 1]++;
      if (!directed) {
        pointers[u + 1]++;
      }
    }
    for (int u = 0; u < nodes; u++) {
      pointers[u + 1] += pointers[u];
    }
    int[] columns = new int[pointers[nodes]];
    float[] values = new float[columns.length];
    int[] next = Arrays.copyOf(pointers, nodes);
    for (int e = 0; e < count; e++) {
      int u = sources[e];
      int v = targets[e];
      if (u == v) {
        continue;
      }
      float weight = weights == null ? 1f : weights[e];
      int slot = next[v]++;
      columns[slot] = u;
      values[slot] = weight;
      if (!directed) {
        slot = next[u]++;
        columns[slot] = v;
        values[slot] = weight;
      }
    }
    int kept = sortRows(nodes, pointers, columns, values);
    if (LOG.isDebugEnabled()) {
      int duplicates = columns.length - kept;
      LOG.debug(
          "{} nodes, {} edges given: {} self-loops ignored, {} duplicates merged",
          nodes,
          count,
          loops,
          directed ? duplicates : duplicates / 2);
    }
    if (kept < columns.length) {
      columns = Arrays.copyOf(columns, kept);
      values = Arrays.copyOf(values, kept);
    }
    return Adjacency.of(CsrMatrix.of(nodes, nodes, pointers, columns, values));
  }

  /** Sorts each row by column, keeps the largest of equal columns' values, and closes the gaps. */
  public static int sortRows(int nodes, int[] pointers, int[] columns, float[] values) {
    int widest = 0;
    for (int u = 0; u < nodes; u++) {
      widest = Math.max(widest, pointers[u + 1] - pointers[u]);
    }
    // The bits of positive floats ascend with their values: one sort orders columns, then weights.
    long[] row = new long[widest];
    int kept = 0;
    int start = 0;
    for (int u = 0; u < nodes; u++) {
      int length = pointers[u + 1] - start;
      for (int i = 0; i < length; i++) {
        row[i] = (long) columns[start + i] << 32 | Float.floatToRawIntBits(values[start + i]);
      }
      Arrays.sort(row, 0, length);
      start = pointers[u + 1];
      for (int i = 0; i < length; i++) {
        int column = (int) (row[i] >>> 32);
        if (i + 1 == length || (int) (row[i + 1] >>> 32) != column) {
          columns[kept] = column;
          values[kept++] = Float.intBitsToFloat((int) row[i]);
        }
      }
      pointers[u + 1] = kept;
    }
    return kept;
  }
}
