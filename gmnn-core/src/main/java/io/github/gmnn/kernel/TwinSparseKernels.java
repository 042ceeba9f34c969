package io.github.gmnn.kernel;

import java.util.Arrays;

/**
 * The sparse kernels in plain Java, in the order of the vector kernels and to the same bits. Two
 * chains of sums for each column take more registers than there are for eight columns at once, so
 * that {@link ScalarSparseKernels} are a little faster, and used where there are no vectors.
 */
final class TwinSparseKernels implements SparseKernels {
  /** Columns that the vector kernels sum at once, one entry after the other. */
  private static final int WIDE = 32;

  /** How many columns of the last vector may have been summed before; the last sum counts. */
  private static final int LANES = 8;

  private final SparseKernels scalar = new ScalarSparseKernels();

  /**
   * Wide rows are added four at a time in loops long enough for C2 to vectorise by itself, what is
   * left of a row is summed in local variables over all its entries.
   */
  @Override
  public void gather(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    int wide = width / WIDE * WIDE;
    if (wide < width) {
      wide = Math.min(wide, Math.max(0, width - LANES));
    }
    if (wide > 0) {
      gatherWide(matrix, in, out, width, wide, from, to);
    }
    // The last block may overlap columns that are summed already, to the same values.
    int block = Math.min(4, Integer.highestOneBit(width - wide));
    for (int column = wide; column < width; column += block) {
      int start = Math.min(column, width - block);
      if (block == 4) {
        gather4(matrix, in, out, width, start, from, to);
      } else {
        for (int j = start; j < start + block; j++) {
          gather1(matrix, in, out, width, j, from, to);
        }
      }
    }
  }

  private static void gather1(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      float s = 0f;
      float t = 0f;
      int stop = m.end()[r + m.endShift()];
      int e = m.begin()[r];
      for (; stop - e >= 4; e += 4) {
        s = Math.fma(values[e], in[columns[e] * width + column], s);
        t = Math.fma(values[e + 1], in[columns[e + 1] * width + column], t);
        s = Math.fma(values[e + 2], in[columns[e + 2] * width + column], s);
        t = Math.fma(values[e + 3], in[columns[e + 3] * width + column], t);
      }
      for (; stop - e >= 1; e++) {
        s = Math.fma(values[e], in[columns[e] * width + column], s);
      }
      out[r * width + column] = s + t;
    }
  }

  /** Four columns, two chains of sums each, as the vector kernels have them. */
  private static void gather4(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      float s0 = 0f;
      float s1 = 0f;
      float s2 = 0f;
      float s3 = 0f;
      float t0 = 0f;
      float t1 = 0f;
      float t2 = 0f;
      float t3 = 0f;
      int stop = m.end()[r + m.endShift()];
      int e = m.begin()[r];
      int inTwos = e + (stop - e & ~3);
      for (; inTwos - e >= 2; e += 2) {
        float even = values[e];
        int source = columns[e] * width + column;
        s0 = Math.fma(even, in[source], s0);
        s1 = Math.fma(even, in[source + 1], s1);
        s2 = Math.fma(even, in[source + 2], s2);
        s3 = Math.fma(even, in[source + 3], s3);
        float odd = values[e + 1];
        int next = columns[e + 1] * width + column;
        t0 = Math.fma(odd, in[next], t0);
        t1 = Math.fma(odd, in[next + 1], t1);
        t2 = Math.fma(odd, in[next + 2], t2);
        t3 = Math.fma(odd, in[next + 3], t3);
      }
      for (; stop - e >= 1; e++) {
        float value = values[e];
        int source = columns[e] * width + column;
        s0 = Math.fma(value, in[source], s0);
        s1 = Math.fma(value, in[source + 1], s1);
        s2 = Math.fma(value, in[source + 2], s2);
        s3 = Math.fma(value, in[source + 3], s3);
      }
      int target = r * width + column;
      out[target] = s0 + t0;
      out[target + 1] = s1 + t1;
      out[target + 2] = s2 + t2;
      out[target + 3] = s3 + t3;
    }
  }

  /** The first columns of each row, in one chain of sums. */
  private static void gatherWide(
      SparseRows m, float[] in, float[] out, int width, int wide, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      int target = r * width;
      Arrays.fill(out, target, target + wide, 0f);
      int stop = m.end()[r + m.endShift()];
      int e = m.begin()[r];
      for (; e < stop - 3; e += 4) {
        Rows.fuse4(
            out,
            target,
            wide,
            in,
            values[e],
            columns[e] * width,
            values[e + 1],
            columns[e + 1] * width,
            values[e + 2],
            columns[e + 2] * width,
            values[e + 3],
            columns[e + 3] * width);
      }
      for (; e < stop; e++) {
        Rows.fuse(out, target, wide, in, values[e], columns[e] * width);
      }
    }
  }

  /** One chain of sums either way. */
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
    scalar.scatter(matrix, in, out, width, from, to, fromColumn, toColumn);
  }

  /** Not to the same bits. */
  @Override
  public void products(SparseRows matrix, float[] a, float[] b, int width, int from, int to) {
    scalar.products(matrix, a, b, width, from, to);
  }
}
