package io.github.gmnn.spark.exchange;

import io.github.gmnn.internal.IntList;
import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.spark.layout.RelationRows;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.Messages;
import java.util.Arrays;
import java.util.List;

/**
 * Messages in the order in which a layer asks for relations, which need not be that of a graph's
 * types: models know types that a graph does not have.
 *
 * @param directionStart the first message of each direction that was asked for
 * @param senders the row that sends each
 * @param places where each message stands among all, or -1 for one that is none
 */
public record MessageOrder(int[] directionStart, int[] senders, int[] places) {
  /**
   * Orders messages.
   *
   * @param types what the relations are
   * @param relations types that are asked for along their edges
   * @param inverses types that are asked for against them
   * @param keys all messages by relation and row, ascending; see {@link RelationRows#key}
   */
  public static MessageOrder of(
      EdgeTypes types, List<String> relations, List<String> inverses, long[] keys) {
    int directions = relations.size() + inverses.size();
    int[] start = new int[directions + 1];
    IntList senders = new IntList();
    IntList places = new IntList();
    for (int d = 0; d < directions; d++) {
      boolean inverse = d >= relations.size();
      int relation =
          types.relation(inverse ? inverses.get(d - relations.size()) : relations.get(d), inverse);
      for (int i = first(keys, relation); i < first(keys, relation + 1) && relation >= 0; i++) {
        senders.add(RelationRows.nodeOf(keys[i]));
        places.add(i);
      }
      start[d + 1] = senders.size();
    }
    return new MessageOrder(start, senders.toArray(), places.toArray());
  }

  /** The first message of a relation. */
  private static int first(long[] keys, int relation) {
    int found = Arrays.binarySearch(keys, RelationRows.key(relation, 0));
    return found < 0 ? -found - 1 : found;
  }

  /**
   * The same, with a message of the first row where there would be none: a layer then propagates
   * all the same, and does so as often on every part.
   */
  MessageOrder notEmpty() {
    if (senders.length > 0) {
      return this;
    }
    int[] start = new int[directionStart.length];
    Arrays.fill(start, 1, start.length, 1);
    return new MessageOrder(start, new int[] {0}, new int[] {-1});
  }

  public Messages messages(LinearOperator mean) {
    return Messages.of(directionStart, senders, mean);
  }

  /** A row per message out of these, in the places that they have among all. */
  float[] placed(float[] table, int width, int all) {
    float[] rows = new float[Math.multiplyExact(all, width)];
    for (int m = 0; m < places.length; m++) {
      if (places[m] >= 0) {
        System.arraycopy(table, m * width, rows, places[m] * width, width);
      }
    }
    return rows;
  }
}
