package io.github.gmnn.internal;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

/**
 * Runs a fit on a thread of its own, so that what ND4J keeps per thread - its random generator, its
 * workspaces, the size of OpenMP's teams - is the fit's, and the application's stays as it was.
 *
 * <p>On that thread OpenMP is limited to one thread: the operations that reach ND4J here are small,
 * and a team of threads that spin at the end of each costs a multiple of the work as soon as
 * another process wants a core. The limit is OpenMP's per-thread setting; other threads keep
 * theirs.
 *
 * <p>Public for the packages of this library alone; applications have no use for it.
 */
public final class FitThread {
  private FitThread() {}

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
    Callable<T> task =
        () -> {
          limitOpenMp();
          return body.run(stop::get);
        };
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(future, "gmnn-fit");
    thread.setDaemon(true);
    thread.start();
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

  private static void limitOpenMp() {
    try {
      Nd4j.getBackend(); // loads the backend: NativeOpsHolder does not by itself
    } catch (LinkageError e) {
      throw new IllegalStateException(
          "no ND4J backend is on the class path: add one to the application, for instance"
              + " org.nd4j:nd4j-native with the classifier of its platform",
          e);
    }
    NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
  }
}
