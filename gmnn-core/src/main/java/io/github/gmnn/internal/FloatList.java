package io.github.gmnn.internal;

import java.util.Arrays;

/** A growing list of floats. */
public final class FloatList {
  private float[] items = new float[16];
  private int size;

  public void add(float item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, IntList.grown(size));
    }
    items[size++] = item;
  }

  public float get(int index) {
    return items[index];
  }

  /** The list's own array; what lies beyond the items added means nothing. */
  public float[] array() {
    return items;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  public float[] toArray() {
    return Arrays.copyOf(items, size);
  }
}
