package io.github.gmnn.graph.link;

import io.github.gmnn.internal.Order;
import io.github.gmnn.internal.Sorted;
import org.jspecify.annotations.Nullable;

/** What happened at each node, in the order of time: links, or moments that links belong to. */
final class LinkTimes {
  private final int[] starts;
  private final double[] times;

  /** Sums of values from a node's first link on, if there are values. */
  private final double[] sums;

  /**
   * Sorts moments by node and time.
   *
   * @param nodes number of nodes
   * @param node the node of each link
   * @param moments the moment of each link; one that is infinite does not count
   * @param values a value of each link, or null
   */
  LinkTimes(int nodes, int[] node, double[] moments, float @Nullable [] values) {
    int[] counted = node.clone();
    for (int link = 0; link < node.length; link++) {
      counted[link] = moments[link] == Double.POSITIVE_INFINITY ? -1 : node[link];
    }
    starts = Order.starts(nodes, counted);
    int[] order = Order.byGroup(Order.of(moments), counted, starts);
    times = new double[order.length];
    sums = new double[values == null ? 0 : order.length];
    for (int n = 0; n < nodes; n++) {
      double sum = 0;
      for (int i = starts[n]; i < starts[n + 1]; i++) {
        times[i] = moments[order[i]];
        if (values != null) {
          sum += values[order[i]];
          sums[i] = sum;
        }
      }
    }
  }

  private int place(int node, double time) {
    return Sorted.firstAtOrAfter(times, starts[node], starts[node + 1], time);
  }

  /** How many there are at a node before a time. */
  int before(int node, double time) {
    return place(node, time) - starts[node];
  }

  /** How many there are at a node in a stretch of time, both ends included. */
  int within(int node, double from, double to) {
    return place(node, Math.nextUp(to)) - place(node, from);
  }

  /** The time of the last one at a node before a time; minus infinity if there is none. */
  double lastBefore(int node, double time) {
    int place = place(node, time);
    return place == starts[node] ? Double.NEGATIVE_INFINITY : times[place - 1];
  }

  /** The time of the first one at a node after a time; infinity if there is none. */
  double firstAfter(int node, double time) {
    int place = place(node, Math.nextUp(time));
    return place == starts[node + 1] ? Double.POSITIVE_INFINITY : times[place];
  }

  /** The time of the first one at a node; infinity if there is none. */
  double first(int node) {
    return starts[node] == starts[node + 1] ? Double.POSITIVE_INFINITY : times[starts[node]];
  }

  /** The time of the last one at a node; minus infinity if there is none. */
  double last(int node) {
    return lastBefore(node, Double.POSITIVE_INFINITY);
  }

  /** The mean of the values at a node before a time; 0 if there are none. */
  double meanBefore(int node, double time) {
    int place = place(node, time);
    return place == starts[node] ? 0 : sums[place - 1] / (place - starts[node]);
  }
}
