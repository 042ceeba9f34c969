package io.github.gmnn.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the heap. */
public final class AllocatedBytes {
  private static final int WARM_UP = 20;
  private static final int RUNS = 20;

  private AllocatedBytes() {}

  /**
   * Returns the bytes that one run of a task allocates on the calling thread, once it has run often
   * enough to have made what it keeps: the least of several runs, since the JIT compilers allocate
   * on occasion what compiled code no longer does.
   *
   * @param task the task
   * @return the bytes
   */
  public static long perRun(Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < WARM_UP; i++) {
      task.run();
    }
    long least = Long.MAX_VALUE;
    for (int i = 0; i < RUNS; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      task.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
