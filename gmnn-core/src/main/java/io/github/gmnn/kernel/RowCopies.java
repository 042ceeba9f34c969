package io.github.gmnn.kernel;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Weighted sums of rows that are read many times, each copied into an array of its own. C2 makes
 * vectors of a loop that begins where its arrays do; the same loop over a part of an array it
 * leaves as it is, which takes four times as long. Sums are the same to the last bit.
 */
final class RowCopies {
  /** Those that no call uses now, as many as there ever were calls at once. */
  private static final Queue<RowCopies> FREE = new ConcurrentLinkedQueue<>();

  private float[][] rows = {};
  private float[] sum = {};

  private RowCopies() {}

  /** Returns some that nobody else uses, until they are {@linkplain #release released}. */
  static RowCopies take(int count, int width) {
    RowCopies free = FREE.poll();
    RowCopies copies = free == null ? new RowCopies() : free;
    copies.makeRoom(count, width);
    return copies;
  }

  private void makeRoom(int count, int width) {
    if (sum.length < width) {
      sum = new float[width];
    }
    int had = rows.length;
    if (had < count) {
      rows = Arrays.copyOf(rows, count);
    }
    for (int i = 0; i < count; i++) {
      if (i >= had || rows[i].length < width) {
        rows[i] = new float[width];
      }
    }
  }

  void release() {
    FREE.offer(this);
  }

  /** Copies consecutive rows. */
  void copy(float[] matrix, int first, int count, int width) {
    for (int i = 0; i < count; i++) {
      System.arraycopy(matrix, first + i * width, rows[i], 0, width);
    }
  }

  /** Copies the columns of a matrix, each as a row. */
  void copyTransposed(float[] matrix, int length, int columns) {
    for (int i = 0; i < length; i++) {
      for (int j = 0; j < columns; j++) {
        rows[j][i] = matrix[i * columns + j];
      }
    }
  }

  /** Begins a sum with zeros. */
  void clear(int width) {
    Arrays.fill(sum, 0, width, 0f);
  }

  /** Begins a sum with what there is. */
  void begin(float[] from, int start, int width) {
    System.arraycopy(from, start, sum, 0, width);
  }

  /** Ends a sum. */
  void end(float[] to, int start, int width) {
    System.arraycopy(sum, 0, to, start, width);
  }

  /** Adds the first rows, weighted by elements of {@code a}. */
  void add(float[] a, int first, int step, int count, int width) {
    int i = 0;
    int x = first;
    for (; i < count - 3; i += 4) {
      add4(i, a[x], i + 1, a[x + step], i + 2, a[x + 2 * step], i + 3, a[x + 3 * step], width);
      x += 4 * step;
    }
    for (; i < count; i++) {
      add(i, a[x], width);
      x += step;
    }
  }

  /** Adds a row, as {@link Rows#add} does. */
  void add(int row, float value, int width) {
    add(sum, width, rows[row], value);
  }

  private static void add(float[] sum, int width, float[] row, float value) {
    for (int j = 0; j < width; j++) {
      sum[j] += value * row[j];
    }
  }

  /** Adds four rows, as {@link Rows#add4} does. */
  void add4(int i0, float v0, int i1, float v1, int i2, float v2, int i3, float v3, int width) {
    add4(sum, width, rows[i0], v0, rows[i1], v1, rows[i2], v2, rows[i3], v3);
  }

  private static void add4(
      float[] sum,
      int width,
      float[] r0,
      float v0,
      float[] r1,
      float v1,
      float[] r2,
      float v2,
      float[] r3,
      float v3) {
    for (int j = 0; j < width; j++) {
      sum[j] = sum[j] + v0 * r0[j] + v1 * r1[j] + v2 * r2[j] + v3 * r3[j];
    }
  }

  /** Adds the first rows by fused multiply-add, weighted by consecutive elements of {@code a}. */
  void fuse(float[] a, int first, int count, int width) {
    int i = 0;
    for (; i < count - 3; i += 4) {
      int x = first + i;
      fuse4(
          sum,
          width,
          rows[i],
          a[x],
          rows[i + 1],
          a[x + 1],
          rows[i + 2],
          a[x + 2],
          rows[i + 3],
          a[x + 3]);
    }
    for (; i < count; i++) {
      fuse(sum, width, rows[i], a[first + i]);
    }
  }

  private static void fuse(float[] sum, int width, float[] row, float value) {
    for (int j = 0; j < width; j++) {
      sum[j] = Math.fma(value, row[j], sum[j]);
    }
  }

  private static void fuse4(
      float[] sum,
      int width,
      float[] r0,
      float v0,
      float[] r1,
      float v1,
      float[] r2,
      float v2,
      float[] r3,
      float v3) {
    for (int j = 0; j < width; j++) {
      float s = Math.fma(v0, r0[j], sum[j]);
      s = Math.fma(v1, r1[j], s);
      s = Math.fma(v2, r2[j], s);
      sum[j] = Math.fma(v3, r3[j], s);
    }
  }
}
