package io.github.gmnn.internal;

/** Search in ascending numbers: column indices of a sparse row, row pointers, times. */
public final class Sorted {
  private Sorted() {}

  /**
   * Returns the first index in {@code first..last-1} whose value is not below {@code value}, or
   * {@code last} if there is none.
   *
   * @param values ascending within {@code first..last-1}
   */
  public static int firstAtOrAfter(int[] values, int first, int last, int value) {
    int low = first;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the same of doubles. */
  public static int firstAtOrAfter(double[] values, int first, int last, double value) {
    int low = first;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
