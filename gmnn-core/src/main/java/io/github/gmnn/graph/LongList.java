package io.github.gmnn.graph;

import java.util.Arrays;

/** A growing list of longs. */
final class LongList {
  private long[] items = new long[16];
  private int size;

  void add(long item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, IntList.grown(size));
    }
    items[size++] = item;
  }

  int size() {
    return size;
  }

  /** The list's own array; what lies beyond the items added means nothing. */
  long[] array() {
    return items;
  }
}
