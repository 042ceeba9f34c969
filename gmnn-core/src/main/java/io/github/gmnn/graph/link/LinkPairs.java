package io.github.gmnn.graph.link;

import io.github.gmnn.internal.Order;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The nodes that links lead to from each node, ascending, and when the first link led there. */
final class LinkPairs {
  private final int[] starts;
  private final int[] others;
  private final double[] first;

  LinkPairs(int nodes, int[] from, int[] to, double[] times) {
    int[] all = IntStream.range(0, from.length).toArray();
    int[] byEnd = Order.byGroup(all, to, Order.starts(nodes, to));
    int[] ends = Order.starts(nodes, from);
    int[] order = Order.byGroup(byEnd, from, ends);
    starts = new int[nodes + 1];
    int[] distinct = new int[order.length];
    double[] earliest = new double[order.length];
    int next = 0;
    for (int node = 0; node < nodes; node++) {
      for (int i = ends[node]; i < ends[node + 1]; i++) {
        int other = to[order[i]];
        if (next > starts[node] && distinct[next - 1] == other) {
          earliest[next - 1] = Math.min(earliest[next - 1], times[order[i]]);
        } else {
          distinct[next] = other;
          earliest[next++] = times[order[i]];
        }
      }
      starts[node + 1] = next;
    }
    others = Arrays.copyOf(distinct, next);
    first = Arrays.copyOf(earliest, next);
  }

  private int degree(int node) {
    return starts[node + 1] - starts[node];
  }

  /** When the first link led from one node to another; infinity if none does. */
  double first(int from, int to) {
    int place = Arrays.binarySearch(others, starts[from], starts[from + 1], to);
    return place < 0 ? Double.POSITIVE_INFINITY : first[place];
  }

  /**
   * How many nodes other than the two are led to from both before a time. Costs the smaller of the
   * degrees times the logarithm of the larger one.
   *
   * @param node led to by this
   * @param pairs where the other node's are found
   * @param other led to by these
   */
  int common(int node, LinkPairs pairs, int other, double time) {
    if (degree(node) > pairs.degree(other)) {
      return pairs.common(other, this, node, time);
    }
    int count = 0;
    for (int i = starts[node]; i < starts[node + 1]; i++) {
      boolean third = others[i] != node && others[i] != other;
      if (third && first[i] < time && pairs.first(other, others[i]) < time) {
        count++;
      }
    }
    return count;
  }
}
