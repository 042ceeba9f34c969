package io.github.gmnn.graph;

import java.io.Serializable;

/**
 * Finds columns with long tails, such as amounts and counters: those whose non-zero numbers have a
 * mean square of more than twice the square of their mean size. That of an exponential distribution
 * is just twice as much. A few huge numbers would leave nothing of the others if such a column were
 * only divided by its deviation.
 *
 * <p>Values may be told in parts, on several machines, and the parts added up. Not thread-safe.
 */
public final class LongTails implements Serializable {
  private static final long serialVersionUID = 1L;

  /** In a column with long tails, numbers above a hundredth of the mean size count by logarithm. */
  private static final double LINEAR_SHARE = 0.01;

  private final long[] present;
  private final double[] sizes;
  private final double[] squares;

  /** Begins to look at so many columns. */
  public LongTails(int columns) {
    this.present = new long[columns];
    this.sizes = new double[columns];
    this.squares = new double[columns];
  }

  /** Takes a value into account; zeros may be left out. */
  public void add(int column, float value) {
    if (value != 0) {
      present[column]++;
      sizes[column] += Math.abs(value);
      squares[column] += (double) value * value;
    }
  }

  /** Takes into account what another part of the same columns told. */
  public void add(LongTails other) {
    for (int c = 0; c < present.length; c++) {
      present[c] += other.present[c];
      sizes[c] += other.sizes[c];
      squares[c] += other.squares[c];
    }
  }

  /**
   * Returns by column what {@link #shortened} multiplies numbers by; 0 if a column has no long
   * tails.
   */
  public float[] scales() {
    float[] scales = new float[present.length];
    for (int c = 0; c < scales.length; c++) {
      double mean = present[c] == 0 ? 0 : sizes[c] / present[c];
      float scale = (float) (1 / (LINEAR_SHARE * mean));
      boolean isLong = squares[c] > 2 * present[c] * mean * mean;
      scales[c] = isLong && Float.isFinite(scale) ? scale : 0f;
    }
    return scales;
  }

  /** Returns asinh(scale · value): a logarithm that keeps 0 and signs; the value if scale is 0. */
  public static double shortened(double value, float scale) {
    if (scale == 0) {
      return value;
    }
    double size = Math.abs(value * scale);
    return Math.copySign(Math.log(size + Math.sqrt(size * size + 1)), value);
  }
}
