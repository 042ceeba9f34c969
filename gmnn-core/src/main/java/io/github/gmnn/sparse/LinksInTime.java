package io.github.gmnn.sparse;

import io.github.gmnn.internal.Order;
import io.github.gmnn.internal.Sorted;
import java.util.Arrays;

/** The links of each group in the order of their times; those of one time in their own order. */
final class LinksInTime {
  /** Whether a link may be joined with another. */
  @FunctionalInterface
  interface IntBinaryPredicate {
    boolean test(int link, int other);
  }

  private final int[] groups;
  private final double[] times;

  /** All links that have a group, by group and time. */
  private final int[] order;

  /** The times in that order. */
  private final double[] sorted;

  /** Where each group begins in the order, and after the last one its end. */
  private final int[] starts;

  /**
   * Sorts links.
   *
   * @param groups the group of each link, or -1
   * @param times the time of each link
   */
  LinksInTime(int[] groups, double[] times) {
    this.groups = groups;
    this.times = times;
    int count = 0;
    for (int group : groups) {
      count = Math.max(count, group + 1);
    }
    starts = Order.starts(count, groups);
    order = Order.byGroup(Order.of(times), groups, starts);
    sorted = new double[order.length];
    Arrays.setAll(sorted, i -> times[order[i]]);
  }

  /** The nearest links of a link's group, so many before it and so many after it. */
  CsrMatrix around(int nearest) {
    int links = times.length;
    int[] pointers = new int[links + 1];
    int[] place = new int[links];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    int[] columns = new int[Math.multiplyExact(2 * nearest, links)];
    int next = 0;
    for (int link = 0; link < links; link++) {
      int from = Math.max(starts[groups[link]], place[link] - nearest);
      int to = Math.min(starts[groups[link] + 1], place[link] + nearest + 1);
      for (int i = from; i < to; i++) {
        if (order[i] != link) {
          columns[next++] = order[i];
        }
      }
      Arrays.sort(columns, pointers[link], next);
      pointers[link + 1] = next;
    }
    return CsrMatrix.ofOnes(links, links, pointers, columns);
  }

  /**
   * The last links of a group before each link's time.
   *
   * @param receives the group that each link receives from, or -1
   * @param last how many at most
   * @param joined which of these are joined
   */
  CsrMatrix before(int[] receives, int last, IntBinaryPredicate joined) {
    int links = times.length;
    int[] pointers = new int[links + 1];
    int[] columns = new int[Math.multiplyExact(last, links)];
    int next = 0;
    for (int link = 0; link < links; link++) {
      int group = receives[link];
      if (group >= 0 && group < starts.length - 1) {
        int end = Sorted.firstAtOrAfter(sorted, starts[group], starts[group + 1], times[link]);
        for (int i = Math.max(starts[group], end - last); i < end; i++) {
          if (joined.test(link, order[i])) {
            columns[next++] = order[i];
          }
        }
      }
      Arrays.sort(columns, pointers[link], next);
      pointers[link + 1] = next;
    }
    return CsrMatrix.ofOnes(links, links, pointers, columns);
  }
}
