package io.github.gmnn.spark.layout;

/**
 * Finds numbers in an ascending array, of which there are up to millions to be looked up: a table
 * tells where to begin, so that a search looks at a few of them in place of twenty.
 */
public final class Places {
  /** Numbers for an entry of the table, where they are evenly spread. */
  private static final int PER_ENTRY = 4;

  private final int[] sorted;
  private final int first;
  private final int shift;

  /** Where the numbers begin of which the highest bits are the same. */
  private final int[] starts;

  /**
   * @param sorted not negative, ascending, each once
   */
  public Places(int[] sorted) {
    this.sorted = sorted;
    this.first = sorted.length == 0 ? 0 : sorted[0];
    int range = sorted.length == 0 ? 0 : sorted[sorted.length - 1] - first;
    int bits = 0;
    while (range >> bits > sorted.length / PER_ENTRY) {
      bits++;
    }
    this.shift = bits;
    this.starts = new int[(range >> shift) + 2];
    int next = 0;
    for (int entry = 0; entry < starts.length; entry++) {
      while (next < sorted.length && sorted[next] - first >> shift < entry) {
        next++;
      }
      starts[entry] = next;
    }
  }

  /** Returns where a number stands; -1 if it is not there. */
  public int of(int number) {
    int entry = number - first >> shift;
    if (number < first || entry >= starts.length - 1) {
      return -1;
    }
    int low = starts[entry];
    int high = starts[entry + 1] - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      if (sorted[middle] < number) {
        low = middle + 1;
      } else if (sorted[middle] > number) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -1;
  }
}
