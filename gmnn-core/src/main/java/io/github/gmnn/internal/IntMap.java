package io.github.gmnn.internal;

import java.util.Arrays;

/** A map from numbers that are not negative to numbers, without objects. Not thread-safe. */
public final class IntMap {
  private static final int FREE = -1;

  private int[] keys = new int[64];
  private int[] values = new int[64];
  private int size;

  /** Makes a map without keys. */
  public IntMap() {
    Arrays.fill(keys, FREE);
  }

  private static int slot(int key, int length) {
    return (key * 0x9E3779B9 >>> 7) & length - 1;
  }

  private int find(int key) {
    int slot = slot(key, keys.length);
    while (keys[slot] != key && keys[slot] != FREE) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  /** Returns the value of a key, or -1 if it has none. */
  public int get(int key) {
    int slot = find(key);
    return keys[slot] == FREE ? -1 : values[slot];
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }

  /**
   * Gives a key a value.
   *
   * @param key not negative
   * @param value the value
   * @return whether the key had none
   */
  public boolean put(int key, int value) {
    int slot = find(key);
    boolean added = keys[slot] == FREE;
    keys[slot] = key;
    values[slot] = value;
    if (added && ++size > keys.length / 2) {
      grow();
    }
    return added;
  }

  private void grow() {
    int[] oldKeys = keys;
    int[] oldValues = values;
    keys = new int[2 * oldKeys.length];
    values = new int[keys.length];
    Arrays.fill(keys, FREE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != FREE) {
        int slot = find(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
