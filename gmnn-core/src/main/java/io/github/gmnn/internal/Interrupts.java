package io.github.gmnn.internal;

import java.io.InterruptedIOException;

/** Lets reading end when its thread is interrupted. */
public final class Interrupts {
  private Interrupts() {}

  /**
   * Ends the reading of a file. To be asked often: it costs nothing.
   *
   * @throws InterruptedIOException if the thread is interrupted, which it then still is
   */
  public static void checkReading() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while a file was read");
    }
  }
}
