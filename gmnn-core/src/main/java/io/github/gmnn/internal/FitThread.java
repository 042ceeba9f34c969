package io.github.gmnn.internal;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Runs a fit on a thread of its own, so that what ND4J keeps per thread - its random generator, its
 * workspaces, the size of OpenMP's teams - is the fit's, and the application's stays as it was.
 *
 * <p>The first use of ND4J on that thread limits OpenMP there: see {@link Nd4jBackend}.
 */
public final class FitThread extends Thread {
  private boolean usesNd4j;

  private FitThread(Runnable task) {
    super(task, "gmnn-fit");
    setDaemon(true);
  }

  /**
   * What to run.
   *
   * @param <T> what it gives
   * @param <E> what it may throw
   */
  @FunctionalInterface
  public interface Body<T, E extends Exception> {
    /** Runs, asking now and then whether it should stop. */
    T run(BooleanSupplier stopRequested) throws E;
  }

  /**
   * Runs a body on the calling thread where there is no ND4J whose settings of that thread it could
   * change, else as {@link #run} does. An interrupt of the calling thread asks it to stop.
   *
   * @param <T> what the body gives
   * @param <E> what it may throw
   * @param body given whether it should stop
   * @return the body's result
   */
  public static <T, E extends Exception> T runHere(Body<T, E> body) throws E {
    return Nd4jBackend.isPresent() ? run(body) : body.run(Thread.currentThread()::isInterrupted);
  }

  /**
   * Runs a body and waits for it. If the calling thread is interrupted, the body is asked to stop,
   * its result is awaited, and the interrupt is set again.
   *
   * @param <T> what the body gives
   * @param <E> what it may throw
   * @param body given whether it should stop
   * @return the body's result
   */
  @SuppressWarnings("unchecked") // the body throws E or what need not be declared
  public static <T, E extends Exception> T run(Body<T, E> body) throws E {
    AtomicBoolean stop = new AtomicBoolean(Thread.currentThread().isInterrupted());
    FutureTask<T> future = new FutureTask<>(() -> body.run(stop::get));
    new FitThread(future).start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
          stop.set(true);
        } catch (ExecutionException e) {
          if (e.getCause() instanceof Error error) {
            throw error;
          }
          throw (E) e.getCause();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether the calling thread is one of these, and did not ask before. */
  static boolean startsUsingNd4j() {
    if (Thread.currentThread() instanceof FitThread thread && !thread.usesNd4j) {
      thread.usesNd4j = true;
      return true;
    }
    return false;
  }
}
