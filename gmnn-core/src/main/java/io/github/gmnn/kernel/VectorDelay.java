package io.github.gmnn.kernel;

/**
 * Tells when vectors are worth their start. To load the vector module and to compile its kernels
 * costs a second or two of processor time, and until C2 is done each vector is an object. The
 * scalar twins, which give the same bits, do without; so they do the first work of a virtual
 * machine, which is all of it for a small graph.
 *
 * <p>Counted without a lock: what threads lose of each other's counts delays the change a little,
 * and no result depends on when it comes.
 */
final class VectorDelay {
  /**
   * Multiply-adds before vectors are used: some steps on a graph of Cora's size. Fifty times as
   * many would spare a short fit there the vectors' start, but put it into the middle of the
   * default's, which took a seventh longer.
   */
  static final long WORK = 20_000_000;

  private long work;
  private boolean over;

  /** Returns whether to use vectors. */
  boolean isOver() {
    return over;
  }

  /** Counts work, and returns whether to use vectors for it. */
  boolean isOverWith(long multiplyAdds) {
    work += multiplyAdds;
    over = work >= WORK;
    return over;
  }
}
