package io.github.gmnn.kernel;

import io.github.gmnn.internal.Sorted;
import java.util.Arrays;

/**
 * The sparse kernels in plain Java; always available. Up to eight columns are summed in local
 * variables over all entries of a row; rows of {@link #WIDE} columns and more are added four at a
 * time in loops long enough for C2 to vectorise by itself.
 */
final class ScalarSparseKernels implements SparseKernels {
  private static final int WIDE = 64;

  /** How often a row has to be read, as a rule, before copying it pays. */
  private static final int ENTRIES_WORTH_A_COPY = 2;

  /** Values of which copies are held, 16 MB a thread. */
  private static final int MOST_COPIED = 1 << 22;

  @Override
  public void gather(SparseRows matrix, float[] in, float[] out, int width, int from, int to) {
    if (width >= WIDE) {
      gatherWide(matrix, in, out, width, from, to);
      return;
    }
    // The last block may overlap columns that are summed already, to the same values.
    int block = Math.min(8, Integer.highestOneBit(width));
    for (int column = 0; column < width; column += block) {
      int start = Math.min(column, width - block);
      switch (block) {
        case 8 -> gather8(matrix, in, out, width, start, from, to);
        case 4 -> gather4(matrix, in, out, width, start, from, to);
        default -> {
          for (int j = start; j < start + block; j++) {
            gather1(matrix, in, out, width, j, from, to);
          }
        }
      }
    }
  }

  private static void gather1(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      float sum = 0f;
      int stop = m.end()[r + m.endShift()];
      for (int e = m.begin()[r]; e < stop; e++) {
        sum = fma(values[e], in[columns[e] * width + column], sum);
      }
      out[r * width + column] = sum;
    }
  }

  private static void gather4(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      float s0 = 0f;
      float s1 = 0f;
      float s2 = 0f;
      float s3 = 0f;
      int stop = m.end()[r + m.endShift()];
      for (int e = m.begin()[r]; e < stop; e++) {
        float value = values[e];
        int source = columns[e] * width + column;
        s0 = fma(value, in[source], s0);
        s1 = fma(value, in[source + 1], s1);
        s2 = fma(value, in[source + 2], s2);
        s3 = fma(value, in[source + 3], s3);
      }
      int target = r * width + column;
      out[target] = s0;
      out[target + 1] = s1;
      out[target + 2] = s2;
      out[target + 3] = s3;
    }
  }

  private static void gather8(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      float s0 = 0f;
      float s1 = 0f;
      float s2 = 0f;
      float s3 = 0f;
      float s4 = 0f;
      float s5 = 0f;
      float s6 = 0f;
      float s7 = 0f;
      int stop = m.end()[r + m.endShift()];
      for (int e = m.begin()[r]; e < stop; e++) {
        float value = values[e];
        int source = columns[e] * width + column;
        s0 = fma(value, in[source], s0);
        s1 = fma(value, in[source + 1], s1);
        s2 = fma(value, in[source + 2], s2);
        s3 = fma(value, in[source + 3], s3);
        s4 = fma(value, in[source + 4], s4);
        s5 = fma(value, in[source + 5], s5);
        s6 = fma(value, in[source + 6], s6);
        s7 = fma(value, in[source + 7], s7);
      }
      int target = r * width + column;
      out[target] = s0;
      out[target + 1] = s1;
      out[target + 2] = s2;
      out[target + 3] = s3;
      out[target + 4] = s4;
      out[target + 5] = s5;
      out[target + 6] = s6;
      out[target + 7] = s7;
    }
  }

  private static void gatherWide(
      SparseRows m, float[] in, float[] out, int width, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    int inRows = in.length / width;
    if (in.length <= MOST_COPIED && entries(m, from, to) >= (long) ENTRIES_WORTH_A_COPY * inRows) {
      gatherCopied(m, in, inRows, out, width, from, to);
      return;
    }
    Arrays.fill(out, from * width, to * width, 0f);
    for (int r = from; r < to; r++) {
      int target = r * width;
      int stop = m.end()[r + m.endShift()];
      int e = m.begin()[r];
      for (; e < stop - 3; e += 4) {
        Rows.add4(
            out,
            target,
            width,
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
        Rows.add(out, target, width, in, values[e], columns[e] * width);
      }
    }
  }

  private static long entries(SparseRows m, int from, int to) {
    long count = 0;
    for (int r = from; r < to; r++) {
      count += m.end()[r + m.endShift()] - m.begin()[r];
    }
    return count;
  }

  /** {@link #gatherWide} of rows that are read often, to the same bits. */
  private static void gatherCopied(
      SparseRows m, float[] in, int inRows, float[] out, int width, int from, int to) {
    int[] columns = m.columns();
    float[] values = m.values();
    RowCopies rows = RowCopies.take(inRows, width);
    rows.copy(in, 0, inRows, width);
    for (int r = from; r < to; r++) {
      rows.clear(width);
      int stop = m.end()[r + m.endShift()];
      int e = m.begin()[r];
      for (; e < stop - 3; e += 4) {
        rows.add4(
            columns[e],
            values[e],
            columns[e + 1],
            values[e + 1],
            columns[e + 2],
            values[e + 2],
            columns[e + 3],
            values[e + 3],
            width);
      }
      for (; e < stop; e++) {
        rows.add(columns[e], values[e], width);
      }
      rows.end(out, r * width, width);
    }
    rows.release();
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
    int[] columns = matrix.columns();
    float[] values = matrix.values();
    for (int r = from; r < to; r++) {
      int stop = matrix.end()[r + matrix.endShift()];
      int first = Sorted.firstAtOrAfter(columns, matrix.begin()[r], stop, fromColumn);
      for (int e = first; e < stop && columns[e] < toColumn; e++) {
        addShort(out, columns[e] * width, width, in, values[e], r * width);
      }
    }
  }

  @Override
  public void products(SparseRows matrix, float[] a, float[] b, int width, int from, int to) {
    int[] columns = matrix.columns();
    float[] values = matrix.values();
    for (int r = from; r < to; r++) {
      int stop = matrix.end()[r + matrix.endShift()];
      for (int e = matrix.begin()[r]; e < stop; e++) {
        values[e] = product(a, r * width, b, columns[e] * width, width);
      }
    }
  }

  /** Four sums, so that the additions need not wait for each other. */
  private static float product(float[] a, int aStart, float[] b, int bStart, int length) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    int j = 0;
    for (; j + 3 < length; j += 4) {
      s0 = fma(a[aStart + j], b[bStart + j], s0);
      s1 = fma(a[aStart + j + 1], b[bStart + j + 1], s1);
      s2 = fma(a[aStart + j + 2], b[bStart + j + 2], s2);
      s3 = fma(a[aStart + j + 3], b[bStart + j + 3], s3);
    }
    for (; j < length; j++) {
      s0 = fma(a[aStart + j], b[bStart + j], s0);
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** {@link Rows#add}, eight at a time: what pays for the short rows of {@code scatter}. */
  private static void addShort(
      float[] out, int target, int width, float[] in, float value, int source) {
    int j = 0;
    for (; j < width - 7; j += 8) {
      out[target + j] = fma(value, in[source + j], out[target + j]);
      out[target + j + 1] = fma(value, in[source + j + 1], out[target + j + 1]);
      out[target + j + 2] = fma(value, in[source + j + 2], out[target + j + 2]);
      out[target + j + 3] = fma(value, in[source + j + 3], out[target + j + 3]);
      out[target + j + 4] = fma(value, in[source + j + 4], out[target + j + 4]);
      out[target + j + 5] = fma(value, in[source + j + 5], out[target + j + 5]);
      out[target + j + 6] = fma(value, in[source + j + 6], out[target + j + 6]);
      out[target + j + 7] = fma(value, in[source + j + 7], out[target + j + 7]);
    }
    for (; j < width; j++) {
      out[target + j] = fma(value, in[source + j], out[target + j]);
    }
  }

  private static float fma(float a, float b, float c) {
    return VirtualMachine.HAS_FMA ? Math.fma(a, b, c) : a * b + c;
  }
}
