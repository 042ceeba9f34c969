package io.github.gmnn.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the heap. */
public final class AllocatedBytes {
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private AllocatedBytes() {}

  /**
   * Returns the bytes that one run of a task allocates on the calling thread, once it has made what
   * it keeps and is compiled: until then, lambdas and vectors are allocated that compiled code does
   * without. The task is run until that is few enough, or for a minute.
   *
   * @param enough the bytes at which to stop
   * @param task the task
   * @return the least bytes of all runs
   */
  public static long perRun(long enough, Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long least = Long.MAX_VALUE;
    while (least > enough && System.nanoTime() - start < LONGEST_NANOS) {
      long before = threads.getCurrentThreadAllocatedBytes();
      task.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
