package io.github.gmnn.graph.internal;

import java.util.Arrays;

/**
 * The edges of one node in one direction, with their types and times; sorted by type, then by the
 * node at the other end. Its arrays are not to be changed.
 *
 * @param types the type of each edge
 * @param ends the node at its other end
 * @param weights its weight
 * @param times when it came to be; empty if that is not known
 */
public record TypedRow(int[] types, int[] ends, float[] weights, long[] times) {
  /** A node without edges. */
  static final TypedRow EMPTY = new TypedRow(new int[0], new int[0], new float[0], new long[0]);

  /** Returns the number of edges. */
  public int length() {
    return ends.length;
  }

  /** Returns where an edge is; negative if it is not there, as {@link Arrays#binarySearch}. */
  int find(int type, int end) {
    int low = 0;
    int high = ends.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order =
          types[middle] == type
              ? Integer.compare(ends[middle], end)
              : Integer.compare(types[middle], type);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  /** Returns the row with an edge; of duplicates the largest weight and the earliest time. */
  TypedRow with(int type, int end, float weight, long time, boolean timed) {
    int found = find(type, end);
    if (found >= 0) {
      float[] newWeights = weights.clone();
      newWeights[found] = Math.max(weight, weights[found]);
      long[] newTimes = times.clone();
      if (timed) {
        newTimes[found] = Math.min(time, times[found]);
      }
      return new TypedRow(types, ends, newWeights, newTimes);
    }
    int at = -found - 1;
    int[] newTypes = opened(types, at);
    int[] newEnds = opened(ends, at);
    float[] newWeights = new float[newEnds.length];
    System.arraycopy(weights, 0, newWeights, 0, at);
    System.arraycopy(weights, at, newWeights, at + 1, ends.length - at);
    long[] newTimes = new long[timed ? newEnds.length : 0];
    if (timed) {
      System.arraycopy(times, 0, newTimes, 0, at);
      System.arraycopy(times, at, newTimes, at + 1, ends.length - at);
      newTimes[at] = time;
    }
    newTypes[at] = type;
    newEnds[at] = end;
    newWeights[at] = weight;
    return new TypedRow(newTypes, newEnds, newWeights, newTimes);
  }

  private static int[] opened(int[] array, int at) {
    int[] result = new int[array.length + 1];
    System.arraycopy(array, 0, result, 0, at);
    System.arraycopy(array, at, result, at + 1, array.length - at);
    return result;
  }

  /** Returns the row without an edge. */
  TypedRow without(int type, int end) {
    int found = find(type, end);
    if (found < 0) {
      return this;
    }
    int[] kept = new int[ends.length - 1];
    for (int e = 0, next = 0; e < ends.length; e++) {
      if (e != found) {
        kept[next++] = e;
      }
    }
    return new TypedRow(
        Arrays.stream(kept).map(e -> types[e]).toArray(),
        Arrays.stream(kept).map(e -> ends[e]).toArray(),
        floats(kept),
        times.length == 0 ? times : Arrays.stream(kept).mapToLong(e -> times[e]).toArray());
  }

  private float[] floats(int[] kept) {
    float[] result = new float[kept.length];
    for (int i = 0; i < kept.length; i++) {
      result[i] = weights[kept[i]];
    }
    return result;
  }

  /** Returns the row with the edges to a node leading to another one, which has none. */
  TypedRow moved(int end, int newEnd) {
    TypedRow result = this;
    for (int e = 0; e < ends.length; e++) {
      if (ends[e] == end) {
        result =
            result
                .without(types[e], end)
                .with(
                    types[e],
                    newEnd,
                    weights[e],
                    times.length == 0 ? 0 : times[e],
                    times.length > 0);
      }
    }
    return result;
  }
}
