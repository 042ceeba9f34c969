package io.github.gmnn.spark.layout;

import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;

/**
 * What is wrong with the data is noticed by tasks: gives their exceptions to the caller. An
 * interrupt of the caller cancels its jobs, which Spark itself would let run on.
 */
public final class TaskFailures {
  private static final String INTERRUPT = "spark.job.interruptOnCancel";

  private TaskFailures() {}

  /**
   * Runs jobs.
   *
   * @throws IllegalArgumentException if that is what a task ended with
   * @throws ArithmeticException if that is what a task ended with
   * @throws CancellationException if the thread was interrupted, which it then still is
   */
  public static <T> T unwrap(Supplier<T> jobs) {
    SparkContext spark = SparkContext.getOrCreate();
    String tag = "gmnn-" + UUID.randomUUID();
    String interrupts = spark.getLocalProperty(INTERRUPT);
    spark.addJobTag(tag);
    spark.setLocalProperty(INTERRUPT, "true"); // a task would work through its whole part
    try {
      return jobs.get();
    } catch (Exception e) { // Spark's own is a checked one, of which its methods say nothing
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof InterruptedException) {
          spark.cancelJobsWithTag(tag);
          Thread.currentThread().interrupt();
          throw (CancellationException)
              new CancellationException("interrupted: its jobs are cancelled").initCause(e);
        }
        if (cause != e && cause instanceof IllegalArgumentException) {
          throw new IllegalArgumentException(cause.getMessage(), e);
        }
        if (cause != e && cause instanceof ArithmeticException) {
          throw (ArithmeticException) new ArithmeticException(cause.getMessage()).initCause(e);
        }
      }
      throw TaskFailures.<RuntimeException>asItIs(e);
    } finally {
      spark.setLocalProperty(INTERRUPT, interrupts);
      spark.removeJobTag(tag);
    }
  }

  @SuppressWarnings("unchecked") // the compiler is told that it is unchecked
  private static <E extends Exception> E asItIs(Exception e) throws E {
    throw (E) e;
  }
}
