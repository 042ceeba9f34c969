package io.github.gmnn.lab.bench;

/** Keeps a core busy until it is ended: the neighbour of {@link EpochRun}. */
final class BusyRun {
  private BusyRun() {}

  public static void main(String[] arguments) {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
