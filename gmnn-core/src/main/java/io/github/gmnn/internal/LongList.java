package io.github.gmnn.internal;

import java.util.Arrays;

/** A growing list of longs. */
public final class LongList {
  private long[] items = new long[16];
  private int size;

  public void add(long item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, IntList.grown(size));
    }
    items[size++] = item;
  }

  public int size() {
    return size;
  }

  /** The list's own array; what lies beyond the items added means nothing. */
  public long[] array() {
    return items;
  }
}
