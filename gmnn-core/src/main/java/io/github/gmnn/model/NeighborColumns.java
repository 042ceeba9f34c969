package io.github.gmnn.model;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a graph with a column for each node of the training graph: neighbours that were not
 * there in training have none, so that a new node is told by whom of the known ones it is joined
 * to.
 */
final class NeighborColumns {
  private NeighborColumns() {}

  static CsrMatrix of(Graph<?> graph, NodeIndex<?> known) {
    CsrMatrix edges = graph.adjacency().matrix();
    int[] columns = columns(graph, known);
    if (columns == null) {
      return edges;
    }
    int[] pointers = new int[edges.rows() + 1];
    int[] indices = new int[edges.nonZeros()];
    float[] values = new float[edges.nonZeros()];
    int next = 0;
    long[] row = new long[0];
    for (int node = 0; node < edges.rows(); node++) {
      int degree = edges.rowEnd(node) - edges.rowStart(node);
      row = row.length < degree ? new long[degree] : row;
      int found = 0;
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        int column = columns[edges.columnIndex(e)];
        if (column >= 0) { // the column above, the entry below: sorted by column
          row[found++] = (long) column << 32 | e;
        }
      }
      Arrays.sort(row, 0, found);
      for (int i = 0; i < found; i++) {
        indices[next] = (int) (row[i] >> 32);
        values[next++] = edges.value((int) row[i]);
      }
      pointers[node + 1] = next;
    }
    return CsrMatrix.of(
        edges.rows(),
        known.size(),
        pointers,
        Arrays.copyOf(indices, next),
        Arrays.copyOf(values, next));
  }

  /** The column of each node, -1 for none; null if every node has that of its own number. */
  private static int @Nullable [] columns(Graph<?> graph, NodeIndex<?> known) {
    int[] columns = new int[graph.nodeCount()];
    boolean same = graph.nodeCount() == known.size();
    for (int node = 0; node < columns.length; node++) {
      columns[node] = known.find(graph.key(node));
      same &= columns[node] == node;
    }
    return same ? null : columns;
  }
}
