package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;

/**
 * Entries of the adjacency on their way to a part.
 *
 * @param kinds what each is: {@link #OWN}, {@link #MIRRORED}, {@link #SAMPLED}, or an edge with
 *     numbers, {@link #ALONG} or {@link #AGAINST}
 * @param relations the relation that it belongs to, or {@link #GRAPH} for the graph as a whole; of
 *     an edge with numbers its type
 * @param receivers the node that receives
 * @param senders the node that it receives from
 * @param weights the weight
 * @param numbers those of one edge that has such after those of another
 */
record EdgeChunk(
    byte[] kinds, int[] relations, int[] receivers, int[] senders, float[] weights, float[] numbers)
    implements Serializable {
  static final int GRAPH = -1;

  /** An entry of the receiver's row, for the part of the receiver. */
  static final byte OWN = 0;

  /** An entry of a split node, for the part of the sender. */
  static final byte MIRRORED = 1;

  /** An entry of a split node that training may use, for the part of the receiver. */
  static final byte SAMPLED = 2;

  /** An edge with numbers, for the part of its target, which receives along it. */
  static final byte ALONG = 3;

  /** An edge with numbers, for the part of its source, which receives against it. */
  static final byte AGAINST = 4;

  /** Collects entries. */
  static final class Bucket implements Packing.Bucket {
    private final IntList kinds = new IntList();
    private final IntList relations = new IntList();
    private final IntList receivers = new IntList();
    private final IntList senders = new IntList();
    private final FloatList weights = new FloatList();
    private final FloatList numbers = new FloatList();

    void add(byte kind, int type, int receiver, int sender, float weight, float[] ofEdge) {
      add(kind, type, receiver, sender, weight);
      for (float value : ofEdge) {
        numbers.add(value);
      }
    }

    void add(byte kind, int relation, int receiver, int sender, float weight) {
      kinds.add(kind);
      relations.add(relation);
      receivers.add(receiver);
      senders.add(sender);
      weights.add(weight);
    }

    @Override
    public int size() {
      return weights.size() + numbers.size();
    }

    @Override
    public EdgeChunk take() {
      byte[] bytes = new byte[kinds.size()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) kinds.get(i);
      }
      EdgeChunk chunk =
          new EdgeChunk(
              bytes,
              relations.toArray(),
              receivers.toArray(),
              senders.toArray(),
              weights.toArray(),
              numbers.toArray());
      kinds.clear();
      relations.clear();
      receivers.clear();
      senders.clear();
      weights.clear();
      numbers.clear();
      return chunk;
    }
  }
}
