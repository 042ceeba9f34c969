package io.github.gmnn.kernel;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Dense products. Those of at most 16 columns are done here, in tiles of 4 or 8 rows, whose sums
 * stay in registers over a block of the inner dimension: the block of the right matrix is copied
 * into a panel first, which fits the first-level cache; the left matrix, read once, is read in
 * place. Wider ones go to {@link VectorWideGemm}.
 *
 * <p>Every element is one chain of fused multiply-adds in ascending order, so no result depends on
 * blocks, or on where a range of rows begins or ends.
 */
final class VectorGemm {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;
  private static final int TILE_ROWS = 4;
  private static final int TILE_COLUMNS = 2 * LANES;
  private static final int DEPTH = 256;

  /** Where a tile is computed that does not lie wholly within the output, after the panel. */
  private static final int EDGE = DEPTH * TILE_COLUMNS;

  /** A row of zeros, after that tile. */
  private static final int ZEROS = EDGE + TILE_ROWS * TILE_COLUMNS;

  /** A panel, one tile and zeros, 17 kB a thread, kept over calls. */
  private static final ThreadLocal<float[]> SCRATCH =
      ThreadLocal.withInitial(() -> new float[ZEROS + TILE_COLUMNS]);

  private VectorGemm() {}

  /** A matrix as its array and the distances between neighbours in either direction. */
  record Operand(float[] data, int rowStride, int columnStride) {}

  /**
   * Computes {@code out = a·b}, or {@code out += a·b}, for the rows {@code from..to-1} of out,
   * whose rows have {@code n} elements, over the inner indices {@code fromInner..toInner-1}.
   */
  static void multiply(
      Operand a,
      Operand b,
      float[] out,
      int n,
      int from,
      int to,
      int fromInner,
      int toInner,
      boolean accumulate) {
    if (!accumulate && (fromInner == toInner || n > TILE_COLUMNS)) {
      Arrays.fill(out, from * n, to * n, 0f);
    }
    if (n > TILE_COLUMNS) {
      VectorWideGemm.add(a, b, out, n, from, to, fromInner, toInner);
      return;
    }
    if (n == 0) {
      return;
    }
    float[] panel = SCRATCH.get();
    for (int inner = fromInner; inner < toInner; inner += DEPTH) {
      int depth = Math.min(DEPTH, toInner - inner);
      pack(b, inner, depth, n, panel);
      tiles(a, inner, depth, panel, out, n, from, to, accumulate || inner > fromInner);
    }
  }

  /**
   * Copies a block of {@code b}, row after row, each padded to whole vectors. What the padding
   * holds does not matter: its sums are never part of the output.
   */
  private static void pack(Operand b, int inner, int depth, int columns, float[] panel) {
    int start = inner * b.rowStride;
    int stride = roundUp(columns);
    if (b.columnStride != 1) {
      packTransposed(b, start, depth, columns, stride, panel);
    } else if (columns <= LANES) {
      packNarrow(b, start, depth, columns, panel);
    } else {
      for (int i = 0; i < depth; i++) {
        System.arraycopy(b.data, start + i * b.rowStride, panel, i * stride, columns);
      }
    }
  }

  private static void packNarrow(Operand b, int start, int depth, int columns, float[] panel) {
    float[] data = b.data;
    int source = start;
    int i = 0;
    for (; i < depth && source + LANES <= data.length; i++) {
      FloatVector.fromArray(S, data, source).intoArray(panel, i * LANES);
      source += b.rowStride;
    }
    for (; i < depth; i++) {
      System.arraycopy(data, source, panel, i * LANES, columns);
      source += b.rowStride;
    }
  }

  private static void packTransposed(
      Operand b, int start, int depth, int columns, int stride, float[] panel) {
    float[] data = b.data;
    for (int j = 0; j < columns; j++) {
      int source = start + j * b.columnStride;
      int target = j;
      for (int i = 0; i < depth; i++) {
        panel[target] = data[source + i];
        target += stride;
      }
    }
  }

  private static void tiles(
      Operand a,
      int inner,
      int depth,
      float[] panel,
      float[] out,
      int n,
      int from,
      int to,
      boolean add) {
    int step = a.columnStride;
    int tileRows = n <= LANES ? 2 * TILE_ROWS : TILE_ROWS; // eight sums, to hide their latency
    for (int r = from; r < to; r += tileRows) {
      int rows = Math.min(tileRows, to - r);
      int target = r * n;
      // An output narrower than a vector is written past its rows' ends, in order, so that the next
      // row puts right what was written over; only the range's end must not be passed. A tile that
      // is not wholly within the range is computed apart and copied.
      boolean inside =
          rows == tileRows
              && (n % LANES == 0 || n < LANES && !add && target + (rows - 1) * n + LANES <= to * n);
      int edgeStride = roundUp(n);
      if (!inside && add) {
        copy(out, target, n, panel, EDGE, edgeStride, rows, n);
      }
      float[] sums = inside ? out : panel;
      int start = inside ? target : EDGE;
      int stride = inside ? n : edgeStride;
      float[] base = add ? sums : panel;
      int baseStart = add ? start : ZEROS;
      int baseStride = add ? stride : 0;
      int a0 = r * a.rowStride + inner * step;
      int a1 = a0 + Math.min(1, rows - 1) * a.rowStride; // rows that do not exist repeat the last
      int a2 = a0 + Math.min(2, rows - 1) * a.rowStride;
      int a3 = a0 + Math.min(3, rows - 1) * a.rowStride;
      if (n <= LANES) {
        int a4 = a0 + Math.min(4, rows - 1) * a.rowStride;
        int a5 = a0 + Math.min(5, rows - 1) * a.rowStride;
        int a6 = a0 + Math.min(6, rows - 1) * a.rowStride;
        int a7 = a0 + (rows - 1) * a.rowStride;
        tile1(
            a.data,
            a0,
            a1,
            a2,
            a3,
            a4,
            a5,
            a6,
            a7,
            step,
            depth,
            panel,
            base,
            baseStart,
            baseStride,
            sums,
            start,
            stride);
      } else {
        tile2(
            a.data,
            a0,
            a1,
            a2,
            a3,
            step,
            depth,
            panel,
            base,
            baseStart,
            baseStride,
            sums,
            start,
            stride);
      }
      if (!inside) {
        copy(panel, EDGE, edgeStride, out, target, n, rows, n);
      }
    }
  }

  /** Copies the beginnings of some rows. */
  private static void copy(
      float[] from,
      int source,
      int fromStride,
      float[] to,
      int target,
      int toStride,
      int rows,
      int columns) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(from, source + i * fromStride, to, target + i * toStride, columns);
    }
  }

  /**
   * Adds eight rows of {@code a} times the panel to what lies at {@code base[start..]} and stores
   * the sums at {@code out[target..]}.
   */
  private static void tile1(
      float[] a,
      int a0,
      int a1,
      int a2,
      int a3,
      int a4,
      int a5,
      int a6,
      int a7,
      int step,
      int depth,
      float[] panel,
      float[] base,
      int start,
      int baseStride,
      float[] out,
      int target,
      int stride) {
    FloatVector s0 = FloatVector.fromArray(S, base, start);
    FloatVector s1 = FloatVector.fromArray(S, base, start + baseStride);
    FloatVector s2 = FloatVector.fromArray(S, base, start + 2 * baseStride);
    FloatVector s3 = FloatVector.fromArray(S, base, start + 3 * baseStride);
    FloatVector s4 = FloatVector.fromArray(S, base, start + 4 * baseStride);
    FloatVector s5 = FloatVector.fromArray(S, base, start + 5 * baseStride);
    FloatVector s6 = FloatVector.fromArray(S, base, start + 6 * baseStride);
    FloatVector s7 = FloatVector.fromArray(S, base, start + 7 * baseStride);
    int next = 0;
    for (int i = 0; i < depth; i++) {
      FloatVector b = FloatVector.fromArray(S, panel, i * LANES);
      s0 = FloatVector.broadcast(S, a[a0 + next]).fma(b, s0);
      s1 = FloatVector.broadcast(S, a[a1 + next]).fma(b, s1);
      s2 = FloatVector.broadcast(S, a[a2 + next]).fma(b, s2);
      s3 = FloatVector.broadcast(S, a[a3 + next]).fma(b, s3);
      s4 = FloatVector.broadcast(S, a[a4 + next]).fma(b, s4);
      s5 = FloatVector.broadcast(S, a[a5 + next]).fma(b, s5);
      s6 = FloatVector.broadcast(S, a[a6 + next]).fma(b, s6);
      s7 = FloatVector.broadcast(S, a[a7 + next]).fma(b, s7);
      next += step;
    }
    s0.intoArray(out, target);
    s1.intoArray(out, target + stride);
    s2.intoArray(out, target + 2 * stride);
    s3.intoArray(out, target + 3 * stride);
    s4.intoArray(out, target + 4 * stride);
    s5.intoArray(out, target + 5 * stride);
    s6.intoArray(out, target + 6 * stride);
    s7.intoArray(out, target + 7 * stride);
  }

  /** {@link #tile1} for two vectors of columns and four rows. */
  private static void tile2(
      float[] a,
      int a0,
      int a1,
      int a2,
      int a3,
      int step,
      int depth,
      float[] panel,
      float[] base,
      int start,
      int baseStride,
      float[] out,
      int target,
      int stride) {
    FloatVector s00 = FloatVector.fromArray(S, base, start);
    FloatVector s01 = FloatVector.fromArray(S, base, start + LANES);
    FloatVector s10 = FloatVector.fromArray(S, base, start + baseStride);
    FloatVector s11 = FloatVector.fromArray(S, base, start + baseStride + LANES);
    FloatVector s20 = FloatVector.fromArray(S, base, start + 2 * baseStride);
    FloatVector s21 = FloatVector.fromArray(S, base, start + 2 * baseStride + LANES);
    FloatVector s30 = FloatVector.fromArray(S, base, start + 3 * baseStride);
    FloatVector s31 = FloatVector.fromArray(S, base, start + 3 * baseStride + LANES);
    int next = 0;
    for (int i = 0; i < depth; i++) {
      FloatVector b0 = FloatVector.fromArray(S, panel, i * 2 * LANES);
      FloatVector b1 = FloatVector.fromArray(S, panel, i * 2 * LANES + LANES);
      FloatVector value = FloatVector.broadcast(S, a[a0 + next]);
      s00 = value.fma(b0, s00);
      s01 = value.fma(b1, s01);
      value = FloatVector.broadcast(S, a[a1 + next]);
      s10 = value.fma(b0, s10);
      s11 = value.fma(b1, s11);
      value = FloatVector.broadcast(S, a[a2 + next]);
      s20 = value.fma(b0, s20);
      s21 = value.fma(b1, s21);
      value = FloatVector.broadcast(S, a[a3 + next]);
      s30 = value.fma(b0, s30);
      s31 = value.fma(b1, s31);
      next += step;
    }
    s00.intoArray(out, target);
    s01.intoArray(out, target + LANES);
    s10.intoArray(out, target + stride);
    s11.intoArray(out, target + stride + LANES);
    s20.intoArray(out, target + 2 * stride);
    s21.intoArray(out, target + 2 * stride + LANES);
    s30.intoArray(out, target + 3 * stride);
    s31.intoArray(out, target + 3 * stride + LANES);
  }

  private static int roundUp(int columns) {
    return (columns + LANES - 1) / LANES * LANES;
  }
}
