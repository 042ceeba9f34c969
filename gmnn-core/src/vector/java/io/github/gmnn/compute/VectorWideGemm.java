package io.github.gmnn.compute;

import io.github.gmnn.compute.VectorGemm.Operand;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Dense products of many columns, in tiles of 6 rows by 16 columns: twelve sums, two vectors of the
 * right matrix and one value of the left are all that the sixteen registers have to hold. A block
 * of the right matrix that fits the first-level cache is copied first, in the order in which tiles
 * read it. Of the left one a block that fits the second-level cache is used for all columns before
 * the next: a copy, six rows side by side, or, if there are too few columns for that to pay, the
 * rows themselves.
 *
 * <p>Every element is one chain of fused multiply-adds in ascending order, so no result depends on
 * blocks, or on where a range of rows begins or ends.
 */
final class VectorWideGemm {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = 8;
  private static final int TILE_ROWS = 6;
  private static final int TILE_COLUMNS = 2 * LANES;
  private static final int DEPTH = 256;
  private static final int COPIED_ROWS = 32 * TILE_ROWS;

  /** Elements of the left matrix that are used for all columns before others are. */
  private static final int LEFT_BLOCK = 1 << 16;

  /** Columns up to which rows of the left matrix are read in place. */
  private static final int MOST_IN_PLACE = 128;

  /** A row of zeros, which sums start from. */
  private static final float[] ZEROS = new float[TILE_COLUMNS];

  /** What a call needs, 213 kB. */
  private static final class Scratch {
    /** The last vector that is copied may pass the block's end. */
    final float[] left = new float[COPIED_ROWS * DEPTH + LANES];

    final float[] right = new float[DEPTH * TILE_COLUMNS];
    final float[] edge = new float[TILE_ROWS * TILE_COLUMNS];
  }

  /**
   * Scratches that no call uses now, as many as there ever were calls at once. Not thread-local: a
   * thread of the common pool loses what is local to it after every task.
   */
  private static final Queue<Scratch> FREE = new ConcurrentLinkedQueue<>();

  private VectorWideGemm() {}

  /**
   * Computes {@code out = a·b}, or {@code out += a·b}, for the rows {@code from..to-1} of out,
   * whose rows have {@code n} elements, over the inner indices {@code fromInner..toInner-1}, of
   * which there is at least one.
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
    Scratch free = FREE.poll();
    Scratch scratch = free == null ? new Scratch() : free;
    boolean inPlace = a.columnStride() == 1 && n <= MOST_IN_PLACE;
    for (int inner = fromInner; inner < toInner; inner += DEPTH) {
      int depth = Math.min(DEPTH, toInner - inner);
      boolean add = accumulate || inner > fromInner;
      int block = inPlace ? LEFT_BLOCK / depth / TILE_ROWS * TILE_ROWS : COPIED_ROWS;
      for (int row = from; row < to; row += block) {
        int rows = Math.min(block, to - row);
        float[] left = inPlace ? a.data() : scratch.left;
        int first = inPlace ? row * a.rowStride() + inner : 0;
        if (!inPlace) {
          packLeft(a, row, rows, inner, depth, scratch.left);
        }
        for (int column = 0; column < n; column += TILE_COLUMNS) {
          int columns = Math.min(TILE_COLUMNS, n - column);
          packRight(b, inner, depth, column, columns, scratch.right);
          int target = row * n + column;
          tiles(
              left,
              first,
              a.rowStride(),
              !inPlace,
              scratch,
              depth,
              out,
              target,
              n,
              rows,
              columns,
              add);
        }
      }
    }
    FREE.offer(scratch);
  }

  /**
   * Copies rows of {@code a}, six side by side. Rows that the last six lack hold anything, and
   * their sums are never part of the output.
   */
  private static void packLeft(Operand a, int row, int rows, int inner, int depth, float[] left) {
    int start = row * a.rowStride() + inner * a.columnStride();
    for (int r = 0; r < rows; r += TILE_ROWS) {
      int first = start + r * a.rowStride();
      if (a.rowStride() == 1) {
        packSixAtOnce(a.data(), first, a.columnStride(), depth, left, r * depth);
      } else {
        for (int i = 0; i < Math.min(TILE_ROWS, rows - r); i++) {
          packRow(a.data(), first + i * a.rowStride(), depth, left, r * depth + i);
        }
      }
    }
  }

  /** By vectors, each of which writes two elements too many, for the next to write over. */
  private static void packSixAtOnce(
      float[] a, int first, int step, int depth, float[] left, int target) {
    int source = first;
    int next = target;
    int end = target + depth * TILE_ROWS;
    for (; next < end && source + LANES <= a.length; next += TILE_ROWS) {
      FloatVector.fromArray(S, a, source).intoArray(left, next);
      source += step;
    }
    for (; next < end; next += TILE_ROWS) {
      System.arraycopy(a, source, left, next, Math.min(TILE_ROWS, a.length - source));
      source += step;
    }
  }

  private static void packRow(float[] a, int source, int depth, float[] left, int target) {
    for (int i = 0; i < depth; i++) {
      left[target + i * TILE_ROWS] = a[source + i];
    }
  }

  /**
   * Copies columns of {@code b}, row after row. What stands behind the last column does not matter:
   * its sums are never part of the output.
   */
  private static void packRight(
      Operand b, int inner, int depth, int column, int columns, float[] right) {
    int start = inner * b.rowStride() + column * b.columnStride();
    if (b.columnStride() != 1) {
      for (int j = 0; j < columns; j++) {
        packColumn(b.data(), start + j * b.columnStride(), b.rowStride(), depth, right, j);
      }
    } else if (columns == TILE_COLUMNS) {
      packVectors(b.data(), start, b.rowStride(), depth, right);
    } else {
      for (int i = 0; i < depth; i++) {
        System.arraycopy(b.data(), start + i * b.rowStride(), right, i * TILE_COLUMNS, columns);
      }
    }
  }

  private static void packColumn(
      float[] b, int start, int step, int depth, float[] right, int target) {
    int source = start;
    for (int i = 0; i < depth; i++) {
      right[target + i * TILE_COLUMNS] = b[source];
      source += step;
    }
  }

  private static void packVectors(float[] b, int start, int step, int depth, float[] right) {
    int source = start;
    for (int i = 0; i < depth; i++) {
      FloatVector.fromArray(S, b, source).intoArray(right, i * TILE_COLUMNS);
      FloatVector.fromArray(S, b, source + LANES).intoArray(right, i * TILE_COLUMNS + LANES);
      source += step;
    }
  }

  /** The tiles below each other that share a block of the right matrix. */
  private static void tiles(
      float[] a,
      int left,
      int rowStride,
      boolean copied,
      Scratch scratch,
      int depth,
      float[] out,
      int target,
      int n,
      int rows,
      int columns,
      boolean add) {
    float[] b = scratch.right;
    for (int r = 0; r < rows; r += TILE_ROWS) {
      int inside = Math.min(TILE_ROWS, rows - r);
      // A tile that is not wholly within the output's range is computed apart and copied.
      boolean whole = inside == TILE_ROWS && columns == TILE_COLUMNS;
      int first = target + r * n;
      if (!whole && add) {
        VectorGemm.copy(out, first, n, scratch.edge, 0, TILE_COLUMNS, inside, columns);
      }
      float[] sums = whole ? out : scratch.edge;
      int start = whole ? first : 0;
      int stride = whole ? n : TILE_COLUMNS;
      float[] base = add ? sums : ZEROS;
      int from = add ? start : 0;
      int fromStride = add ? stride : 0;
      if (copied) {
        copiedTile(a, r * depth, b, depth, base, from, fromStride, sums, start, stride);
      } else {
        int row0 = left + r * rowStride;
        int row1 =
            row0 + Math.min(1, inside - 1) * rowStride; // what does not exist repeats the last
        int row2 = row0 + Math.min(2, inside - 1) * rowStride;
        int row3 = row0 + Math.min(3, inside - 1) * rowStride;
        int row4 = row0 + Math.min(4, inside - 1) * rowStride;
        int row5 = row0 + (inside - 1) * rowStride;
        tile(
            a,
            row0,
            row1,
            row2,
            row3,
            row4,
            row5,
            b,
            depth,
            base,
            from,
            fromStride,
            sums,
            start,
            stride);
      }
      if (!whole) {
        VectorGemm.copy(scratch.edge, 0, TILE_COLUMNS, out, first, n, inside, columns);
      }
    }
  }

  /**
   * Adds six rows of the left matrix times a block of the right one to what lies at {@code
   * base[start..]}, and stores the sums at {@code out[target..]}.
   */
  private static void tile(
      float[] a,
      int row0,
      int row1,
      int row2,
      int row3,
      int row4,
      int row5,
      float[] b,
      int depth,
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
    FloatVector s40 = FloatVector.fromArray(S, base, start + 4 * baseStride);
    FloatVector s41 = FloatVector.fromArray(S, base, start + 4 * baseStride + LANES);
    FloatVector s50 = FloatVector.fromArray(S, base, start + 5 * baseStride);
    FloatVector s51 = FloatVector.fromArray(S, base, start + 5 * baseStride + LANES);
    for (int i = 0; i < depth; i++) {
      FloatVector b0 = FloatVector.fromArray(S, b, i * TILE_COLUMNS);
      FloatVector b1 = FloatVector.fromArray(S, b, i * TILE_COLUMNS + LANES);
      FloatVector value = FloatVector.broadcast(S, a[row0 + i]);
      s00 = value.fma(b0, s00);
      s01 = value.fma(b1, s01);
      value = FloatVector.broadcast(S, a[row1 + i]);
      s10 = value.fma(b0, s10);
      s11 = value.fma(b1, s11);
      value = FloatVector.broadcast(S, a[row2 + i]);
      s20 = value.fma(b0, s20);
      s21 = value.fma(b1, s21);
      value = FloatVector.broadcast(S, a[row3 + i]);
      s30 = value.fma(b0, s30);
      s31 = value.fma(b1, s31);
      value = FloatVector.broadcast(S, a[row4 + i]);
      s40 = value.fma(b0, s40);
      s41 = value.fma(b1, s41);
      value = FloatVector.broadcast(S, a[row5 + i]);
      s50 = value.fma(b0, s50);
      s51 = value.fma(b1, s51);
    }
    s00.intoArray(out, target);
    s01.intoArray(out, target + LANES);
    s10.intoArray(out, target + stride);
    s11.intoArray(out, target + stride + LANES);
    s20.intoArray(out, target + 2 * stride);
    s21.intoArray(out, target + 2 * stride + LANES);
    s30.intoArray(out, target + 3 * stride);
    s31.intoArray(out, target + 3 * stride + LANES);
    s40.intoArray(out, target + 4 * stride);
    s41.intoArray(out, target + 4 * stride + LANES);
    s50.intoArray(out, target + 5 * stride);
    s51.intoArray(out, target + 5 * stride + LANES);
  }

  private static void copiedTile(
      float[] a,
      int left,
      float[] b,
      int depth,
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
    FloatVector s40 = FloatVector.fromArray(S, base, start + 4 * baseStride);
    FloatVector s41 = FloatVector.fromArray(S, base, start + 4 * baseStride + LANES);
    FloatVector s50 = FloatVector.fromArray(S, base, start + 5 * baseStride);
    FloatVector s51 = FloatVector.fromArray(S, base, start + 5 * baseStride + LANES);
    for (int i = 0; i < depth; i++) {
      FloatVector b0 = FloatVector.fromArray(S, b, i * TILE_COLUMNS);
      FloatVector b1 = FloatVector.fromArray(S, b, i * TILE_COLUMNS + LANES);
      FloatVector value = FloatVector.broadcast(S, a[left + i * TILE_ROWS]);
      s00 = value.fma(b0, s00);
      s01 = value.fma(b1, s01);
      value = FloatVector.broadcast(S, a[left + i * TILE_ROWS + 1]);
      s10 = value.fma(b0, s10);
      s11 = value.fma(b1, s11);
      value = FloatVector.broadcast(S, a[left + i * TILE_ROWS + 2]);
      s20 = value.fma(b0, s20);
      s21 = value.fma(b1, s21);
      value = FloatVector.broadcast(S, a[left + i * TILE_ROWS + 3]);
      s30 = value.fma(b0, s30);
      s31 = value.fma(b1, s31);
      value = FloatVector.broadcast(S, a[left + i * TILE_ROWS + 4]);
      s40 = value.fma(b0, s40);
      s41 = value.fma(b1, s41);
      value = FloatVector.broadcast(S, a[left + i * TILE_ROWS + 5]);
      s50 = value.fma(b0, s50);
      s51 = value.fma(b1, s51);
    }
    s00.intoArray(out, target);
    s01.intoArray(out, target + LANES);
    s10.intoArray(out, target + stride);
    s11.intoArray(out, target + stride + LANES);
    s20.intoArray(out, target + 2 * stride);
    s21.intoArray(out, target + 2 * stride + LANES);
    s30.intoArray(out, target + 3 * stride);
    s31.intoArray(out, target + 3 * stride + LANES);
    s40.intoArray(out, target + 4 * stride);
    s41.intoArray(out, target + 4 * stride + LANES);
    s50.intoArray(out, target + 5 * stride);
    s51.intoArray(out, target + 5 * stride + LANES);
  }
}
