package io.github.gmnn.layer;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;

/**
 * Which elements of a matrix are dropped in a pass: 0 for those, 1 / (1 - rate) for the others.
 * Each row draws from a stream of its own, so that threads do not change the result. For layers
 * with a dropout of their own, which keep one by {@link Pass#kept}. Not thread-safe.
 */
public final class DropoutMask {

  /** Drawing an element costs about as much as this many multiply-adds. */
  private static final int WORK_PER_ELEMENT = 4;

  private final int threshold;
  private final float scale;
  private final DenseMatrix mask;

  /**
   * Makes a mask, of which every row must be drawn before it is used.
   *
   * @param rate probability to drop an element, in [0, 1), used to a resolution of 2<sup>-16</sup>
   * @param rows number of rows
   * @param columns number of columns
   */
  public DropoutMask(double rate, int rows, int columns) {
    checkRate("rate", rate);
    this.threshold = (int) Math.round(rate * (1 << 16));
    this.scale = (float) (1 / (1 - rate));
    this.mask = DenseMatrix.zeros(rows, columns);
  }

  /**
   * Checks a probability to drop a value.
   *
   * @param name what the setting is called
   * @param rate the probability
   * @return the probability
   * @throws IllegalArgumentException if it is not in [0, 1)
   */
  public static double checkRate(String name, double rate) {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException(
          name + " is the probability to drop a value, in [0, 1), got " + rate);
    }
    return rate;
  }

  /**
   * Draws some rows of a new mask.
   *
   * @param random names the randomness: equal keys drop equal elements, whatever the threads
   * @param rows the rows
   * @param workers the threads to use
   */
  public void draw(RandomStream random, RowSet rows, Workers workers) {
    workers.forRows(
        rows,
        (long) WORK_PER_ELEMENT * mask.columns(),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            drawRow(row, random);
          }
        });
  }

  /** Four draws from each 64 bits of SplitMix64. */
  private void drawRow(int row, RandomStream random) {
    float[] data = mask.data();
    int start = row * mask.columns();
    int end = start + mask.columns();
    long state = RandomStream.mix(random.key() + random.name(row));
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
  public void apply(DenseMatrix in, DenseMatrix out, Workers workers) {
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
