package io.github.gmnn.cli.label;

import io.github.gmnn.advice.LabelAdvisor;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which nodes to label as long as no vectors of them are known: those with the most neighbours, no
 * two of them neighbours of each other as long as there are others. Costs a walk over the edges.
 */
final class FirstCards {
  private final Graph<String> graph;
  private final CsrMatrix edges;
  private final int[] byDegree;

  FirstCards(Graph<String> graph) {
    this.graph = graph;
    this.edges = graph.adjacency().matrix();
    this.byDegree =
        IntStream.range(0, graph.nodeCount())
            .boxed()
            .sorted(Comparator.comparingInt(node -> -degree(node))) // stable
            .mapToInt(node -> node)
            .toArray();
  }

  private int degree(int node) {
    return edges.rowEnd(node) - edges.rowStart(node);
  }

  /**
   * The nodes to label next.
   *
   * @param labelled nodes that have a label
   * @param skipped nodes that are not wanted now
   * @param count how many at most
   */
  List<LabelAdvisor.Advice<String>> next(
      Collection<String> labelled, Collection<String> skipped, int count) {
    BitSet taken = new BitSet();
    BitSet near = new BitSet();
    labelled.forEach(node -> take(graph.indexOf(node), taken, near));
    skipped.forEach(node -> taken.set(graph.indexOf(node)));
    List<LabelAdvisor.Advice<String>> chosen = new ArrayList<>();
    for (boolean crowded : new boolean[] {false, true}) {
      for (int node : byDegree) {
        if (chosen.size() < count && !taken.get(node) && (crowded || !near.get(node))) {
          take(node, taken, near);
          chosen.add(
              new LabelAdvisor.Advice<>(graph.key(node), degree(node), "has many neighbours"));
        }
      }
    }
    return chosen;
  }

  private void take(int node, BitSet taken, BitSet near) {
    taken.set(node);
    for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
      near.set(edges.columnIndex(e));
    }
  }
}
