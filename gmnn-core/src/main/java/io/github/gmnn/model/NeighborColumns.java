package io.github.gmnn.model;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.sparse.CsrMatrix;
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
    return columns == null ? edges : edges.withColumns(columns, known.size());
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
