package io.github.gmnn.compute;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a matrix: those that a pass over a graph has to compute. A step that trains on a few
 * labelled nodes, or an evaluation of the validation nodes, need the rows around them alone.
 *
 * <p>Rows are kept as ascending ranges. A set that would save nothing, because it has nearly all
 * rows or too many gaps, becomes the set of all rows. Immutable and thread-safe.
 */
public final class RowSet {
  /** Long ranges are cut, so that threads can share them. */
  private static final int LONGEST_RANGE = 1024;

  /** What starting on a range costs a loop over rows, in rows. */
  private static final int RANGE_COST = 1;

  private final int count;
  private final int size;
  private final int[] from;
  private final int[] to;

  private RowSet(int count, int size, int[] from, int[] to) {
    this.count = count;
    this.size = size;
    this.from = from;
    this.to = to;
  }

  /** Returns the set of all rows of a matrix that has {@code count}. */
  public static RowSet all(int count) {
    return new RowSet(count, count, new int[] {0}, new int[] {count});
  }

  /**
   * Returns a set of rows, or of all rows if it would save nothing.
   *
   * @param count how many rows the matrix has
   * @param rows indices in any order
   * @return a set that holds at least {@code rows}
   * @throws IndexOutOfBoundsException if an index is not in {@code 0..count-1}
   */
  public static RowSet of(int count, int[] rows) {
    BitSet members = new BitSet(count);
    for (int row : rows) {
      if (row < 0 || row >= count) {
        throw new IndexOutOfBoundsException("row " + row + " is not in 0.." + (count - 1));
      }
      members.set(row);
    }
    return of(count, members);
  }

  /**
   * Returns a set of rows, or of all rows if it would save nothing.
   *
   * @param count how many rows the matrix has
   * @param members the rows, all below {@code count}; not kept
   * @return a set that holds at least {@code members}
   * @throws IndexOutOfBoundsException if a row is not in {@code 0..count-1}
   */
  public static RowSet of(int count, BitSet members) {
    if (members.length() > count) {
      throw new IndexOutOfBoundsException(
          "row " + (members.length() - 1) + " is not in 0.." + (count - 1));
    }
    int size = members.cardinality();
    int[] from = new int[16];
    int[] to = new int[16];
    int ranges = 0;
    int row = members.nextSetBit(0);
    while (row >= 0) {
      if (size + RANGE_COST * (ranges + 1L) >= count) {
        return all(count);
      }
      if (ranges == from.length) {
        from = Arrays.copyOf(from, 2 * ranges);
        to = Arrays.copyOf(to, 2 * ranges);
      }
      from[ranges] = row;
      to[ranges] = Math.min(members.nextClearBit(row), row + LONGEST_RANGE);
      row = members.nextSetBit(to[ranges++]);
    }
    return new RowSet(count, size, Arrays.copyOf(from, ranges), Arrays.copyOf(to, ranges));
  }

  /** Returns how many rows the matrix has. */
  public int count() {
    return count;
  }

  /** Returns how many rows are in the set. */
  public int size() {
    return size;
  }

  /** Returns whether all rows are in the set. */
  public boolean isAll() {
    return size == count;
  }

  /** Returns the first row in the set; 0 if it is empty. */
  int first() {
    return from.length == 0 ? 0 : from[0];
  }

  /** Returns one past the last row in the set; 0 if it is empty. */
  int end() {
    return to.length == 0 ? 0 : to[to.length - 1];
  }

  int ranges() {
    return from.length;
  }

  /** Runs {@code body} on the ranges {@code first..last-1}. */
  void forRanges(int first, int last, Workers.RowRange body) {
    for (int i = first; i < last; i++) {
      body.run(from[i], to[i]);
    }
  }

  /**
   * Runs {@code body} on what the set has of the rows {@code first..last-1}: on one range after
   * another, in ascending order.
   *
   * @param first the first row looked at
   * @param last one past the last
   * @param body the loop
   */
  public void within(int first, int last, Workers.RowRange body) {
    int found = Arrays.binarySearch(to, first + 1);
    for (int i = found < 0 ? -found - 1 : found; i < from.length && from[i] < last; i++) {
      body.run(Math.max(first, from[i]), Math.min(last, to[i]));
    }
  }

  /**
   * Returns the rows that are in this set or in another one of a matrix with as many rows, or all
   * rows if that would save nothing.
   */
  public RowSet with(RowSet other) {
    BitSet members = new BitSet(count);
    forRanges(0, ranges(), members::set);
    other.forRanges(0, other.ranges(), members::set);
    return of(count, members);
  }

  /** Returns whether both hold the same rows of matrices with as many rows. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof RowSet that
            && count == that.count
            && size == that.size
            && Arrays.equals(from, that.from)
            && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * count + size;
  }

  @Override
  public String toString() {
    return "RowSet(" + size + " of " + count + " rows)";
  }
}
