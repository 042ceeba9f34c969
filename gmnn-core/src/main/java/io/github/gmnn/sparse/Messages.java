package io.github.gmnn.sparse;

import io.github.gmnn.compute.RowSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages that travel along typed edges: one for every node, relation and direction in which
 * the node sends. A layer writes the messages, row by row, and {@link #mean} brings them to the
 * nodes that receive them. Relations in which a node sends nothing take no memory, so memory is
 * linear in nodes and edges, however many relations there are.
 *
 * <p>Messages are sorted by direction, then by sender. Immutable and thread-safe.
 */
public final class Messages {
  private final int[] directionStart;
  private final int[] senders;
  private final LinearOperator mean;
  private final int[] ofSenderStart;
  private final int[] ofSender;

  private Messages(int[] directionStart, int[] senders, LinearOperator mean) {
    this.directionStart = directionStart;
    this.senders = senders;
    this.mean = mean;
    int nodes = mean.rows();
    this.ofSenderStart = new int[nodes + 1];
    for (int sender : senders) {
      ofSenderStart[sender + 1]++;
    }
    for (int u = 0; u < nodes; u++) {
      ofSenderStart[u + 1] += ofSenderStart[u];
    }
    this.ofSender = new int[senders.length];
    int[] next = Arrays.copyOf(ofSenderStart, nodes);
    for (int m = 0; m < senders.length; m++) {
      ofSender[next[senders[m]]++] = m;
    }
  }

  /**
   * Makes messages of a graph that is not held edge by edge, or not as a whole.
   *
   * @param directionStart the first message of each direction, and last the number of messages
   * @param senders the node that sends each message, ascending within a direction
   * @param mean what brings messages to their receivers: a row for each node, a column for each
   *     message
   * @throws IllegalArgumentException if the arrays and the operator do not fit together
   */
  public static Messages of(int[] directionStart, int[] senders, LinearOperator mean) {
    if (directionStart.length == 0
        || directionStart[0] != 0
        || directionStart[directionStart.length - 1] != senders.length
        || mean.columns() != senders.length) {
      throw new IllegalArgumentException(
          "expected directions from 0 to the "
              + senders.length
              + " messages, got "
              + Arrays.toString(directionStart)
              + " and an operator of "
              + mean.columns()
              + " columns");
    }
    for (int d = 0; d + 1 < directionStart.length; d++) {
      for (int m = directionStart[d]; m < directionStart[d + 1]; m++) {
        if (senders[m] < 0
            || senders[m] >= mean.rows()
            || m > directionStart[d] && senders[m] <= senders[m - 1]) {
          throw new IllegalArgumentException(
              "message "
                  + m
                  + " is sent by node "
                  + senders[m]
                  + ", expected nodes below "
                  + mean.rows()
                  + " that ascend within a direction");
        }
      }
    }
    return new Messages(directionStart.clone(), senders.clone(), mean);
  }

  /** The messages along edges and against them, of relations that need not all be there. */
  static Messages of(EdgeList edges, List<String> relations, List<String> inverses) {
    int nodes = edges.nodes();
    int directions = relations.size() + inverses.size();
    Map<String, Integer> typeOf = new HashMap<>();
    edges.types().forEach(type -> typeOf.put(type, typeOf.size()));
    EdgeList[] along = new EdgeList[directions];
    int[] types = new int[directions];
    int[] pointers = new int[nodes + 1];
    long entries = 0;
    for (int d = 0; d < directions; d++) {
      boolean inverse = d >= relations.size();
      String name = inverse ? inverses.get(d - relations.size()) : relations.get(d);
      along[d] = inverse ? edges.reversed() : edges;
      types[d] = typeOf.getOrDefault(name, -1);
      if (types[d] >= 0) {
        int last = along[d].typeStart(types[d] + 1);
        entries += last - along[d].typeStart(types[d]);
        for (int e = along[d].typeStart(types[d]); e < last; e++) {
          pointers[along[d].target(e) + 1]++;
        }
      }
    }
    if (entries > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          entries + " edges in both directions are more than a sparse matrix holds");
    }
    for (int u = 0; u < nodes; u++) {
      pointers[u + 1] += pointers[u];
    }
    int[] next = Arrays.copyOf(pointers, nodes);
    int[] columns = new int[(int) entries];
    float[] values = new float[columns.length];
    int[] directionStart = new int[directions + 1];
    int[] senders = new int[columns.length];
    int[] messageOf = new int[nodes];
    double[] received = new double[nodes];
    int count = 0;
    for (int d = 0; d < directions; d++) {
      directionStart[d] = count;
      if (types[d] < 0) {
        continue;
      }
      // the edges turned round are sorted by sender
      EdgeList against = along[d].reversed();
      int first = against.typeStart(types[d]);
      int last = against.typeStart(types[d] + 1);
      for (int e = first; e < last; e++) {
        int sender = against.target(e);
        if (count == directionStart[d] || senders[count - 1] != sender) {
          messageOf[sender] = count;
          senders[count++] = sender;
        }
        received[against.source(e)] += against.weight(e);
      }
      for (int e = along[d].typeStart(types[d]); e < along[d].typeStart(types[d] + 1); e++) {
        int slot = next[along[d].target(e)]++;
        columns[slot] = messageOf[along[d].source(e)];
        values[slot] = (float) (along[d].weight(e) / received[along[d].target(e)]);
      }
      for (int e = first; e < last; e++) {
        received[against.source(e)] = 0;
      }
    }
    directionStart[directions] = count;
    return new Messages(
        directionStart,
        Arrays.copyOf(senders, count),
        CsrMatrix.of(nodes, count, pointers, columns, values));
  }

  /** Returns the number of messages. */
  public int count() {
    return senders.length;
  }

  /** Returns the number of directions: relations, and relations against their direction. */
  public int directions() {
    return directionStart.length - 1;
  }

  /** Returns the first message of a direction; its last one is before the next one's first. */
  public int directionStart(int direction) {
    return directionStart[direction];
  }

  /** Returns the direction of a message. */
  public int direction(int message) {
    int found = Arrays.binarySearch(directionStart, message);
    if (found < 0) {
      return -found - 2;
    }
    while (directionStart[found + 1] == message) { // directions without messages
      found++;
    }
    return found;
  }

  /** Returns the node that sends a message. */
  public int sender(int message) {
    return senders[message];
  }

  /** Returns where the messages of a node start among those of all nodes, in their order. */
  public int sentStart(int node) {
    return ofSenderStart[node];
  }

  /** Returns the message at a place that {@link #sentStart} leads to. */
  public int sent(int place) {
    return ofSender[place];
  }

  /**
   * Returns the operator that gives each node the sum over relations of the weighted mean of the
   * messages that it receives: a row for each node, a column for each message.
   */
  public LinearOperator mean() {
    return mean;
  }

  /** Returns the nodes that send some messages. */
  public RowSet senders(RowSet messages) {
    int nodes = mean.rows();
    if (messages.isAll()) {
      return RowSet.all(nodes);
    }
    BitSet sending = new BitSet(nodes);
    messages.within(
        0,
        count(),
        (from, to) -> {
          for (int m = from; m < to; m++) {
            sending.set(senders[m]);
          }
        });
    return RowSet.of(nodes, sending);
  }
}
