package io.github.gmnn.sparse;

/**
 * A sparse matrix as the input of a first layer: products with it and its transpose, with dropout
 * on its non-zeros.
 *
 * <p>Made once per fit and used by one thread at a time; the matrix itself is shared and unchanged.
 * Dropping costs one pass over the non-zeros, shortens the rows in place, and so makes the products
 * that follow cheaper by the rate of dropout.
 */
public final class SparseInput {
  private static final Kernels KERNELS = KernelProvider.kernels();
  private static final double RESOLUTION = 1 << 16;

  private final CsrMatrix matrix;
  private int[] keptEnd;
  private int[] keptColumns;
  private float[] keptValues;
  private boolean dropped;

  /** Wraps a matrix, with nothing dropped. */
  public SparseInput(CsrMatrix matrix) {
    this.matrix = matrix;
  }

  /** Returns the whole matrix. */
  public CsrMatrix matrix() {
    return matrix;
  }

  /** Returns the number of rows. */
  public int rows() {
    return matrix.rows();
  }

  /** Returns the number of columns. */
  public int columns() {
    return matrix.columns();
  }

  /** Uses all non-zeros again, as evaluation does. */
  public void keepAll() {
    dropped = false;
  }

  /**
   * Drops every non-zero with probability {@code rate} and scales the rest by {@code 1 / (1 -
   * rate)}.
   *
   * @param rate probability in [0, 1), used to a resolution of 2<sup>-16</sup>
   * @param random names the randomness: equal keys drop equal entries, whatever the threads
   * @param workers the threads to use
   */
  public void drop(double rate, RandomStream random, Workers workers) {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException("dropout rate must be in [0, 1), got " + rate);
    }
    if (rate == 0) {
      keepAll();
      return;
    }
    if (keptEnd == null) {
      keptEnd = new int[matrix.rows()];
      keptColumns = new int[matrix.nonZeros()];
      keptValues = new float[matrix.nonZeros()];
    }
    dropped = true;
    int threshold = (int) Math.round(rate * RESOLUTION);
    float scale = (float) (1 / (1 - rate));
    long key = random.key();
    workers.forNonZeros(
        matrix.rowPointers(), 4, (from, to) -> dropRows(key, threshold, scale, from, to));
  }

  private void dropRows(long key, int threshold, float scale, int from, int to) {
    int[] pointers = matrix.rowPointers();
    int[] columns = matrix.columnIndices();
    float[] values = matrix.values();
    for (int row = from; row < to; row++) {
      long state = RandomStream.mix(key + row);
      int kept = pointers[row];
      long bits = 0;
      for (int e = pointers[row], left = 0; e < pointers[row + 1]; e++, left--) {
        if (left == 0) {
          bits = RandomStream.mix(state += 0x9E3779B97F4A7C15L);
          left = 4;
        }
        keptColumns[kept] = columns[e];
        keptValues[kept] = values[e] * scale;
        // Branch-free: the slot is written in any case and kept by moving on.
        kept += ((threshold - 1) - (int) (bits & 0xFFFF)) >>> 31;
        bits >>>= 16;
      }
      keptEnd[row] = kept;
    }
  }

  /** Computes {@code out = X·w}, overwriting {@code out}. */
  public void multiply(DenseMatrix w, DenseMatrix out, Workers workers) {
    if (!dropped) {
      matrix.apply(w, out, workers);
      return;
    }
    CsrMatrix.checkOperands(w, out, columns(), rows());
    int width = w.columns();
    workers.forNonZeros(
        matrix.rowPointers(),
        width,
        (from, to) ->
            KERNELS.gather(
                matrix.rowPointers(),
                keptEnd,
                0,
                keptColumns,
                keptValues,
                w.data(),
                out.data(),
                width,
                from,
                to));
  }

  /** Computes {@code out = Xᵀ·g}, overwriting {@code out}. */
  public void multiplyTransposed(DenseMatrix g, DenseMatrix out, Workers workers) {
    if (!dropped) {
      matrix.applyTransposed(g, out, workers);
      return;
    }
    CsrMatrix.checkOperands(g, out, rows(), columns());
    out.fill(0f);
    KERNELS.scatter(
        matrix.rowPointers(),
        keptEnd,
        0,
        keptColumns,
        keptValues,
        g.data(),
        out.data(),
        g.columns(),
        0,
        rows());
  }
}
