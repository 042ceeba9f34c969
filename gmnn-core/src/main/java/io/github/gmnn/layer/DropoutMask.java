package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;

/**
 * Which elements of a matrix are dropped in a pass: 0 for those, 1 / (1 - rate) for the others.
 * Each row draws from a stream of its own, so that threads do not change the result.
 */
final class DropoutMask {
  /** Drawing an element costs about as much as this many multiply-adds. */
  private static final int WORK_PER_ELEMENT = 4;

  private final int threshold;
  private final float scale;
  private final DenseMatrix mask;

  DropoutMask(double rate, int rows, int columns) {
    this.threshold = (int) Math.round(rate * (1 << 16));
    this.scale = (float) (1 / (1 - rate));
    this.mask = DenseMatrix.zeros(rows, columns);
  }

  /** Checks a probability to keep an element, as DL4J's settings name it. */
  static double checkKeep(String name, double keep) {
    if (!(keep > 0 && keep <= 1)) {
      throw new IllegalArgumentException(
          name + " is the probability to keep a value, in (0, 1], got " + keep);
    }
    return keep;
  }

  /** Draws some rows of a new mask. */
  void draw(RandomStream random, RowSet rows, Workers workers) {
    long key = random.key();
    workers.forRows(
        rows,
        (long) WORK_PER_ELEMENT * mask.columns(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            drawRow(key, row);
          }
        });
  }

  /** Four draws from each 64 bits of SplitMix64. */
  private void drawRow(long key, int row) {
    float[] data = mask.data();
    int start = row * mask.columns();
    int end = start + mask.columns();
    long state = RandomStream.mix(key + row);
    int i = start;
    while (end - i >= 4) {
      long bits = RandomStream.mix(state += RandomStream.GOLDEN);
      data[i] = keep((int) (bits & 0xFFFF));
      data[i + 1] = keep((int) (bits >>> 16 & 0xFFFF));
      data[i + 2] = keep((int) (bits >>> 32 & 0xFFFF));
      data[i + 3] = keep((int) (bits >>> 48));
      i += 4;
    }
    for (long bits = RandomStream.mix(state + RandomStream.GOLDEN); end - i >= 1; bits >>>= 16) {
      data[i++] = keep((int) (bits & 0xFFFF));
    }
  }

  /** Without a branch: 0 if the draw is below the threshold, else the scale. */
  private float keep(int draw) {
    int mask = (threshold - 1 - draw) >> 31;
    return Float.intBitsToFloat(Float.floatToRawIntBits(scale) & mask);
  }

  /** Multiplies element by element; {@code out} may be {@code in} itself. */
  void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
    float[] m = mask.data();
    float[] a = in.data();
    float[] b = out.data();
    int columns = mask.columns();
    workers.forRows(
        mask.rows(),
        columns,
        (from, to) -> {
          for (int i = from * columns; i < to * columns; i++) {
            b[i] = a[i] * m[i];
          }
        });
  }
}
