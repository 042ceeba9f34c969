package io.github.gmnn.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums of weighted rows: the sums of one to eight vectors of columns stay in registers over all
 * entries of a row.
 *
 * <p>Each loop stands in one method of its own, and no method is given or returns a vector. C2 does
 * not inline what it has already compiled to much code, and when it happens to compile a helper of
 * a loop before the loop, every vector that passes between them is an object on the heap for as
 * long as the virtual machine runs, a hundred times as slow. The loops over entries are written
 * {@code stop - e >= 4}, which C2 does not take for counted loops: the copies of the body that it
 * puts before and after those cost more than they save on rows of a few entries. Two chains of sums
 * hide the latency of the additions.
 */
final class VectorGather {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  /** Rows after which a wide matrix goes back to its first columns, the indices still cached. */
  private static final int WIDE_ROWS_AT_ONCE = 32;

  /** Rows after which a narrow matrix does: see {@link #rowsAtOnce}. */
  private static final int NARROW_ROWS_AT_ONCE = 128;

  private VectorGather() {}

  static void gather(SparseRows m, float[] in, float[] out, int width, int from, int to) {
    if (width < LANES) {
      if (width > 0) {
        narrowRows(m, in, out, width, from, to);
      }
      return;
    }
    int rows = rowsAtOnce(width);
    for (int r = from; r < to; r += rows) {
      int next = Math.min(to, r + rows);
      if (width == 16) {
        rows16(m, in, out, r, next);
      } else if (width > 2 * LANES) {
        wideRows(m, in, out, width, r, next);
      } else if (width > LANES) {
        rows2(m, in, out, width, 0, width - LANES, r, next);
      } else {
        rows1(m, in, out, width, 0, r, next);
      }
    }
  }

  /**
   * How many rows a call takes. All at once would do for narrow matrices, but a method that is
   * called rarely and runs for long is first replaced while it runs, in the middle of a loop whose
   * sums are on the heap by then, and stays slow until it returns: seconds, on a million rows.
   */
  static int rowsAtOnce(int width) {
    return width > 2 * LANES ? WIDE_ROWS_AT_ONCE : NARROW_ROWS_AT_ONCE;
  }

  /**
   * {@link #gather} for short ranges, to the same bits. They have a loop of their own because C2
   * compiles a loop for the ranges that it has seen, and long ones must not become slower by them.
   */
  static void gatherFew(SparseRows m, float[] in, float[] out, int width, int from, int to) {
    if (to - from >= NARROW_ROWS_AT_ONCE) { // as long as the ranges that gather works in
      gather(m, in, out, width, from, to);
      return;
    }
    if (width > 2 * LANES) {
      wideRows(m, in, out, width, from, to);
      return;
    }
    if (width < LANES) {
      if (width > 0) {
        fewNarrowRows(m, in, out, width, from, to);
      }
      return;
    }
    for (int r = from; r < to; r++) {
      int e = m.begin()[r];
      int stop = m.end()[r + m.endShift()];
      int target = r * width;
      // The last vector may overlap the one before. One call: what is inlined twice is compiled
      // twice.
      for (int column = 0; column >= 0; column = column + LANES < width ? width - LANES : -1) {
        sumInto(out, target + column, m.columns(), m.values(), in, e, stop, width, column);
      }
    }
  }

  private static void wideRows(SparseRows m, float[] in, float[] out, int width, int from, int to) {
    int column = 0;
    for (; width - column >= 8 * LANES; column += 8 * LANES) {
      rows8(m, in, out, width, column, from, to);
    }
    if (width - column >= 4 * LANES) {
      rows4(m, in, out, width, column, from, to);
      column += 4 * LANES;
    }
    if (width - column >= 2 * LANES) {
      rows2(m, in, out, width, column, column + LANES, from, to);
      column += 2 * LANES;
    }
    // The last vector overlaps columns that are summed already, to the same values.
    if (width - column > LANES) {
      rows2(m, in, out, width, column, width - LANES, from, to);
    } else if (width > column) {
      rows1(m, in, out, width, width - LANES, from, to);
    }
  }

  private static void rows1(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      sumInto(
          out, r * width + column, columns, values, in, begin[r], end[r + shift], width, column);
    }
  }

  /** Stores the sum itself, since no method returns a vector. */
  private static void sumInto(
      float[] out,
      int target,
      int[] columns,
      float[] values,
      float[] in,
      int e,
      int stop,
      int width,
      int column) {
    FloatVector s = FloatVector.zero(S);
    FloatVector t = s;
    while (stop - e >= 4) {
      s =
          FloatVector.broadcast(S, values[e])
              .fma(FloatVector.fromArray(S, in, columns[e] * width + column), s);
      t =
          FloatVector.broadcast(S, values[e + 1])
              .fma(FloatVector.fromArray(S, in, columns[e + 1] * width + column), t);
      s =
          FloatVector.broadcast(S, values[e + 2])
              .fma(FloatVector.fromArray(S, in, columns[e + 2] * width + column), s);
      t =
          FloatVector.broadcast(S, values[e + 3])
              .fma(FloatVector.fromArray(S, in, columns[e + 3] * width + column), t);
      e += 4;
    }
    while (stop - e >= 1) {
      s =
          FloatVector.broadcast(S, values[e])
              .fma(FloatVector.fromArray(S, in, columns[e] * width + column), s);
      e++;
    }
    s.add(t).intoArray(out, target);
  }

  private static void rows2(
      SparseRows m,
      float[] in,
      float[] out,
      int width,
      int column0,
      int column1,
      int from,
      int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      FloatVector s0 = FloatVector.zero(S);
      FloatVector s1 = s0;
      FloatVector t0 = s0;
      FloatVector t1 = s0;
      int e = begin[r];
      int stop = end[r + shift];
      while (stop - e >= 4) {
        s0 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width + column0), s0);
        s1 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width + column1), s1);
        t0 =
            FloatVector.broadcast(S, values[e + 1])
                .fma(FloatVector.fromArray(S, in, columns[e + 1] * width + column0), t0);
        t1 =
            FloatVector.broadcast(S, values[e + 1])
                .fma(FloatVector.fromArray(S, in, columns[e + 1] * width + column1), t1);
        s0 =
            FloatVector.broadcast(S, values[e + 2])
                .fma(FloatVector.fromArray(S, in, columns[e + 2] * width + column0), s0);
        s1 =
            FloatVector.broadcast(S, values[e + 2])
                .fma(FloatVector.fromArray(S, in, columns[e + 2] * width + column1), s1);
        t0 =
            FloatVector.broadcast(S, values[e + 3])
                .fma(FloatVector.fromArray(S, in, columns[e + 3] * width + column0), t0);
        t1 =
            FloatVector.broadcast(S, values[e + 3])
                .fma(FloatVector.fromArray(S, in, columns[e + 3] * width + column1), t1);
        e += 4;
      }
      while (stop - e >= 1) {
        s0 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width + column0), s0);
        s1 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width + column1), s1);
        e++;
      }
      s0.add(t0).intoArray(out, r * width + column0);
      s1.add(t1).intoArray(out, r * width + column1);
    }
  }

  /** {@link #rows2} for the most frequent width: a stride known to the compiler is worth 10-20%. */
  private static void rows16(SparseRows m, float[] in, float[] out, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      FloatVector s0 = FloatVector.zero(S);
      FloatVector s1 = s0;
      FloatVector t0 = s0;
      FloatVector t1 = s0;
      int e = begin[r];
      int stop = end[r + shift];
      while (stop - e >= 4) {
        s0 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * 16), s0);
        s1 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * 16 + LANES), s1);
        t0 =
            FloatVector.broadcast(S, values[e + 1])
                .fma(FloatVector.fromArray(S, in, columns[e + 1] * 16), t0);
        t1 =
            FloatVector.broadcast(S, values[e + 1])
                .fma(FloatVector.fromArray(S, in, columns[e + 1] * 16 + LANES), t1);
        s0 =
            FloatVector.broadcast(S, values[e + 2])
                .fma(FloatVector.fromArray(S, in, columns[e + 2] * 16), s0);
        s1 =
            FloatVector.broadcast(S, values[e + 2])
                .fma(FloatVector.fromArray(S, in, columns[e + 2] * 16 + LANES), s1);
        t0 =
            FloatVector.broadcast(S, values[e + 3])
                .fma(FloatVector.fromArray(S, in, columns[e + 3] * 16), t0);
        t1 =
            FloatVector.broadcast(S, values[e + 3])
                .fma(FloatVector.fromArray(S, in, columns[e + 3] * 16 + LANES), t1);
        e += 4;
      }
      while (stop - e >= 1) {
        s0 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * 16), s0);
        s1 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * 16 + LANES), s1);
        e++;
      }
      s0.add(t0).intoArray(out, r * 16);
      s1.add(t1).intoArray(out, r * 16 + LANES);
    }
  }

  private static void rows4(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      FloatVector s0 = FloatVector.zero(S);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      int e = begin[r];
      int stop = end[r + shift];
      while (stop - e >= 1) {
        int source = columns[e] * width + column;
        s0 = FloatVector.broadcast(S, values[e]).fma(FloatVector.fromArray(S, in, source), s0);
        s1 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + LANES), s1);
        s2 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 2 * LANES), s2);
        s3 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 3 * LANES), s3);
        e++;
      }
      int target = r * width + column;
      s0.intoArray(out, target);
      s1.intoArray(out, target + LANES);
      s2.intoArray(out, target + 2 * LANES);
      s3.intoArray(out, target + 3 * LANES);
    }
  }

  private static void rows8(
      SparseRows m, float[] in, float[] out, int width, int column, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    for (int r = from; r < to; r++) {
      FloatVector s0 = FloatVector.zero(S);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      FloatVector s4 = s0;
      FloatVector s5 = s0;
      FloatVector s6 = s0;
      FloatVector s7 = s0;
      int e = begin[r];
      int stop = end[r + shift];
      while (stop - e >= 1) {
        int source = columns[e] * width + column;
        s0 = FloatVector.broadcast(S, values[e]).fma(FloatVector.fromArray(S, in, source), s0);
        s1 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + LANES), s1);
        s2 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 2 * LANES), s2);
        s3 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 3 * LANES), s3);
        s4 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 4 * LANES), s4);
        s5 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 5 * LANES), s5);
        s6 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 6 * LANES), s6);
        s7 =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, source + 7 * LANES), s7);
        e++;
      }
      int target = r * width + column;
      s0.intoArray(out, target);
      s1.intoArray(out, target + LANES);
      s2.intoArray(out, target + 2 * LANES);
      s3.intoArray(out, target + 3 * LANES);
      s4.intoArray(out, target + 4 * LANES);
      s5.intoArray(out, target + 5 * LANES);
      s6.intoArray(out, target + 6 * LANES);
      s7.intoArray(out, target + 7 * LANES);
    }
  }

  /**
   * Widths below a vector's: lanes beyond the row read and write what follows it. Written lanes are
   * set right by the rows after, so rows go in order. Where a vector would pass the end of its
   * array or range, single elements are summed in the same order.
   */
  private static void narrowRows(
      SparseRows m, float[] in, float[] out, int width, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    int lastSource = in.length - LANES;
    int lastTarget = to * width - LANES;
    for (int r = from; r < to; r++) {
      int e = begin[r];
      int stop = end[r + shift];
      // Columns ascend: when the last one is within the array, all are.
      if (stop > e && columns[stop - 1] * width > lastSource || r * width > lastTarget) {
        narrowRow(out, r * width, columns, values, in, e, stop, width);
        continue;
      }
      FloatVector s = FloatVector.zero(S);
      FloatVector t = s;
      while (stop - e >= 4) {
        s =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width), s);
        t =
            FloatVector.broadcast(S, values[e + 1])
                .fma(FloatVector.fromArray(S, in, columns[e + 1] * width), t);
        s =
            FloatVector.broadcast(S, values[e + 2])
                .fma(FloatVector.fromArray(S, in, columns[e + 2] * width), s);
        t =
            FloatVector.broadcast(S, values[e + 3])
                .fma(FloatVector.fromArray(S, in, columns[e + 3] * width), t);
        e += 4;
      }
      while (stop - e >= 1) {
        s =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width), s);
        e++;
      }
      s.add(t).intoArray(out, r * width);
    }
  }

  /** {@link #narrowRows} for short ranges, whose rows are mostly the last of their range. */
  private static void fewNarrowRows(
      SparseRows m, float[] in, float[] out, int width, int from, int to) {
    int[] begin = m.begin();
    int[] end = m.end();
    int shift = m.endShift();
    int[] columns = m.columns();
    float[] values = m.values();
    int lastSource = in.length - LANES;
    for (int r = from; r < to; r++) {
      int e = begin[r];
      int stop = end[r + shift];
      // Columns ascend: when the last one is within the array, all are.
      if (stop > e && columns[stop - 1] * width > lastSource) {
        narrowRow(out, r * width, columns, values, in, e, stop, width);
        continue;
      }
      FloatVector s = FloatVector.zero(S);
      FloatVector t = s;
      while (stop - e >= 4) {
        s =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width), s);
        t =
            FloatVector.broadcast(S, values[e + 1])
                .fma(FloatVector.fromArray(S, in, columns[e + 1] * width), t);
        s =
            FloatVector.broadcast(S, values[e + 2])
                .fma(FloatVector.fromArray(S, in, columns[e + 2] * width), s);
        t =
            FloatVector.broadcast(S, values[e + 3])
                .fma(FloatVector.fromArray(S, in, columns[e + 3] * width), t);
        e += 4;
      }
      while (stop - e >= 1) {
        s =
            FloatVector.broadcast(S, values[e])
                .fma(FloatVector.fromArray(S, in, columns[e] * width), s);
        e++;
      }
      s = s.add(t);
      int target = r * width;
      out[target] = s.lane(0);
      if (width > 1) {
        out[target + 1] = s.lane(1);
      }
      if (width > 2) {
        out[target + 2] = s.lane(2);
      }
      if (width > 3) {
        out[target + 3] = s.lane(3);
      }
      if (width > 4) {
        out[target + 4] = s.lane(4);
      }
      if (width > 5) {
        out[target + 5] = s.lane(5);
      }
      if (width > 6) {
        out[target + 6] = s.lane(6);
      }
    }
  }

  /** A row of a narrow matrix by single elements, to the same bits. */
  private static void narrowRow(
      float[] out,
      int target,
      int[] columns,
      float[] values,
      float[] in,
      int e,
      int stop,
      int width) {
    for (int column = 0; column < width; column++) {
      out[target + column] = sumOne(columns, values, in, e, stop, width, column);
    }
  }

  /** One lane of a row's sum. */
  private static float sumOne(
      int[] columns, float[] values, float[] in, int e, int stop, int width, int column) {
    float s = 0f;
    float t = 0f;
    for (; stop - e >= 4; e += 4) {
      s = Math.fma(values[e], in[columns[e] * width + column], s);
      t = Math.fma(values[e + 1], in[columns[e + 1] * width + column], t);
      s = Math.fma(values[e + 2], in[columns[e + 2] * width + column], s);
      t = Math.fma(values[e + 3], in[columns[e + 3] * width + column], t);
    }
    for (; e < stop; e++) {
      s = Math.fma(values[e], in[columns[e] * width + column], s);
    }
    return s + t;
  }
}
