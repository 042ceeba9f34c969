package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What rows receive along relations: entries sorted by row, relation and sender. Of equal ones the
 * largest weight is kept, as in a {@code Graph}.
 *
 * @param pointers where each row starts
 * @param relations the relation of each entry, see {@link EdgeTypes}
 * @param senders the number of the node that sends
 * @param weights the weights
 */
public record RelationRows(int[] pointers, int[] relations, int[] senders, float[] weights)
    implements Serializable {
  /** Collects entries. */
  public static final class Builder {
    private final IntList rows = new IntList();
    private final IntList relations = new IntList();
    private final IntList senders = new IntList();
    private final FloatList weights = new FloatList();

    public void add(int row, int relation, int sender, float weight) {
      rows.add(row);
      relations.add(relation);
      senders.add(sender);
      weights.add(weight);
    }

    /** Sorts by sender, then by relation and by row, each time leaving equal ones in order. */
    public RelationRows build(int rowCount, int relationCount) {
      long[] bySender = new long[rows.size()];
      for (int i = 0; i < bySender.length; i++) {
        bySender[i] = (long) senders.get(i) << 32 | i;
      }
      Arrays.sort(bySender);
      int[] order = Arrays.stream(bySender).mapToInt(entry -> (int) entry).toArray();
      order = sorted(order, relations, relationCount);
      order = sorted(order, rows, rowCount);
      int[] pointers = new int[rowCount + 1];
      int[] keptRelations = new int[order.length];
      int[] keptSenders = new int[order.length];
      float[] keptWeights = new float[order.length];
      float[] given = weights.toArray();
      int kept = 0;
      int row = -1;
      for (int entry : order) {
        int relation = relations.get(entry);
        int sender = senders.get(entry);
        if (rows.get(entry) == row
            && keptRelations[kept - 1] == relation
            && keptSenders[kept - 1] == sender) {
          keptWeights[kept - 1] = Math.max(keptWeights[kept - 1], given[entry]);
          continue;
        }
        row = rows.get(entry);
        keptRelations[kept] = relation;
        keptSenders[kept] = sender;
        keptWeights[kept++] = given[entry];
        pointers[row + 1]++;
      }
      for (int r = 0; r < rowCount; r++) {
        pointers[r + 1] += pointers[r];
      }
      return new RelationRows(
          pointers,
          Arrays.copyOf(keptRelations, kept),
          Arrays.copyOf(keptSenders, kept),
          Arrays.copyOf(keptWeights, kept));
    }

    private static int[] sorted(int[] order, IntList digits, int values) {
      int[] next = new int[values + 1];
      for (int entry : order) {
        next[digits.get(entry) + 1]++;
      }
      for (int v = 0; v < values; v++) {
        next[v + 1] += next[v];
      }
      int[] result = new int[order.length];
      for (int entry : order) {
        result[next[digits.get(entry)]++] = entry;
      }
      return result;
    }
  }

  /** A node and a relation that it sends or receives in, as one number; sorted by relation. */
  public static long key(int relation, int node) {
    return (long) relation << 32 | node;
  }

  public static int nodeOf(long key) {
    return (int) key;
  }

  static int relationOf(long key) {
    return (int) (key >>> 32);
  }

  /** Sorts keys, each once. */
  public static long[] distinct(long[] keys) {
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  int rowCount() {
    return pointers.length - 1;
  }

  public long key(int entry) {
    return key(relations[entry], senders[entry]);
  }

  /** Where the entries end that are of the row and the relation of an entry, the first of them. */
  public int endOfRelation(int entry, int endOfRow) {
    int end = entry;
    while (end < endOfRow && relations[end] == relations[entry]) {
      end++;
    }
    return end;
  }
}
