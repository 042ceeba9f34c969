package io.github.gmnn.training;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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
   * Runs a body and waits for it. If the calling thread is interrupted, the body is asked to stop,
   * its result is awaited, and the interrupt is set again.
   *
   * @param <T> what the body gives
   * @param body given whether it should stop
   * @return the body's result
   */
  public static <T> T run(Function<BooleanSupplier, T> body) {
    AtomicBoolean stop = new AtomicBoolean(Thread.currentThread().isInterrupted());
    Callable<T> task =
        () -> {
          limitOpenMp();
          return body.apply(stop::get);
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
          throw rethrow(e.getCause());
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

  private static RuntimeException rethrow(Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(cause);
  }
}
