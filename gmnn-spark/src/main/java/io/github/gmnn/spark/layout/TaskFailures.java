package io.github.gmnn.spark.layout;

import java.util.function.Supplier;

/** What is wrong with the data is noticed by tasks: gives their exceptions to the caller. */
public final class TaskFailures {
  private TaskFailures() {}

  /**
   * Runs jobs.
   *
   * @throws IllegalArgumentException if that is what a task ended with
   * @throws ArithmeticException if that is what a task ended with
   */
  public static <T> T unwrap(Supplier<T> jobs) {
    try {
      return jobs.get();
    } catch (Exception e) { // Spark's own is a checked one, of which its methods say nothing
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause != e && cause instanceof IllegalArgumentException) {
          throw new IllegalArgumentException(cause.getMessage(), e);
        }
        if (cause != e && cause instanceof ArithmeticException) {
          throw (ArithmeticException) new ArithmeticException(cause.getMessage()).initCause(e);
        }
      }
      throw TaskFailures.<RuntimeException>asItIs(e);
    }
  }

  @SuppressWarnings("unchecked") // the compiler is told that it is unchecked
  private static <E extends Exception> E asItIs(Exception e) throws E {
    throw (E) e;
  }
}
