package io.github.gmnn.internal;

import java.util.Arrays;

/** Puts indices in order without an object for each of them. */
public final class Order {
  private Order() {}

  /** Returns the indices of values from the smallest to the largest; equal ones ascend. */
  public static int[] of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int[] places = new int[values.length];
    Arrays.setAll(places, i -> Sorted.firstAtOrAfter(sorted, 0, sorted.length, values[i]));
    int[] order = new int[values.length];
    int[] taken = new int[values.length];
    for (int i = 0; i < places.length; i++) {
      order[places[i] + taken[places[i]]++] = i;
    }
    return order;
  }

  /**
   * Returns items by group, in their given order within each.
   *
   * @param order items
   * @param group the group of each item, or -1 to leave it out
   * @param starts where each group begins in the result, as {@link #starts} gives it
   */
  public static int[] byGroup(int[] order, int[] group, int[] starts) {
    int[] result = new int[starts[starts.length - 1]];
    int[] next = starts.clone();
    for (int item : order) {
      if (group[item] >= 0) {
        result[next[group[item]]++] = item;
      }
    }
    return result;
  }

  /** Returns how many items are in the groups before each group, and at the end in all. */
  public static int[] starts(int groups, int[] group) {
    int[] starts = new int[groups + 1];
    for (int g : group) {
      if (g >= 0) {
        starts[g + 1]++;
      }
    }
    for (int g = 0; g < groups; g++) {
      starts[g + 1] += starts[g];
    }
    return starts;
  }
}
