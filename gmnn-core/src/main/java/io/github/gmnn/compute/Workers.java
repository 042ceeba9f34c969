package io.github.gmnn.compute;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Sorted;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many threads the loops over a graph may use. Work is split by rows, so that the number of
 * threads never changes a result. Threads are those of the common pool; the caller's own thread
 * takes a share, and all of it when the pool is busy. Immutable and thread-safe.
 */
public final class Workers {
  /**
   * Multiply-adds below which a loop is not worth handing to another thread: about 20 microseconds,
   * what it takes to wake one.
   */
  public static final long MIN_WORK_PER_THREAD = 400_000;

  /** Parts each thread takes one after another, so that a thread that is held up takes fewer. */
  private static final int PARTS_PER_THREAD = 4;

  /** How often a caller that is done looks for the others before it sleeps: some microseconds. */
  private static final int SPINS = 500;

  /** A pool that was set to none would keep what it is given for ever; it says 1 when asked. */
  private static final boolean POOL_HAS_THREADS =
      Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism", -1) != 0;

  private static final Workers SEQUENTIAL = new Workers(1, () -> false);

  private final int threads;
  private final BooleanSupplier stop;

  private Workers(int threads, BooleanSupplier stop) {
    this.threads = threads;
    this.stop = stop;
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
    Checks.atLeast(1, threads, "threads");
    return threads == 1 ? SEQUENTIAL : new Workers(threads, () -> false);
  }

  /**
   * Returns as many workers that begin no loop any more once they are told to stop: whoever asks
   * for one gets a {@link CancellationException}.
   *
   * @param stop asked before each loop
   */
  public Workers stoppedBy(BooleanSupplier stop) {
    return new Workers(threads, stop);
  }

  /** Returns those that use the calling thread alone and are told to stop as these are. */
  public Workers alone() {
    return new Workers(1, stop);
  }

  private void checkStop() {
    if (stop.getAsBoolean()) {
      throw new CancellationException("interrupted");
    }
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
   * Runs {@code body} over all rows, each costing about the same. When it throws, the other threads
   * are waited for before the first exception is passed on.
   *
   * @param rows how many rows there are
   * @param workPerRow multiply-adds a row costs, to decide whether threads pay
   * @param body the loop, safe to run on disjoint ranges at once
   */
  public void forRows(int rows, long workPerRow, RowRange body) {
    split(rows, useful(rows * Math.max(1, workPerRow), rows), body);
  }

  /** Runs {@code body} over {@code 0..count-1} on a number of threads. */
  private void split(int count, int used, RowRange body) {
    checkStop();
    if (used == 1) {
      body.run(0, count);
      return;
    }
    long parts = Math.min(count, (long) used * PARTS_PER_THREAD);
    run(
        used,
        (int) parts,
        p -> body.run((int) ((long) count * p / parts), (int) (count * (p + 1L) / parts)));
  }

  /**
   * Runs {@code body} over the rows of a set, range by range, as {@link #forRows(int, long,
   * RowRange)} does over all.
   *
   * @param rows the rows
   * @param workPerRow multiply-adds a row costs, to decide whether threads pay
   * @param body the loop, safe to run on disjoint ranges at once
   */
  public void forRows(RowSet rows, long workPerRow, RowRange body) {
    if (rows.isAll()) {
      forRows(rows.count(), workPerRow, body);
      return;
    }
    int ranges = rows.ranges();
    split(
        ranges,
        useful(rows.size() * Math.max(1, workPerRow), ranges),
        (first, last) -> rows.forRanges(first, last, body));
  }

  /**
   * Runs {@code body} over all rows of a sparse matrix, split so that each range has about as many
   * non-zeros.
   *
   * @param rowPointers the matrix's row pointers
   * @param workPerNonZero multiply-adds a non-zero costs
   * @param body the loop, safe to run on disjoint ranges at once
   */
  public void forNonZeros(int[] rowPointers, long workPerNonZero, RowRange body) {
    forNonZeros(rowPointers, workPerNonZero, PARTS_PER_THREAD, body);
  }

  /**
   * Runs {@code body} over the rows of a set, range by range, as {@link #forNonZeros(int[], long,
   * RowRange)} does over all.
   *
   * @param rows the rows
   * @param rowPointers the matrix's row pointers
   * @param workPerNonZero multiply-adds a non-zero costs
   * @param body the loop, safe to run on disjoint ranges at once
   */
  public void forNonZeros(RowSet rows, int[] rowPointers, long workPerNonZero, RowRange body) {
    if (rows.isAll()) {
      forNonZeros(rowPointers, workPerNonZero, body);
    } else {
      forRows(rows, workPerNonZero * rowPointers[rows.count()] / rows.count(), body);
    }
  }

  /**
   * Runs {@code body} as {@link #forNonZeros(int[], long, RowRange)} does, in as few ranges as
   * there are threads: for bodies that do something once a range, however short it is.
   *
   * @param rowPointers the matrix's row pointers
   * @param workPerNonZero multiply-adds a non-zero costs
   * @param body the loop, safe to run on disjoint ranges at once
   */
  public void forLongRangesOfNonZeros(int[] rowPointers, long workPerNonZero, RowRange body) {
    forNonZeros(rowPointers, workPerNonZero, 1, body);
  }

  private void forNonZeros(
      int[] rowPointers, long workPerNonZero, int partsPerThread, RowRange body) {
    checkStop();
    int rows = rowPointers.length - 1;
    int used = useful(rowPointers[rows] * Math.max(1, workPerNonZero), rows);
    if (used == 1) {
      body.run(0, rows);
      return;
    }
    int parts = (int) Math.min(rows, (long) used * partsPerThread);
    run(
        used,
        parts,
        p -> body.run(boundary(rowPointers, p, parts), boundary(rowPointers, p + 1, parts)));
  }

  /** How many threads are worth their waking. */
  private int useful(long work, int rows) {
    return (int) Math.max(1, Math.min(Math.min(threads, rows), work / MIN_WORK_PER_THREAD));
  }

  /**
   * Returns the first row of a part when the rows of a sparse matrix are split into parts of about
   * as many non-zeros.
   *
   * @param rowPointers the matrix's row pointers
   * @param part from 0 to {@code parts}, which stands for the end
   * @param parts how many parts there are
   */
  public static int boundary(int[] rowPointers, int part, int parts) {
    int rows = rowPointers.length - 1;
    if (part == parts) {
      return rows; // Empty rows at the end belong to the last part.
    }
    return Sorted.firstAtOrAfter(
        rowPointers, 0, rows, (int) ((long) rowPointers[rows] * part / parts));
  }

  /** One of the parts that a loop is split into. */
  @FunctionalInterface
  public interface Part {
    /** Works through one part. */
    void run(int part);
  }

  /**
   * Runs {@code body} once for each of {@code 0..parts-1}, whichever thread takes it. When it
   * throws, the other threads are waited for before the first exception is passed on.
   *
   * @param parts how many parts there are, each worth a thread
   * @param body safe to run on several parts at once
   */
  public void forParts(int parts, Part body) {
    checkStop();
    int used = Math.min(threads, parts);
    if (used <= 1) {
      for (int p = 0; p < parts; p++) {
        body.run(p);
      }
      return;
    }
    run(used, parts, body);
  }

  private static void run(int threads, int parts, Part body) {
    Job job = new Job(parts, body);
    for (int t = 1; t < threads && POOL_HAS_THREADS; t++) {
      ForkJoinPool.commonPool().execute(job);
    }
    job.run();
    job.await();
  }

  /**
   * Parts that threads take in turn. The caller waits for the parts, not for the threads: a thread
   * that comes too late finds nothing left to do.
   */
  private static final class Job implements Runnable {
    private final int parts;
    private @Nullable Part body; // null in the end: a busy pool may hold the job for long
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch open;

    Job(int parts, Part body) {
      this.parts = parts;
      this.body = body;
      this.open = new CountDownLatch(parts);
    }

    @Override
    public void run() {
      for (int p = next.getAndIncrement(); p < parts; p = next.getAndIncrement()) {
        try {
          Objects.requireNonNull(body).run(p); // there until the last part has ended
        } catch (RuntimeException | Error e) {
          failure.compareAndSet(null, e);
        } finally {
          open.countDown();
        }
      }
    }

    void await() {
      for (int i = 0; i < SPINS && open.getCount() > 0; i++) {
        Thread.onSpinWait();
      }
      boolean interrupted = false;
      while (open.getCount() > 0) {
        try {
          open.await();
        } catch (InterruptedException e) {
          // The parts still read and write the caller's arrays, so they must end first.
          interrupted = true;
        }
      }
      body = null;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      Throwable thrown = failure.get();
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown != null) {
        throw (RuntimeException) thrown;
      }
    }
  }

  @Override
  public String toString() {
    return "Workers(" + threads + ")";
  }
}
