package io.github.gmnn.spark.layout;

import io.github.gmnn.sparse.EdgeAttributes.Scaling;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Sums of terms and of their squares, by column, that come out the same to the last bit in whatever
 * order and by whatever parts they are made: significands are added as integers, those of each
 * exponent apart.
 */
final class ExactSums implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int EXPONENTS = 1 << 11;
  private static final int SIGNIFICAND = 52;

  /** Halves of a significand, so that 2^36 of them add up without overflow. */
  private static final int HALF = 26;

  /** What is added to the exponent of a significand's last bit. */
  private static final int UNIT = 1023 + SIGNIFICAND;

  private final long[][] sums;
  private final long[][] squares;
  private final double[] least;

  ExactSums(int columns) {
    this.sums = new long[columns][2 * EXPONENTS];
    this.squares = new long[columns][2 * EXPONENTS];
    this.least = new double[columns];
  }

  void add(int column, double term) {
    add(sums[column], term);
    add(squares[column], term * term);
    least[column] = Math.min(least[column], term);
  }

  private static void add(long[] to, double term) {
    long bits = Double.doubleToRawLongBits(term);
    int exponent = (int) (bits >>> SIGNIFICAND) & EXPONENTS - 1;
    long significand = bits & (1L << SIGNIFICAND) - 1 | (exponent == 0 ? 0 : 1L << SIGNIFICAND);
    long sign = bits < 0 ? -1 : 1;
    to[2 * exponent] += sign * (significand & (1L << HALF) - 1);
    to[2 * exponent + 1] += sign * (significand >>> HALF);
  }

  ExactSums plus(ExactSums other) {
    for (int c = 0; c < least.length; c++) {
      int column = c;
      Arrays.setAll(sums[c], i -> sums[column][i] + other.sums[column][i]);
      Arrays.setAll(squares[c], i -> squares[column][i] + other.squares[column][i]);
      least[c] = Math.min(least[c], other.least[c]);
    }
    return this;
  }

  Scaling.Sums rounded() {
    return new Scaling.Sums(
        Arrays.stream(sums).mapToDouble(ExactSums::rounded).toArray(),
        Arrays.stream(squares).mapToDouble(ExactSums::rounded).toArray(),
        least.clone());
  }

  private static double rounded(long[] parts) {
    double sum = 0;
    for (int exponent = 0; exponent < EXPONENTS; exponent++) {
      double units = parts[2 * exponent + 1] * (double) (1L << HALF) + parts[2 * exponent];
      sum += Math.scalb(units, Math.max(exponent, 1) - UNIT);
    }
    return sum;
  }
}
