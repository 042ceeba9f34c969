package io.github.gmnn.internal;

/** What fits into one array, checked before anything is allocated. */
public final class Limits {
  /** The largest array that every JVM allocates. */
  public static final int MAX_NON_ZEROS = Integer.MAX_VALUE - 8;

  private Limits() {}

  /**
   * Checks that so many entries fit into a compressed-row matrix.
   *
   * @param count how many entries are needed
   * @param what what they are, for the message
   * @return {@code count}
   */
  public static int checkNonZeros(long count, String what) {
    if (count > MAX_NON_ZEROS) {
      throw new IllegalArgumentException(
          what
              + " need "
              + count
              + " non-zeros, more than the "
              + MAX_NON_ZEROS
              + " that a sparse matrix holds; use fewer, or split the graph");
    }
    return (int) count;
  }
}
