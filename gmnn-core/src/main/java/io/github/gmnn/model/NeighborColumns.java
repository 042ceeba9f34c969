package io.github.gmnn.model;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.MatrixRows;
import io.github.gmnn.graph.internal.ReceptiveField;
import io.github.gmnn.graph.internal.SparseRow;
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

  /** The same of some nodes. */
  static CsrMatrix of(Graph<?> graph, ReceptiveField nodes, NodeIndex<?> known) {
    MatrixRows received = GraphRows.of(graph).received();
    SparseRow[] rows = new SparseRow[nodes.size()];
    int[] pointers = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      SparseRow row = received.row(nodes.node(i));
      int[] columns = new int[row.length()];
      float[] values = new float[columns.length];
      for (int e = 0; e < columns.length; e++) {
        columns[e] = known.find(graph.key(row.columns()[row.from() + e]));
        values[e] = row.values()[row.from() + e];
      }
      rows[i] = SparseRow.sorted(columns, values);
      pointers[i + 1] = pointers[i] + rows[i].length();
    }
    int[] indices = new int[pointers[rows.length]];
    float[] values = new float[indices.length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i].columns(), 0, indices, pointers[i], rows[i].length());
      System.arraycopy(rows[i].values(), 0, values, pointers[i], rows[i].length());
    }
    return CsrMatrix.of(rows.length, known.size(), pointers, indices, values);
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
