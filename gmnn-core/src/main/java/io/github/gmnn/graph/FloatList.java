package io.github.gmnn.graph;

import java.util.Arrays;

/** A growing list of floats. */
final class FloatList {
  private float[] items = new float[16];
  private int size;

  void add(float item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, IntList.grown(size));
    }
    items[size++] = item;
  }

  float get(int index) {
    return items[index];
  }

  /** The list's own array; what lies beyond the items added means nothing. */
  float[] array() {
    return items;
  }
}
