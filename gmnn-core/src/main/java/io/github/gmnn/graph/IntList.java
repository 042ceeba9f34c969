package io.github.gmnn.graph;

import java.util.Arrays;

/** A growing list of ints; a tenth of what a list of objects takes. */
final class IntList {
  private int[] items = new int[16];
  private int size;

  void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, grown(size));
    }
    items[size++] = item;
  }

  int get(int index) {
    return items[index];
  }

  int size() {
    return size;
  }

  /** The list's own array; what lies at {@link #size()} and beyond means nothing. */
  int[] array() {
    return items;
  }

  /** The next capacity of a full list: half as much again, up to the largest array. */
  static int grown(int size) {
    return (int) Math.min(Limits.MAX_NON_ZEROS, size + (size >> 1) + 16L);
  }
}
