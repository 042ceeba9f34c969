package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;

/**
 * Random walks along the edges of a graph, a step as likely as its edge weighs. A step costs
 * O(log(neighbours)), or O(1) where all edges weigh the same.
 */
final class RandomWalks {
  private final CsrMatrix edges;
  private final double[] weightUpTo;

  /**
   * @param adjacency what each node receives from each other, as graphs hold it
   */
  RandomWalks(CsrMatrix adjacency) {
    this.edges = adjacency.transpose();
    this.weightUpTo = isUniform(edges) ? null : new double[edges.nonZeros()];
    if (weightUpTo != null) {
      for (int node = 0; node < edges.rows(); node++) {
        double sum = 0;
        for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
          sum += edges.value(e);
          weightUpTo[e] = sum;
        }
      }
    }
  }

  private static boolean isUniform(CsrMatrix edges) {
    for (int e = 1; e < edges.nonZeros(); e++) {
      if (edges.value(e) != edges.value(0)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Walks until the walk is full or no edge leads on.
   *
   * @param start where it starts
   * @param walk the nodes it comes to, from {@code from} on
   * @param length the most nodes
   * @param random the randomness
   * @return how many nodes it has
   */
  int walk(int start, int[] walk, int from, int length, RandomStream random) {
    int node = start;
    walk[from] = node;
    for (int i = 1; i < length; i++) {
      int first = edges.rowStart(node);
      int end = edges.rowEnd(node);
      if (first == end) {
        return i;
      }
      node = edges.columnIndex(step(first, end, random));
      walk[from + i] = node;
    }
    return length;
  }

  private int step(int first, int end, RandomStream random) {
    if (weightUpTo == null) {
      return first + random.nextInt(end - first);
    }
    double drawn = random.nextDouble() * weightUpTo[end - 1];
    int found = Arrays.binarySearch(weightUpTo, first, end, drawn);
    // An exact hit belongs to the next edge: the interval of an edge ends before its sum.
    return Math.min(end - 1, found >= 0 ? found + 1 : -found - 1);
  }

  /** Returns the weight of the edges to each node: about how often walks come by. */
  double[] visits() {
    double[] visits = new double[edges.columns()];
    for (int e = 0; e < edges.nonZeros(); e++) {
      visits[edges.columnIndex(e)] += edges.value(e);
    }
    return visits;
  }
}
