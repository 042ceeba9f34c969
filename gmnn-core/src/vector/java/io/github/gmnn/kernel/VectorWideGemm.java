package io.github.gmnn.kernel;

import io.github.gmnn.kernel.VectorGemm.Operand;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Dense products of many columns, in tiles of 6 rows by 16 columns: twelve sums, two vectors of the
 * right matrix and one value of the left are all that the sixteen registers have to hold. Blocks of
 * both matrices are copied first, in the order in which tiles read them: of the left one what fits
 * the second-level cache, of the right one what fits the first.
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
  private static final int BLOCK_ROWS = 32 * TILE_ROWS;

  /** What a call needs, 213 kB. */
  private static final class Scratch {
    final float[] left = new float[BLOCK_ROWS * DEPTH];
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
   * Computes {@code out += a·b} for the rows {@code from..to-1} of out, whose rows have {@code n}
   * elements, over the inner indices {@code fromInner..toInner-1}.
   */
  static void add(
      Operand a, Operand b, float[] out, int n, int from, int to, int fromInner, int toInner) {
    Scratch free = FREE.poll();
    Scratch scratch = free == null ? new Scratch() : free;
    for (int inner = fromInner; inner < toInner; inner += DEPTH) {
      int depth = Math.min(DEPTH, toInner - inner);
      for (int row = from; row < to; row += BLOCK_ROWS) {
        int rows = Math.min(BLOCK_ROWS, to - row);
        packLeft(a, row, rows, inner, depth, scratch.left);
        for (int column = 0; column < n; column += TILE_COLUMNS) {
          int columns = Math.min(TILE_COLUMNS, n - column);
          packRight(b, inner, depth, column, columns, scratch.right);
          tiles(scratch, depth, out, row * n + column, n, rows, columns);
        }
      }
    }
    FREE.offer(scratch);
  }

  /** Copies rows of {@code a}, six side by side; the rows that the last six lack become zeros. */
  private static void packLeft(Operand a, int row, int rows, int inner, int depth, float[] left) {
    int start = row * a.rowStride() + inner * a.columnStride();
    int r = 0;
    for (; r + TILE_ROWS <= rows; r += TILE_ROWS) {
      int first = start + r * a.rowStride();
      packSix(a.data(), first, a.rowStride(), a.columnStride(), depth, left, r * depth);
    }
    if (r < rows) {
      Arrays.fill(left, r * depth, (r + TILE_ROWS) * depth, 0f);
    }
    for (int target = r * depth; r < rows; r++) {
      int source = start + r * a.rowStride();
      for (int i = 0; i < depth; i++) {
        left[target + i * TILE_ROWS] = a.data()[source];
        source += a.columnStride();
      }
      target++;
    }
  }

  private static void packSix(
      float[] a, int first, int rowStride, int step, int depth, float[] left, int target) {
    int source = first;
    for (int i = target; i < target + depth * TILE_ROWS; i += TILE_ROWS) {
      left[i] = a[source];
      left[i + 1] = a[source + rowStride];
      left[i + 2] = a[source + 2 * rowStride];
      left[i + 3] = a[source + 3 * rowStride];
      left[i + 4] = a[source + 4 * rowStride];
      left[i + 5] = a[source + 5 * rowStride];
      source += step;
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
      Scratch scratch, int depth, float[] out, int target, int n, int rows, int columns) {
    for (int r = 0; r < rows; r += TILE_ROWS) {
      int first = target + r * n;
      int inside = Math.min(TILE_ROWS, rows - r);
      if (inside == TILE_ROWS && columns == TILE_COLUMNS) {
        tile(scratch.left, r * depth, scratch.right, depth, out, first, n);
      } else {
        edge(scratch, r * depth, depth, out, first, n, inside, columns);
      }
    }
  }

  /** A tile that is not wholly within the output's range: computed apart and copied. */
  private static void edge(
      Scratch scratch, int left, int depth, float[] out, int target, int n, int rows, int columns) {
    float[] edge = scratch.edge;
    for (int i = 0; i < rows; i++) {
      System.arraycopy(out, target + i * n, edge, i * TILE_COLUMNS, columns);
    }
    tile(scratch.left, left, scratch.right, depth, edge, 0, TILE_COLUMNS);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(edge, i * TILE_COLUMNS, out, target + i * n, columns);
    }
  }

  private static void tile(
      float[] a, int left, float[] b, int depth, float[] out, int target, int n) {
    int row1 = target + n;
    int row2 = target + 2 * n;
    int row3 = target + 3 * n;
    int row4 = target + 4 * n;
    int row5 = target + 5 * n;
    FloatVector s00 = FloatVector.fromArray(S, out, target);
    FloatVector s01 = FloatVector.fromArray(S, out, target + LANES);
    FloatVector s10 = FloatVector.fromArray(S, out, row1);
    FloatVector s11 = FloatVector.fromArray(S, out, row1 + LANES);
    FloatVector s20 = FloatVector.fromArray(S, out, row2);
    FloatVector s21 = FloatVector.fromArray(S, out, row2 + LANES);
    FloatVector s30 = FloatVector.fromArray(S, out, row3);
    FloatVector s31 = FloatVector.fromArray(S, out, row3 + LANES);
    FloatVector s40 = FloatVector.fromArray(S, out, row4);
    FloatVector s41 = FloatVector.fromArray(S, out, row4 + LANES);
    FloatVector s50 = FloatVector.fromArray(S, out, row5);
    FloatVector s51 = FloatVector.fromArray(S, out, row5 + LANES);
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
    s10.intoArray(out, row1);
    s11.intoArray(out, row1 + LANES);
    s20.intoArray(out, row2);
    s21.intoArray(out, row2 + LANES);
    s30.intoArray(out, row3);
    s31.intoArray(out, row3 + LANES);
    s40.intoArray(out, row4);
    s41.intoArray(out, row4 + LANES);
    s50.intoArray(out, row5);
    s51.intoArray(out, row5 + LANES);
  }
}
