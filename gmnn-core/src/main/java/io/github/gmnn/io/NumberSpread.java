package io.github.gmnn.io;

import io.github.gmnn.graph.LongTails;
import io.github.gmnn.internal.IntMap;

/**
 * How many numbers of a column are about so large, with an error of 3 %: enough to tell how their
 * logarithms spread, whose scale is known only when all numbers have been seen. Takes 64 KB at
 * most, however many there are.
 */
final class NumberSpread {
  /** Sign, exponent and four bits more of a float. */
  private static final int DROPPED_BITS = 19;

  private static final int HALF = 1 << (DROPPED_BITS - 1);

  private static final int KINDS = 1 << (Float.SIZE - DROPPED_BITS);

  private final IntMap counts = new IntMap();
  private long total;

  /**
   * What is known of numbers whose long tails are shortened.
   *
   * @param mean of them
   * @param deviation from it
   */
  record Moments(double mean, double deviation) {}

  void add(float number) {
    if (!Float.isFinite(number)) {
      return; // refused elsewhere
    }
    int kind = Float.floatToRawIntBits(number) >>> DROPPED_BITS;
    counts.put(kind, Math.max(0, counts.get(kind)) + 1);
    total++;
  }

  Moments moments(float logScale) {
    double sum = 0;
    double squares = 0;
    for (int kind = 0; kind < KINDS; kind++) {
      int count = counts.get(kind);
      if (count > 0) {
        double value = LongTails.shortened(middle(kind), logScale);
        sum += count * value;
        squares += count * value * value;
      }
    }
    double mean = total == 0 ? 0 : sum / total;
    double variance = total == 0 ? 0 : squares / total - mean * mean;
    return new Moments(mean, Math.sqrt(Math.max(0, variance)));
  }

  /** The number in the middle of those counted together; 0 for the smallest, zero among them. */
  private static float middle(int kind) {
    float middle = Float.intBitsToFloat(kind << DROPPED_BITS | HALF);
    return Math.abs(middle) < Float.MIN_NORMAL || !Float.isFinite(middle) ? 0 : middle;
  }
}
