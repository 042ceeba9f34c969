package io.github.gmnn.em;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.BitSet;

/**
 * The edges between the training nodes of a graph, which tell whether neighbours are alike. Edges
 * that are not written out, those of line graphs, are not looked at.
 *
 * @param seen how many there are
 * @param differing how many of them join different labels
 */
record LabelledEdges(long seen, long differing) {
  /** Fewer edges say nothing. */
  private static final int FEWEST_EDGES = 10;

  static LabelledEdges of(Graph<?> graph) {
    if (!(graph.adjacency().normalized() instanceof CsrMatrix)) {
      return new LabelledEdges(0, 0);
    }
    CsrMatrix edges = graph.adjacency().matrix();
    BitSet training = new BitSet();
    for (int node : graph.trainingNodes()) {
      training.set(node);
    }
    long seen = 0;
    long differing = 0;
    for (int node : graph.trainingNodes()) {
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        int other = edges.columnIndex(e);
        if (training.get(other)) {
          seen++;
          differing += graph.label(node) != graph.label(other) ? 1 : 0;
        }
      }
    }
    int ends = graph.isDirected() ? 1 : 2; // without a direction, each was seen from both ends
    return new LabelledEdges(seen / ends, differing / ends);
  }

  /** Returns whether more than half of them join different labels, and they are enough to tell. */
  boolean mostDiffer() {
    return seen >= FEWEST_EDGES && 2 * differing > seen;
  }
}
