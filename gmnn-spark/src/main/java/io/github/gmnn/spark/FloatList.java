package io.github.gmnn.spark;

import java.util.Arrays;

/** Floats that are still being counted. */
final class FloatList {
  private float[] values = new float[16];
  private int size;

  void add(float value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, size >> 1));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  float[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
