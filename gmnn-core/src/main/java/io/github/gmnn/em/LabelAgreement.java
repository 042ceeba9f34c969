package io.github.gmnn.em;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How far the labels of neighbours agree: over all edges between labelled nodes, those held for
 * validation included, the share that joins equal labels, adjusted for chance (Platonov et al.
 * 2023). 0 is what labels dealt at random would have, 1 is full agreement. Edges that are not
 * written out, those of line graphs, are not looked at.
 *
 * @param edges how many edges were seen; without direction, each from both ends
 * @param adjusted the agreement; 0 if there is nothing to go by
 */
public record LabelAgreement(long edges, double adjusted) {
  /** Fewer edges say nothing. */
  private static final int FEWEST_EDGES = 20;

  private static final double ALIKE = 0.2;

  /** Returns the agreement of a graph. */
  public static LabelAgreement of(Graph<?> graph) {
    if (!(graph.adjacency().normalized() instanceof CsrMatrix)) {
      return new LabelAgreement(0, 0);
    }
    CsrMatrix matrix = graph.adjacency().matrix();
    int[] labels = new int[graph.nodeCount()];
    Arrays.fill(labels, -1);
    IntStream.concat(IntStream.of(graph.trainingNodes()), IntStream.of(graph.validationNodes()))
        .forEach(node -> labels[node] = graph.label(node));
    long[] ends = new long[graph.classes().size()];
    long equal = 0;
    for (int node = 0; node < labels.length; node++) {
      for (int e = matrix.rowStart(node); labels[node] >= 0 && e < matrix.rowEnd(node); e++) {
        int other = labels[matrix.columnIndex(e)];
        if (other >= 0) {
          equal += other == labels[node] ? 1 : 0;
          ends[other]++;
          ends[labels[node]]++;
        }
      }
    }
    return of(equal, ends, graph.isDirected());
  }

  /**
   * Returns the agreement of edges that were counted.
   *
   * @param equal how many entries of the adjacency join equal labels
   * @param ends by class: how many ends of entries between labelled nodes have it
   * @param directed whether an edge is one entry, and not one from each end
   */
  public static LabelAgreement of(long equal, long[] ends, boolean directed) {
    long seen = LongStream.of(ends).sum() / 2;
    double byChance = 0;
    for (long ofClass : ends) {
      double share = ofClass / Math.max(1.0, 2.0 * seen);
      byChance += share * share;
    }
    boolean oneClass = byChance >= 1;
    double adjusted =
        seen == 0 || oneClass ? 0 : ((double) equal / seen - byChance) / (1 - byChance);
    return new LabelAgreement(seen / (directed ? 1 : 2), adjusted);
  }

  /** Returns whether there are enough edges to tell. */
  boolean isKnown() {
    return edges >= FEWEST_EDGES;
  }

  /** Returns whether neighbours are known to be alike. */
  boolean isHigh() {
    return isKnown() && adjusted >= ALIKE;
  }
}
