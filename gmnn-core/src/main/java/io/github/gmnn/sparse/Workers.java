package io.github.gmnn.sparse;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * How many threads the loops over a graph may use. Work is split by rows, so that the number of
 * threads never changes a result. Threads are those of the common pool; the caller's own thread
 * takes a share. Immutable and thread-safe.
 */
public final class Workers {
  /** Multiply-adds below which a loop is not worth handing to another thread. */
  private static final long MIN_WORK_PER_THREAD = 400_000;

  private static final Workers SEQUENTIAL = new Workers(1);

  private final int threads;

  private Workers(int threads) {
    this.threads = threads;
  }

  /** Returns the workers that use the calling thread alone. */
  public static Workers sequential() {
    return SEQUENTIAL;
  }

  /**
   * Returns workers of up to {@code threads} threads.
   *
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public static Workers of(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, got " + threads);
    }
    return threads == 1 ? SEQUENTIAL : new Workers(threads);
  }

  /** Returns the largest number of threads used. */
  public int threads() {
    return threads;
  }

  /** A loop body over the rows {@code from..to-1}. */
  @FunctionalInterface
  public interface RowRange {
    /** Works through the rows {@code from..to-1}. */
    void run(int from, int to);
  }

  /**
   * Runs {@code body} over all rows, each costing about the same.
   *
   * @param rows how many rows there are
   * @param workPerRow multiply-adds a row costs, to decide whether threads pay
   * @param body the loop, safe to run on disjoint ranges at once
   */
  public void forRows(int rows, long workPerRow, RowRange body) {
    int parts = parts(rows * Math.max(1, workPerRow), rows);
    if (parts == 1) {
      body.run(0, rows);
      return;
    }
    fork(
        parts,
        p -> body.run((int) ((long) rows * p / parts), (int) ((long) rows * (p + 1) / parts)));
  }

  /**
   * Runs {@code body} over all rows of a sparse matrix, split so that each thread gets about as
   * many non-zeros.
   *
   * @param rowPointers the matrix's row pointers
   * @param workPerNonZero multiply-adds a non-zero costs
   * @param body the loop, safe to run on disjoint ranges at once
   */
  void forNonZeros(int[] rowPointers, long workPerNonZero, RowRange body) {
    int rows = rowPointers.length - 1;
    long nonZeros = rowPointers[rows];
    int parts = parts(nonZeros * Math.max(1, workPerNonZero), rows);
    if (parts == 1) {
      body.run(0, rows);
      return;
    }
    fork(
        parts,
        p ->
            body.run(
                rowAt(rowPointers, nonZeros * p / parts),
                p + 1 == parts ? rows : rowAt(rowPointers, nonZeros * (p + 1) / parts)));
  }

  private int parts(long work, int rows) {
    return (int) Math.max(1, Math.min(Math.min(threads, rows), work / MIN_WORK_PER_THREAD));
  }

  /** The first row that starts at or after the given entry. */
  private static int rowAt(int[] rowPointers, long entry) {
    int low = 0;
    int high = rowPointers.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rowPointers[middle] < entry) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @FunctionalInterface
  interface Part {
    void run(int part);
  }

  /** Runs parts 0..parts-1, the first on the calling thread, and waits for all. */
  void fork(int parts, Part body) {
    ForkJoinTask<?>[] others = new ForkJoinTask<?>[parts - 1];
    for (int p = 1; p < parts; p++) {
      int part = p;
      others[p - 1] = ForkJoinPool.commonPool().submit(() -> body.run(part));
    }
    body.run(0);
    for (ForkJoinTask<?> other : others) {
      other.join();
    }
  }

  @Override
  public String toString() {
    return "Workers(" + threads + ")";
  }
}
