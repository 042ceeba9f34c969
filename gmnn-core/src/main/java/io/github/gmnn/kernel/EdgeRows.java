package io.github.gmnn.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The edges of a graph as {@link MessageKernels} walk them: the places of node i are {@code
 * pointers[i]} to {@code pointers[i + 1] - 1}, and each has an edge with a node at its other end.
 *
 * @param pointers where the places of each node begin
 * @param others the node at the other end, by place
 * @param edges the edge, by place, for what is by edge; null if it is the place itself
 * @param numbers how many numbers an edge has, at least one
 * @param values the numbers, place by place
 * @param types which row of weights a message begins with, by place; null if it is the first for
 *     all
 * @param weights what a message counts for, by edge; null if that is 1
 * @param scales what the messages to a node are multiplied with, by receiver
 */
public record EdgeRows(
    int[] pointers,
    int[] others,
    int @Nullable [] edges,
    int numbers,
    float[] values,
    int @Nullable [] types,
    float @Nullable [] weights,
    float[] scales) {
  /** For how many numbers there are rows of weights at least: see {@link #firstBegin}. */
  static final int HELD = 4;

  /**
   * Returns how many rows of weights come before those that messages begin with: one for each
   * number, and some that are zero if there are few.
   */
  public static int rowsOfNumbers(int numbers) {
    return Math.max(HELD, numbers);
  }

  /**
   * Lays out U as the kernels read it: a row for each number, some that are zero if there are few,
   * and the rows that messages begin with, which have the weights of the 1 and of a type.
   *
   * @param parameter U, with a row for each number, each type that is known, and the 1
   * @param numbers how many numbers an edge has
   * @param known how many types are known
   * @param typeOf which of them each type of the edges is; null if edges have none
   * @param units of a row of the parameter
   * @param laidOut rows of {@code width}, written to
   */
  public static void layOut(
      float[] parameter,
      int numbers,
      int known,
      int @Nullable [] typeOf,
      int units,
      float[] laidOut,
      int width) {
    for (int c = 0; c < numbers; c++) {
      System.arraycopy(parameter, c * units, laidOut, c * width, units);
    }
    int one = (numbers + known) * units;
    int begins = rowsOfNumbers(numbers);
    for (int row = begins; row < laidOut.length / width; row++) {
      for (int d = 0; d < units; d++) {
        float ofType =
            typeOf == null ? 0f : parameter[(numbers + typeOf[row - begins]) * units + d];
        laidOut[row * width + d] = parameter[one + d] + ofType;
      }
    }
  }

  /** Where the first of the rows that messages begin with is. */
  int firstBegin(int width) {
    return rowsOfNumbers(numbers) * width;
  }

  int edge(int place) {
    return edges == null ? place : edges[place];
  }

  /** Where the row of weights is that the message at a place begins with. */
  int begin(int place, int width) {
    return firstBegin(width) + (types == null ? 0 : types[place] * width);
  }

  float share(int edge, int receiver) {
    return weights == null ? scales[receiver] : weights[edge] * scales[receiver];
  }
}
