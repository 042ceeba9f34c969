package io.github.gmnn.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the heap. */
public final class AllocatedBytes {
  private static final int PATIENCE = 300;
  private static final long LONGEST_NANOS = 20_000_000_000L;

  private AllocatedBytes() {}

  /**
   * Returns the bytes that one run of a task allocates on the calling thread, once it has made what
   * it keeps and is compiled: code that is not yet allocates vectors and lambdas that compiled code
   * does not. The task is run until the count has not fallen for 300 runs, or for 20 seconds.
   *
   * @param task the task
   * @return the least bytes of all runs
   */
  public static long perRun(Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long least = Long.MAX_VALUE;
    int sinceLeast = 0;
    while (sinceLeast < PATIENCE && System.nanoTime() - start < LONGEST_NANOS) {
      long before = threads.getCurrentThreadAllocatedBytes();
      task.run();
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      sinceLeast = bytes < least ? 0 : sinceLeast + 1;
      least = Math.min(least, bytes);
    }
    return least;
  }
}
