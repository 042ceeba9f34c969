package io.github.gmnn.sparse;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Checks;
import io.github.gmnn.kernel.SparseKernels;
import io.github.gmnn.kernel.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sparse matrix as the input of a first layer: products with it and its transpose, with dropout
 * on its non-zeros.
 *
 * <p>Made once per fit and used by one thread at a time; the matrix itself is shared and unchanged.
 * Dropping costs one pass over the non-zeros, shortens the rows in place, and so makes the products
 * that follow cheaper by the rate of dropout.
 */
public final class SparseInput {
  private static final SparseKernels KERNELS = SparseKernels.BEST;
  private static final double RESOLUTION = 1 << 16;

  /** Two unrelated odd numbers, so that rows and draws lead to places of their own. */
  private static final long ROW_STEP = 0x9E3779B97F4A7C15L;

  private static final long DRAW_STEP = 0xD1342543DE82EF95L;
  private static final int MAX_BLOCKS = 16;
  private static final int MIN_NON_ZEROS_PER_COLUMN = 8;

  /** Widths in multiples of which a gather sums in the order of the entries, as a scatter does. */
  private static final int WHOLE_SUMS = 32;

  private final CsrMatrix matrix;
  private int[] keptEnd = new int[0];
  private int[] keptColumns = new int[0];
  private float[] keptValues = new float[0];
  private SparseRows kept;
  private boolean dropped;
  private RowSet used;
  private final List<SparseInput> twins = new ArrayList<>();

  /** Where blocks of rows but the first sum their share of a transposed product. */
  private float[][] blockSums = new float[0][];

  /** The kept entries of each block in the order of columns: where each column's begin. */
  private int[][] turned = new int[0][];

  private int[] turnedRows = new int[0];
  private float[] turnedValues = new float[0];

  /** Whether they are those of the last dropout. */
  private boolean isTurned;

  /** Wraps a matrix, with nothing dropped. */
  public SparseInput(CsrMatrix matrix) {
    this.matrix = matrix;
    this.kept = matrix.arrays();
    this.used = RowSet.all(matrix.rows());
  }

  /**
   * Returns one of several inputs over the same matrix, each with a dropout of its own, for passes
   * that run side by side. Made on first use and kept.
   *
   * @param index from 0, which is this one
   */
  public SparseInput twin(int index) {
    while (twins.size() < index) {
      twins.add(new SparseInput(matrix));
    }
    return index == 0 ? this : twins.get(index - 1);
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

  /**
   * Uses all non-zeros again, as evaluation does.
   *
   * @param rows the rows that the following products need
   */
  public void keepAll(RowSet rows) {
    dropped = false;
    used = rows;
  }

  /**
   * Drops every non-zero with probability {@code rate} and scales the rest by {@code 1 / (1 -
   * rate)}.
   *
   * @param rate probability in [0, 1), used to a resolution of 2<sup>-16</sup>
   * @param random names the randomness: equal keys drop equal entries, whatever the threads
   * @param rows the rows that the following products need
   * @param workers the threads to use
   */
  public void drop(double rate, RandomStream random, RowSet rows, Workers workers) {
    Checks.dropRate(rate, "dropout rate");
    if (rate == 0) {
      keepAll(rows);
      return;
    }
    if (keptEnd.length < matrix.rows()) {
      keptEnd = Arrays.copyOf(matrix.rowPointers(), matrix.rows()); // nothing kept so far
      keptColumns = new int[matrix.nonZeros()];
      keptValues = new float[matrix.nonZeros()];
      kept = new SparseRows(matrix.rowPointers(), keptEnd, 0, keptColumns, keptValues);
    }
    dropped = true;
    isTurned = false;
    used = rows;
    // A draw takes as few bits as tell the rate, a power of two: one for a half.
    int bitsPerDraw = 16;
    int threshold = (int) Math.round(rate * RESOLUTION);
    while (bitsPerDraw > 1 && (threshold & ((1 << bitsPerDraw / 2) - 1)) == 0) {
      bitsPerDraw /= 2;
      threshold >>= bitsPerDraw;
    }
    int draw = bitsPerDraw;
    int least = threshold;
    float scale = (float) (1 / (1 - rate));
    workers.forNonZeros(
        used,
        matrix.rowPointers(),
        4,
        (from, to) -> dropRows(random, draw, least, scale, from, to));
  }

  /** Keeps the entries whose draw is not below {@code least}. */
  private void dropRows(
      RandomStream random, int bitsPerDraw, int least, float scale, int from, int to) {
    int[] pointers = matrix.rowPointers();
    for (int row = from; row < to; row++) {
      long state = random.key() + random.name(row) * ROW_STEP;
      int kept = pointers[row];
      int stop = pointers[row + 1];
      for (int e = kept; e < stop; e += Long.SIZE) {
        int count = Math.min(Long.SIZE, stop - e);
        long mask = 0;
        for (int drawn = 0; drawn < count; drawn += Long.SIZE / bitsPerDraw) {
          long bits = RandomStream.mix(state += DRAW_STEP);
          mask |= keep(bits, bitsPerDraw, least) << drawn;
        }
        kept = copy(e, mask & -1L >>> Long.SIZE - count, scale, kept);
      }
      keptEnd[row] = kept;
    }
  }

  /** Copies the entries whose bit is set, and returns one past the last place used. */
  private int copy(int from, long mask, float scale, int target) {
    int[] columns = matrix.columnIndices();
    float[] values = matrix.values();
    int[] toColumns = keptColumns;
    float[] toValues = keptValues;
    int next = target;
    // From one set bit to the next, so that what is dropped costs nothing.
    for (long left = mask; left != 0; left &= left - 1) {
      int e = from + Long.numberOfTrailingZeros(left);
      toColumns[next] = columns[e];
      toValues[next] = values[e] * scale;
      next++;
    }
    return next;
  }

  /** Returns a bit for each draw in {@code bits}: whether it is not below {@code least}. */
  private static long keep(long bits, int bitsPerDraw, int least) {
    if (bitsPerDraw == 1 && least == 1) {
      return bits;
    }
    if (bitsPerDraw == 16) {
      return keepOfFour(bits, least);
    }
    long drawMask = (1L << bitsPerDraw) - 1;
    long mask = 0;
    for (int draw = 0; draw < Long.SIZE / bitsPerDraw; draw++) {
      long value = (bits >>> draw * bitsPerDraw) & drawMask;
      mask |= ((least - 1 - value) >>> 63) << draw;
    }
    return mask;
  }

  /** {@link #keep} of four draws at once: a sum of 17 bits tells by its highest who is as large. */
  private static long keepOfFour(long bits, int least) {
    long missing = ((1L << 16) - least) * 0x1_0000_0001L;
    long even = (bits & 0x0000_FFFF_0000_FFFFL) + missing;
    long odd = (bits >>> 16 & 0x0000_FFFF_0000_FFFFL) + missing;
    long spread = even >>> 16 & 0x1_0000_0001L | odd >>> 15 & 0x2_0000_0002L;
    return (spread | spread >>> 30) & 0xF;
  }

  /** Returns the first entry of a row in use, as dropout left it. */
  public int rowStart(int row) {
    return matrix.rowStart(row);
  }

  /** Returns one past the last entry of a row in use, as dropout left it. */
  public int rowEnd(int row) {
    return dropped ? keptEnd[row] : matrix.rowEnd(row);
  }

  /** Returns the column of an entry. */
  public int columnIndex(int entry) {
    return dropped ? keptColumns[entry] : matrix.columnIndex(entry);
  }

  /** Returns the value of an entry. */
  public float value(int entry) {
    return dropped ? keptValues[entry] : matrix.value(entry);
  }

  /** Writes the rows in use out into a dense matrix of the same size; other rows stay. */
  public void writeTo(DenseMatrix out, Workers workers) {
    if (out.rows() != rows() || out.columns() != columns()) {
      throw new IllegalArgumentException("cannot write " + matrix + " into " + out);
    }
    SparseRows from = dropped ? kept : matrix.arrays();
    int width = columns();
    float[] dense = out.data();
    workers.forRows(
        used,
        width,
        (first, last) -> {
          Arrays.fill(dense, first * width, last * width, 0f);
          for (int row = first; row < last; row++) {
            int stop = from.end()[row + from.endShift()];
            for (int e = from.begin()[row]; e < stop; e++) {
              dense[row * width + from.columns()[e]] = from.values()[e];
            }
          }
        });
  }

  /** Computes the rows in use of {@code out = X·w}; other rows may be left as they are. */
  public void multiply(DenseMatrix w, DenseMatrix out, Workers workers) {
    multiply(w, out, used, workers);
  }

  /**
   * Computes some rows of {@code out = X·w}; others may be left as they are.
   *
   * @param rows some of the rows in use
   */
  public void multiply(DenseMatrix w, DenseMatrix out, RowSet rows, Workers workers) {
    if (!dropped) {
      matrix.apply(w, out, rows, workers);
      return;
    }
    CsrMatrix.checkOperands(w, out, columns(), rows());
    CsrMatrix.gather(kept, w, out, rows, workers);
  }

  /**
   * Computes {@code out = Xᵀ·g}, overwriting {@code out}.
   *
   * @param g a row per row of X; those not in use are zero
   */
  public void multiplyTransposed(DenseMatrix g, DenseMatrix out, Workers workers) {
    if (!dropped) {
      matrix.applyTransposed(g, out, workers);
      return;
    }
    CsrMatrix.checkOperands(g, out, rows(), columns());
    int blocks = blocks(g.columns());
    if (blocks > 1 && g.columns() % WHOLE_SUMS == 0) {
      gatherInBlocks(g.data(), out.data(), g.columns(), blocks, workers);
    } else if (blocks > 1) {
      scatterInBlocks(g.data(), out.data(), g.columns(), blocks, workers);
    } else {
      scatterByColumns(g.data(), out.data(), g.columns(), workers);
    }
  }

  /**
   * How many blocks of rows get sums of their own: several if there is work for several threads and
   * the sums are small against the non-zeros. That depends on the sizes alone, and so does the
   * order of the sum.
   */
  private int blocks(int width) {
    long work = (long) matrix.nonZeros() * width / Workers.MIN_WORK_PER_THREAD;
    long room = matrix.nonZeros() / (MIN_NON_ZEROS_PER_COLUMN * Math.max(1L, columns()));
    return (int) Math.min(MAX_BLOCKS, Math.min(work, room));
  }

  private void scatterInBlocks(float[] g, float[] out, int width, int blocks, Workers workers) {
    makeSums(out, blocks);
    int[] pointers = matrix.rowPointers();
    workers.forParts(
        blocks,
        b -> {
          int from = Workers.boundary(pointers, b, blocks);
          int to = Workers.boundary(pointers, b + 1, blocks);
          float[] sum = b == 0 ? out : blockSums[b - 1];
          Arrays.fill(sum, 0f);
          used.within(
              from, to, (r, end) -> KERNELS.scatter(kept, g, sum, width, r, end, 0, columns()));
        });
    sumBlocks(out, width, blocks, workers);
  }

  /**
   * {@link #scatterInBlocks}, to the same bits: the kept entries of each block are put in the order
   * of columns once, so that a column's sum stays in registers instead of being read and written
   * for every entry. Products with the same entries share that order.
   */
  private void gatherInBlocks(float[] g, float[] out, int width, int blocks, Workers workers) {
    makeSums(out, blocks);
    if (turned.length != blocks) {
      turned = new int[blocks][columns() + 1];
      turnedRows = new int[matrix.nonZeros()];
      turnedValues = new float[matrix.nonZeros()];
      isTurned = false;
    }
    int[] pointers = matrix.rowPointers();
    boolean done = isTurned;
    workers.forParts(
        blocks,
        b -> {
          if (!done) {
            int from = Workers.boundary(pointers, b, blocks);
            turn(from, Workers.boundary(pointers, b + 1, blocks), turned[b]);
          }
          SparseRows ofColumns = SparseRows.of(turned[b], turnedRows, turnedValues);
          KERNELS.gather(ofColumns, g, b == 0 ? out : blockSums[b - 1], width, 0, columns());
        });
    isTurned = true;
    sumBlocks(out, width, blocks, workers);
  }

  /** Sorts the kept entries of some rows by their columns, and those of a column by their rows. */
  private void turn(int from, int to, int[] starts) {
    int[] pointers = matrix.rowPointers();
    Arrays.fill(starts, 0);
    used.within(
        from,
        to,
        (first, last) -> {
          for (int row = first; row < last; row++) {
            for (int e = pointers[row]; e < keptEnd[row]; e++) {
              starts[keptColumns[e]]++;
            }
          }
        });
    int end = pointers[from];
    for (int column = 0; column < starts.length; column++) {
      int count = starts[column];
      starts[column] = end; // moves to the next column's first place while entries are placed
      end += count;
    }
    used.within(
        from,
        to,
        (first, last) -> {
          for (int row = first; row < last; row++) {
            for (int e = pointers[row]; e < keptEnd[row]; e++) {
              int place = starts[keptColumns[e]]++;
              turnedRows[place] = row;
              turnedValues[place] = keptValues[e];
            }
          }
        });
    System.arraycopy(starts, 0, starts, 1, starts.length - 1);
    starts[0] = pointers[from];
  }

  private void makeSums(float[] out, int blocks) {
    if (blockSums.length != blocks - 1 || blockSums[0].length != out.length) {
      blockSums = new float[blocks - 1][out.length];
    }
  }

  private void sumBlocks(float[] out, int width, int blocks, Workers workers) {
    workers.forRows(
        columns(), (long) width * blocks, (from, to) -> addBlocks(out, from * width, to * width));
  }

  private void addBlocks(float[] out, int from, int to) {
    for (float[] sum : blockSums) {
      for (int i = from; i < to; i++) {
        out[i] += sum[i];
      }
    }
  }

  private void scatterByColumns(float[] g, float[] out, int width, Workers workers) {
    workers.forLongRangesOfNonZeros(
        matrix.columnPointers(),
        width,
        (from, to) -> {
          Arrays.fill(out, from * width, to * width, 0f);
          used.within(
              0, rows(), (r, end) -> KERNELS.scatter(kept, g, out, width, r, end, from, to));
        });
  }
}
