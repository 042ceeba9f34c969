package io.github.gmnn.spark.layout;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Edges of split nodes: a node of very many neighbours leaves each edge with the part of the
 * neighbour, which sums up what its own nodes send and hands on one row.
 *
 * <p>These sums are integers of 2<sup>-40</sup>, so that they come out the same in whatever order
 * and by whatever parts they are made.
 *
 * @param nodes the numbers of the split nodes, ascending
 * @param degrees their degrees
 * @param pointers where the edges of each start
 * @param rows the own row at the other end of each edge, ascending within a node
 * @param weights the weight of each edge
 */
record Mirrors(int[] nodes, double[] degrees, int[] pointers, int[] rows, float[] weights)
    implements Serializable {
  private static final double UNIT = 0x1p40;

  /** Far from where sums of a million such terms would overflow. */
  private static final double LARGEST_TERM = 0x1p22;

  /** Adds a term to a sum. */
  static long add(long sum, double term) {
    if (!(Math.abs(term) < LARGEST_TERM)) {
      throw new ArithmeticException(
          "a node of many neighbours receives "
              + term
              + " from one, more than "
              + LARGEST_TERM
              + ": scale the features");
    }
    return Math.addExact(sum, Math.round(term * UNIT));
  }

  static float value(long sum) {
    return (float) exactValue(sum);
  }

  static double exactValue(long sum) {
    return sum / UNIT;
  }

  Mirrors withDegrees(double[] known) {
    return new Mirrors(nodes, known, pointers, rows, weights);
  }

  /** The same with other rows at the ends of the edges. */
  Mirrors withRows(int[] others) {
    return new Mirrors(nodes, degrees, pointers, others, weights);
  }

  /** What the edges of a split node weigh that are here. */
  long weight(int mirror) {
    long sum = 0;
    for (int e = pointers[mirror]; e < pointers[mirror + 1]; e++) {
      sum = add(sum, weights[e]);
    }
    return sum;
  }

  /**
   * What each split node receives from the nodes of this part, width sums each.
   *
   * @param sent what the sender of a row sends in all, which some operators divide by
   */
  long[] sums(Propagation kind, float[] rowsOfPart, int width, IntToDoubleFunction sent) {
    long[] sums = new long[Math.multiplyExact(nodes.length, width)];
    for (int m = 0; m < nodes.length; m++) {
      for (int e = pointers[m]; e < pointers[m + 1]; e++) {
        int row = rows[e];
        float value = (float) kind.value(weights[e], degrees[m], sent.applyAsDouble(row));
        for (int j = 0; j < width; j++) {
          int at = m * width + j;
          sums[at] = add(sums[at], (double) value * rowsOfPart[row * width + j]);
        }
      }
    }
    return sums;
  }

  /** The mirrors whose node belongs to a part. */
  int[] of(int part, int parts) {
    return IntStream.range(0, nodes.length).filter(m -> nodes[m] % parts == part).toArray();
  }

  @Override
  public String toString() {
    return "Mirrors" + Arrays.toString(nodes);
  }
}
