package io.github.gmnn.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Own rows of a part that a block has, and how far from its targets they are: a target has the
 * highest level, what is one hop away the one below; of level 1 is what is only looked at.
 *
 * @param rows ascending
 * @param levels the level of each
 */
record Levels(int[] rows, byte[] levels) implements Serializable {
  static Levels none() {
    return new Levels(new int[0], new byte[0]);
  }

  boolean has(int row) {
    return Arrays.binarySearch(rows, row) >= 0;
  }

  /** These and some more rows. */
  Levels with(int[] added, byte level) {
    if (added.length == 0) {
      return this;
    }
    int[] allRows = new int[rows.length + added.length];
    byte[] allLevels = new byte[allRows.length];
    int old = 0;
    int fresh = 0;
    for (int i = 0; i < allRows.length; i++) {
      boolean takeOld = fresh == added.length || old < rows.length && rows[old] < added[fresh];
      allRows[i] = takeOld ? rows[old] : added[fresh];
      allLevels[i] = takeOld ? levels[old++] : level;
      fresh += takeOld ? 0 : 1;
    }
    return new Levels(allRows, allLevels);
  }
}
