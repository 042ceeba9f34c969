package io.github.gmnn.embedding;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes in random batches of about the same size, every node in one of them. Made once per fit:
 * a shuffle allocates nothing.
 */
final class NodeBatches {
  /** All nodes; those of a batch are neighbours here, and ascending. */
  private final int[] nodes;

  private final List<Batch> batches = new ArrayList<>();

  /**
   * Makes batches, in ascending order until they are shuffled.
   *
   * @param count how many nodes there are
   * @param most how many a batch has at most
   */
  NodeBatches(int count, int most) {
    this.nodes = new int[count];
    for (int node = 0; node < count; node++) {
      nodes[node] = node;
    }
    int parts = (int) ((count + (long) most - 1) / most);
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) count * part / parts);
      batches.add(new Batch(nodes, from, (int) (count * (part + 1L) / parts)));
    }
  }

  /** Returns all nodes as one batch. */
  static Batch all(int count) {
    return new NodeBatches(count, count).batches().get(0);
  }

  /** Deals all nodes out anew, by the randomness alone: what was before has no influence. */
  void shuffle(RandomStream random) {
    if (batches.size() == 1) {
      return;
    }
    Arrays.sort(nodes);
    for (int left = nodes.length; left > 1; left--) {
      int drawn = random.nextInt(left);
      int node = nodes[drawn];
      nodes[drawn] = nodes[left - 1];
      nodes[left - 1] = node;
    }
    for (Batch batch : batches) {
      Arrays.sort(nodes, batch.from, batch.to);
    }
  }

  List<Batch> batches() {
    return batches;
  }

  /** Some nodes, ascending. */
  static final class Batch {
    private final int[] nodes;
    private final int from;
    private final int to;

    private Batch(int[] nodes, int from, int to) {
      this.nodes = nodes;
      this.from = from;
      this.to = to;
    }

    int size() {
      return to - from;
    }

    /** Returns a node by its place in the batch. */
    int node(int place) {
      return nodes[from + place];
    }

    /**
     * Runs {@code body} over the nodes at some places, those with consecutive numbers at once.
     *
     * @param first the first place
     * @param last one past the last
     */
    void forNodes(int first, int last, Workers.RowRange body) {
      int place = from + first;
      while (place < from + last) {
        int start = place++;
        while (place < from + last && nodes[place] == nodes[place - 1] + 1) {
          place++;
        }
        body.run(nodes[start], nodes[place - 1] + 1);
      }
    }
  }
}
