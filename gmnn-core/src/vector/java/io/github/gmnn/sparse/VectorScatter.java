package io.github.gmnn.sparse;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Weighted rows added to the rows that a matrix's columns name: the source row stays in registers
 * over its entries. Lanes that would be added twice, or that lie beyond a row, hold zero in the
 * source.
 */
final class VectorScatter {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  private VectorScatter() {}

  static void scatter(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    if (width == 0) {
      return;
    }
    if (width < LANES) {
      narrowRows(m, in, out, width, from, to, fromColumn, toColumn);
      return;
    }
    boolean partial = fromColumn > 0 || toColumn * width < out.length;
    for (int r = from; r < to; r++) {
      int first = m.begin()[r];
      int stop = m.end()[r + m.endShift()];
      if (partial) {
        first = Kernels.firstAtOrAfter(m.columns(), first, stop, fromColumn);
        stop = Kernels.firstAtOrAfter(m.columns(), first, stop, toColumn);
      }
      row(m, in, out, width, r, first, stop);
    }
  }

  private static void row(
      SparseRows m, float[] in, float[] out, int width, int r, int first, int stop) {
    int column = 0;
    for (; width - column >= 4 * LANES; column += 4 * LANES) {
      add4(m, in, out, width, r, first, stop, column);
    }
    for (; width - column >= 2 * LANES; column += 2 * LANES) {
      add2(m, in, out, width, r, first, stop, column);
    }
    if (width - column >= LANES) {
      FloatVector x = FloatVector.fromArray(S, in, r * width + column);
      add1(m, x, out, width, first, stop, column);
      column += LANES;
    }
    if (width > column) {
      // The last vector overlaps the one before, where it adds nothing.
      VectorMask<Float> rest = S.indexInRange(0, column - width + LANES).not();
      FloatVector x = FloatVector.fromArray(S, in, (r + 1) * width - LANES);
      add1(m, FloatVector.zero(S).blend(x, rest), out, width, first, stop, width - LANES);
    }
  }

  private static void add1(
      SparseRows m, FloatVector x, float[] out, int width, int first, int stop, int column) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int e = first; e < stop; e++) {
      add(x, values[e], out, columns[e] * width + column);
    }
  }

  private static void add2(
      SparseRows m, float[] in, float[] out, int width, int r, int first, int stop, int column) {
    int[] columns = m.columns();
    float[] values = m.values();
    FloatVector x0 = FloatVector.fromArray(S, in, r * width + column);
    FloatVector x1 = FloatVector.fromArray(S, in, r * width + column + LANES);
    for (int e = first; e < stop; e++) {
      int target = columns[e] * width + column;
      add(x0, values[e], out, target);
      add(x1, values[e], out, target + LANES);
    }
  }

  private static void add4(
      SparseRows m, float[] in, float[] out, int width, int r, int first, int stop, int column) {
    int[] columns = m.columns();
    float[] values = m.values();
    int source = r * width + column;
    FloatVector x0 = FloatVector.fromArray(S, in, source);
    FloatVector x1 = FloatVector.fromArray(S, in, source + LANES);
    FloatVector x2 = FloatVector.fromArray(S, in, source + 2 * LANES);
    FloatVector x3 = FloatVector.fromArray(S, in, source + 3 * LANES);
    for (int e = first; e < stop; e++) {
      int target = columns[e] * width + column;
      add(x0, values[e], out, target);
      add(x1, values[e], out, target + LANES);
      add(x2, values[e], out, target + 2 * LANES);
      add(x3, values[e], out, target + 3 * LANES);
    }
  }

  /** Targets whose vector would pass the end of the column range are added to one by one. */
  private static void narrowRows(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    int[] columns = m.columns();
    float[] values = m.values();
    int lastTarget = toColumn * width - LANES;
    float[] source = new float[LANES];
    for (int r = from; r < to; r++) {
      System.arraycopy(in, r * width, source, 0, width);
      FloatVector x = FloatVector.fromArray(S, source, 0);
      int stop = m.end()[r + m.endShift()];
      int e = Kernels.firstAtOrAfter(columns, m.begin()[r], stop, fromColumn);
      for (; e < stop && columns[e] * width <= lastTarget; e++) {
        add(x, values[e], out, columns[e] * width);
      }
      for (; e < stop && columns[e] < toColumn; e++) {
        for (int j = 0; j < width; j++) {
          int target = columns[e] * width + j;
          out[target] = Math.fma(values[e], source[j], out[target]);
        }
      }
    }
  }

  private static void add(FloatVector x, float value, float[] out, int target) {
    FloatVector.broadcast(S, value)
        .fma(x, FloatVector.fromArray(S, out, target))
        .intoArray(out, target);
  }
}
