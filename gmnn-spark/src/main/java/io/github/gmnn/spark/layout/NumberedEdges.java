package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Edges with numbers, one by one, by the row at one of their ends. Sorted by that row and the other
 * end, parallel ones by what they have: so their order is the same wherever they come from.
 *
 * @param pointers where the edges of each row start
 * @param others the other end of each
 * @param types their types; 0 where edges have none
 * @param weights their weights
 * @param width how many numbers each has
 * @param numbers those of one edge after those of another
 */
public record NumberedEdges(
    int[] pointers, int[] others, int[] types, float[] weights, int width, float[] numbers)
    implements Serializable {
  /** Collects edges. */
  public static final class Builder {
    private final int width;
    private final IntList rows = new IntList();
    private final IntList others = new IntList();
    private final IntList types = new IntList();
    private final FloatList weights = new FloatList();
    private final FloatList numbers = new FloatList();

    public Builder(int width) {
      this.width = width;
    }

    /** Adds an edge whose numbers are in an array, from a place on. */
    public void add(int row, int other, int type, float weight, float[] from, int at) {
      rows.add(row);
      others.add(other);
      types.add(type);
      weights.add(weight);
      for (int c = 0; c < width; c++) {
        numbers.add(from[at + c]);
      }
    }

    /** Adds an edge of others, with another row and another end. */
    public void add(int row, int other, NumberedEdges of, int edge) {
      add(row, other, of.types[edge], of.weights[edge], of.numbers, edge * width);
    }

    public NumberedEdges build(int rowCount) {
      int count = rows.size();
      Math.multiplyExact(count, width);
      int[] pointers = new int[rowCount + 1];
      for (int e = 0; e < count; e++) {
        pointers[rows.get(e) + 1]++;
      }
      for (int row = 0; row < rowCount; row++) {
        pointers[row + 1] += pointers[row];
      }
      int[] next = Arrays.copyOf(pointers, rowCount);
      long[] order = new long[count]; // the other end, then the place among those that were added
      for (int e = 0; e < count; e++) {
        order[next[rows.get(e)]++] = (long) others.get(e) << 32 | e;
      }
      for (int row = 0; row < rowCount; row++) {
        sort(order, pointers[row], pointers[row + 1]);
      }
      int[] sortedOthers = new int[count];
      int[] sortedTypes = new int[count];
      float[] sortedWeights = new float[count];
      float[] sortedNumbers = new float[count * width];
      for (int i = 0; i < count; i++) {
        int e = (int) order[i];
        sortedOthers[i] = others.get(e);
        sortedTypes[i] = types.get(e);
        sortedWeights[i] = weights.get(e);
        System.arraycopy(numbers.array(), e * width, sortedNumbers, i * width, width);
      }
      return new NumberedEdges(
          pointers, sortedOthers, sortedTypes, sortedWeights, width, sortedNumbers);
    }

    private void sort(long[] order, int from, int to) {
      Arrays.sort(order, from, to);
      int end;
      for (int i = from; i < to; i = end) {
        end = i + 1;
        while (end < to && order[end] >> 32 == order[i] >> 32) {
          end++;
        }
        if (end > i + 1) {
          long[] sorted =
              Arrays.stream(order, i, end)
                  .boxed()
                  .sorted((a, b) -> compare((int) (long) a, (int) (long) b))
                  .mapToLong(entry -> entry)
                  .toArray();
          System.arraycopy(sorted, 0, order, i, sorted.length);
        }
      }
    }

    /** Compares parallel edges. */
    private int compare(int a, int b) {
      int result = Integer.compare(types.get(a), types.get(b));
      if (result == 0) {
        result = Float.compare(weights.get(a), weights.get(b));
      }
      for (int c = 0; c < width && result == 0; c++) {
        result = Float.compare(numbers.get(a * width + c), numbers.get(b * width + c));
      }
      return result;
    }
  }

  /** The row of each edge. */
  int[] rowOfEdge() {
    int[] rows = new int[others.length];
    for (int row = 0; row + 1 < pointers.length; row++) {
      Arrays.fill(rows, pointers[row], pointers[row + 1], row);
    }
    return rows;
  }
}
