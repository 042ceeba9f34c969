package io.github.gmnn.kernel;

/** The sparse kernels on vectors, once they are worth it: see {@link VectorDelay}. */
record LateSparseKernels(VectorDelay delay, SparseKernels scalar, SparseKernels vectors)
    implements SparseKernels {
  @Override
  public void gather(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    if (delay.isOver() || delay.isOverWith(work(matrix, width, from, to))) {
      vectors.gather(matrix, in, out, width, from, to);
    } else {
      scalar.gather(matrix, in, out, width, from, to);
    }
  }

  @Override
  public void gatherFew(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    if (delay.isOver() || delay.isOverWith(work(matrix, width, from, to))) {
      vectors.gatherFew(matrix, in, out, width, from, to);
    } else {
      scalar.gatherFew(matrix, in, out, width, from, to);
    }
  }

  @Override
  public void scatter(
      SparseRows matrix,
      float[] in,
      float[] out,
      int width,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    if (delay.isOver() || delay.isOverWith(work(matrix, width, from, to))) {
      vectors.scatter(matrix, in, out, width, from, to, fromColumn, toColumn);
    } else {
      scalar.scatter(matrix, in, out, width, from, to, fromColumn, toColumn);
    }
  }

  /** On vectors at once: these sum in an order of their own. */
  @Override
  public void products(SparseRows matrix, float[] a, float[] b, int width, int from, int to) {
    vectors.products(matrix, a, b, width, from, to);
  }

  /** At most: dropout may have left less. */
  private static long work(SparseRows matrix, int width, int from, int to) {
    return from >= to
        ? 0
        : (long) width * (matrix.end()[to - 1 + matrix.endShift()] - matrix.begin()[from]);
  }
}
