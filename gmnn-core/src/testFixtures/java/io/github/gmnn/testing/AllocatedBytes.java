package io.github.gmnn.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the heap. */
public final class AllocatedBytes {
  /** What the compiler needs at most to have all of a task compiled, in the task's own time. */
  private static final long MOST_CPU_NANOS = 60_000_000_000L;

  private static final int FEWEST_RUNS = 1_000;

  private AllocatedBytes() {}

  /**
   * Returns the bytes that one run of a task allocates on the calling thread, once it has made what
   * it keeps and is compiled: until then, lambdas and vectors are allocated that compiled code does
   * without. The task is run until that is few enough, or for a thousand runs and a minute of this
   * thread's processor time. What other programs do on the machine does not count.
   *
   * @param enough the bytes at which to stop
   * @param task the task
   * @return the least bytes of all runs
   */
  public static long perRun(long enough, Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long least = Long.MAX_VALUE;
    for (int run = 0; least > enough; run++) {
      if (run >= FEWEST_RUNS && threads.getCurrentThreadCpuTime() - start > MOST_CPU_NANOS) {
        break;
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      task.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
