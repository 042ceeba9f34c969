package io.github.gmnn.kernel;

import io.github.gmnn.internal.Sorted;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Weighted rows added to the rows that a matrix's columns name: one to four vectors of the source
 * row stay in registers over its entries. Lanes that would be added twice, or that lie beyond a
 * row, are zero in the source.
 *
 * <p>For the form of the loops see {@link VectorGather}.
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
    int rows = VectorGather.rowsAtOnce(width);
    for (int r = from; r < to; r += rows) {
      int next = Math.min(to, r + rows);
      if (width >= LANES) {
        wideRows(m, in, out, width, r, next, fromColumn, toColumn);
      } else if (width > 0) {
        narrowRows(m, in, out, width, r, next, fromColumn, toColumn);
      }
    }
  }

  private static void wideRows(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    int column = 0;
    for (; width - column >= 4 * LANES; column += 4 * LANES) {
      rows4(m, in, out, width, column, from, to, fromColumn, toColumn);
    }
    if (width - column >= 2 * LANES) {
      rows2(m, in, out, width, column, from, to, fromColumn, toColumn);
      column += 2 * LANES;
    }
    if (width - column >= LANES) {
      rows1(m, in, out, width, column, 0, from, to, fromColumn, toColumn);
      column += LANES;
    }
    if (width > column) {
      // The last vector overlaps the one before, where it adds nothing.
      int overlap = column - (width - LANES);
      rows1(m, in, out, width, width - LANES, overlap, from, to, fromColumn, toColumn);
    }
  }

  private static void rows1(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int column,
      int firstLane,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    int[] columns = m.columns();
    float[] values = m.values();
    VectorMask<Float> lanes = S.indexInRange(0, firstLane).not();
    for (int r = from; r < to; r++) {
      FloatVector x = FloatVector.fromArray(S, in, r * width + column);
      x = FloatVector.zero(S).blend(x, lanes);
      int e = first(m, r, fromColumn);
      int stop = stop(m, r, e, toColumn);
      while (stop - e >= 1) {
        FloatVector.broadcast(S, values[e])
            .fma(x, FloatVector.fromArray(S, out, columns[e] * width + column))
            .intoArray(out, columns[e] * width + column);
        e++;
      }
    }
  }

  private static void rows2(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int column,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      FloatVector x0 = FloatVector.fromArray(S, in, r * width + column);
      FloatVector x1 = FloatVector.fromArray(S, in, r * width + column + LANES);
      int e = first(m, r, fromColumn);
      int stop = stop(m, r, e, toColumn);
      while (stop - e >= 2) {
        int target0 = columns[e] * width + column;
        int target1 = columns[e + 1] * width + column;
        FloatVector.broadcast(S, values[e])
            .fma(x0, FloatVector.fromArray(S, out, target0))
            .intoArray(out, target0);
        FloatVector.broadcast(S, values[e])
            .fma(x1, FloatVector.fromArray(S, out, target0 + LANES))
            .intoArray(out, target0 + LANES);
        FloatVector.broadcast(S, values[e + 1])
            .fma(x0, FloatVector.fromArray(S, out, target1))
            .intoArray(out, target1);
        FloatVector.broadcast(S, values[e + 1])
            .fma(x1, FloatVector.fromArray(S, out, target1 + LANES))
            .intoArray(out, target1 + LANES);
        e += 2;
      }
      if (stop - e >= 1) {
        int target = columns[e] * width + column;
        FloatVector.broadcast(S, values[e])
            .fma(x0, FloatVector.fromArray(S, out, target))
            .intoArray(out, target);
        FloatVector.broadcast(S, values[e])
            .fma(x1, FloatVector.fromArray(S, out, target + LANES))
            .intoArray(out, target + LANES);
      }
    }
  }

  private static void rows4(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int column,
      int from,
      int to,
      int fromColumn,
      int toColumn) {
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      int source = r * width + column;
      FloatVector x0 = FloatVector.fromArray(S, in, source);
      FloatVector x1 = FloatVector.fromArray(S, in, source + LANES);
      FloatVector x2 = FloatVector.fromArray(S, in, source + 2 * LANES);
      FloatVector x3 = FloatVector.fromArray(S, in, source + 3 * LANES);
      int e = first(m, r, fromColumn);
      int stop = stop(m, r, e, toColumn);
      while (stop - e >= 1) {
        int target = columns[e] * width + column;
        FloatVector.broadcast(S, values[e])
            .fma(x0, FloatVector.fromArray(S, out, target))
            .intoArray(out, target);
        FloatVector.broadcast(S, values[e])
            .fma(x1, FloatVector.fromArray(S, out, target + LANES))
            .intoArray(out, target + LANES);
        FloatVector.broadcast(S, values[e])
            .fma(x2, FloatVector.fromArray(S, out, target + 2 * LANES))
            .intoArray(out, target + 2 * LANES);
        FloatVector.broadcast(S, values[e])
            .fma(x3, FloatVector.fromArray(S, out, target + 3 * LANES))
            .intoArray(out, target + 3 * LANES);
        e++;
      }
    }
  }

  /** Where a vector would pass an array's end or the range of columns, elements go one by one. */
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
    VectorMask<Float> lanes = S.indexInRange(0, width);
    for (int r = from; r < to; r++) {
      int source = r * width;
      int e = first(m, r, fromColumn);
      int stop = stop(m, r, e, toColumn);
      boolean inside = source + LANES <= in.length;
      FloatVector x = FloatVector.zero(S);
      if (inside) {
        x = x.blend(FloatVector.fromArray(S, in, source), lanes);
      }
      while (inside && stop - e >= 1 && columns[e] * width <= lastTarget) {
        FloatVector.broadcast(S, values[e])
            .fma(x, FloatVector.fromArray(S, out, columns[e] * width))
            .intoArray(out, columns[e] * width);
        e++;
      }
      for (; e < stop; e++) {
        for (int j = 0; j < width; j++) {
          int target = columns[e] * width + j;
          out[target] = Math.fma(values[e], in[source + j], out[target]);
        }
      }
    }
  }

  private static int first(SparseRows m, int row, int fromColumn) {
    int first = m.begin()[row];
    return fromColumn == 0
        ? first
        : Sorted.firstAtOrAfter(m.columns(), first, m.end()[row + m.endShift()], fromColumn);
  }

  private static int stop(SparseRows m, int row, int first, int toColumn) {
    int stop = m.end()[row + m.endShift()];
    return stop == first || m.columns()[stop - 1] < toColumn
        ? stop
        : Sorted.firstAtOrAfter(m.columns(), first, stop, toColumn);
  }
}
