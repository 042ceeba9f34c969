package io.github.gmnn.internal;

import java.util.Arrays;

/** A growing list of ints; a tenth of what a list of objects takes. */
public final class IntList {
  private int[] items = new int[16];
  private int size;

  public void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, grown(size));
    }
    items[size++] = item;
  }

  public int get(int index) {
    return items[index];
  }

  public int size() {
    return size;
  }

  /** The list's own array; what lies at {@link #size()} and beyond means nothing. */
  public int[] array() {
    return items;
  }

  public void clear() {
    size = 0;
  }

  public int[] toArray() {
    return Arrays.copyOf(items, size);
  }

  /** The distinct items, ascending; the list itself is spent. */
  public int[] distinct() {
    Arrays.sort(items, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || items[i] != items[i - 1]) {
        items[kept++] = items[i];
      }
    }
    return Arrays.copyOf(items, kept);
  }

  /** The next capacity of a full list: half as much again, up to the largest array. */
  public static int grown(int size) {
    return (int) Math.min(Limits.MAX_NON_ZEROS, 16L + size + (size >> 1));
  }
}
