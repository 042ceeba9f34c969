package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.sparse.CsrMatrix;

/** How fast this machine multiplies, found once by some tenths of a second of products. */
final class MachineSpeed {
  private static final int ROWS = 1024;
  private static final int PER_ROW = 16;
  private static final int COLUMNS = 64;

  /** Products after which the compiler has finished, if no faster one came among as many. */
  private static final int PATIENCE = 2000;

  private static final long MOST_NANOS = 3_000_000_000L;

  private static final Lazy<Double> SPEED = new Lazy<>(MachineSpeed::measure);

  private MachineSpeed() {}

  /** Returns the multiply-adds a second of a sparse product with 64 columns, on one thread. */
  static double multiplyAdds() {
    return SPEED.get();
  }

  private static double measure() {
    int[] pointers = new int[ROWS + 1];
    int[] columns = new int[ROWS * PER_ROW];
    for (int row = 0; row < ROWS; row++) {
      pointers[row + 1] = (row + 1) * PER_ROW;
      for (int i = 0; i < PER_ROW; i++) {
        columns[row * PER_ROW + i] = i * (ROWS / PER_ROW) + row * 31 % (ROWS / PER_ROW);
      }
    }
    CsrMatrix matrix = CsrMatrix.ofOnes(ROWS, ROWS, pointers, columns);
    DenseMatrix in = DenseMatrix.zeros(ROWS, COLUMNS);
    DenseMatrix out = DenseMatrix.zeros(ROWS, COLUMNS);
    long least = Long.MAX_VALUE;
    long start = System.nanoTime();
    for (int since = 0; since < PATIENCE && System.nanoTime() - start < MOST_NANOS; since++) {
      long before = System.nanoTime();
      matrix.apply(in, out, Workers.sequential());
      long nanos = System.nanoTime() - before;
      since = nanos < 0.95 * least ? 0 : since;
      least = Math.min(least, nanos);
    }
    return 1e9 * matrix.nonZeros() * COLUMNS / Math.max(1, least);
  }
}
