package io.github.gmnn.spark.block;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Own rows of a part that a block has, as targets or in its halo, by their hops from the targets: a
 * target has the highest level, what is one hop away the one below; of level 1 are the ends of the
 * receptive field, whose own neighbours are not seen.
 *
 * @param rows ascending
 * @param levels the level of each
 */
record HopLevels(int[] rows, byte[] levels) implements Serializable {
  static HopLevels none() {
    return new HopLevels(new int[0], new byte[0]);
  }

  boolean has(int row) {
    return Arrays.binarySearch(rows, row) >= 0;
  }

  /** These and some more rows. */
  HopLevels with(int[] added, byte level) {
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
    return new HopLevels(allRows, allLevels);
  }
}
