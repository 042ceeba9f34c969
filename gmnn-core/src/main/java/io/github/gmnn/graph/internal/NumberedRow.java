package io.github.gmnn.graph.internal;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The edges of one node in one direction, each with its numbers; sorted by the node at the other
 * end, and parallel ones as they came. Its arrays are not to be changed.
 *
 * @param ends the node at the other end of each edge
 * @param values its numbers, those of one edge after those of another
 * @param weights its weight
 * @param types its type, 0 if edges have none
 * @param times when it came to be; empty if that is not known
 */
public record NumberedRow(int[] ends, float[] values, float[] weights, int[] types, long[] times) {
  /** A node without edges. */
  static final NumberedRow EMPTY =
      new NumberedRow(new int[0], new float[0], new float[0], new int[0], new long[0]);

  /** All types of edges. */
  static final int ANY_TYPE = -1;

  /** Returns the number of edges. */
  public int length() {
    return ends.length;
  }

  /** Returns the row with another edge, after those that are parallel to it. */
  NumberedRow with(int end, NumberedEdge edge, boolean timed) {
    int at = 0;
    while (at < ends.length && ends[at] <= end) {
      at++;
    }
    int width = edge.numbers().length;
    int[] newEnds = new int[ends.length + 1];
    float[] newValues = new float[values.length + width];
    float[] newWeights = new float[newEnds.length];
    int[] newTypes = new int[newEnds.length];
    long[] newTimes = new long[timed ? newEnds.length : 0];
    int tail = ends.length - at;
    opened(ends, newEnds, at, tail);
    opened(values, newValues, at * width, tail * width);
    opened(weights, newWeights, at, tail);
    opened(types, newTypes, at, tail);
    newEnds[at] = end;
    System.arraycopy(edge.numbers(), 0, newValues, at * width, width);
    newWeights[at] = edge.weight();
    newTypes[at] = edge.type();
    if (timed) {
      opened(times, newTimes, at, tail);
      newTimes[at] = edge.time();
    }
    return new NumberedRow(newEnds, newValues, newWeights, newTypes, newTimes);
  }

  /** Copies an array to the head and the tail of a longer one. */
  private static void opened(Object from, Object to, int head, int tail) {
    System.arraycopy(from, 0, to, 0, head);
    System.arraycopy(from, head, to, Array.getLength(to) - tail, tail);
  }

  /** Returns the row without the edges to a node, of one type or {@link #ANY_TYPE}. */
  NumberedRow without(int end, int type) {
    return of(
        IntStream.range(0, ends.length)
            .filter(e -> ends[e] != end || type != ANY_TYPE && types[e] != type)
            .toArray());
  }

  /** Returns the row with the edges to a node leading to another one, which has none. */
  NumberedRow moved(int end, int newEnd) {
    int[] kept = IntStream.range(0, ends.length).filter(e -> ends[e] != end).toArray();
    int before = (int) Arrays.stream(kept).filter(e -> ends[e] < newEnd).count();
    int[] moved = IntStream.range(0, ends.length).filter(e -> ends[e] == end).toArray();
    int[] order = new int[ends.length];
    System.arraycopy(kept, 0, order, 0, before);
    System.arraycopy(moved, 0, order, before, moved.length);
    System.arraycopy(kept, before, order, before + moved.length, kept.length - before);
    NumberedRow result = of(order);
    Arrays.fill(result.ends, before, before + moved.length, newEnd);
    return result;
  }

  /** The edges at some places, as new arrays. */
  private NumberedRow of(int[] places) {
    int width = ends.length == 0 ? 0 : values.length / ends.length;
    float[] newValues = new float[places.length * width];
    float[] newWeights = new float[places.length];
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(values, places[i] * width, newValues, i * width, width);
      newWeights[i] = weights[places[i]];
    }
    return new NumberedRow(
        Arrays.stream(places).map(e -> ends[e]).toArray(),
        newValues,
        newWeights,
        Arrays.stream(places).map(e -> types[e]).toArray(),
        times.length == 0 ? times : Arrays.stream(places).mapToLong(e -> times[e]).toArray());
  }
}
