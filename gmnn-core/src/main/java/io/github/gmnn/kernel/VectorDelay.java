package io.github.gmnn.kernel;

/**
 * Tells when vectors are worth their start. To load the vector module and to compile its kernels
 * costs a second or two of processor time, and until C2 is done each vector is an object. The
 * scalar twins, which give the same bits, do without; so they do the first work of a virtual
 * machine, until what they lose has become as much as the start will cost.
 *
 * <p>Counted without a lock: what threads lose of each other's counts delays the change a little,
 * and no result depends on when it comes.
 */
final class VectorDelay {
  /** Multiply-adds before vectors are used: one to two fits on a graph of Cora's size. */
  static final long WORK = 1_000_000_000;

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
