package io.github.gmnn.network.internal;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.IntMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Draws some of the nodes that a network is trained towards. Labelled nodes, of which there are
 * few, have half of the places if they need them; a node that is drawn stands for all of its group,
 * so that sums over the sample are on average those over all.
 */
final class TargetSample {
  private final int[] nodes;
  private final int most;

  /** Where labelled nodes and others are among the nodes. */
  private final int[] labelled;

  private final int[] others;

  /**
   * What was drawn.
   *
   * @param places where among all
   * @param nodes the nodes there
   * @param standFor for how many nodes each of them counts
   */
  record Drawn(int[] places, int[] nodes, float[] standFor) {}

  /**
   * Prepares to draw.
   *
   * @param nodes the nodes to draw from
   * @param labelledNodes those that have labels, and perhaps more
   * @param most how many to draw at most; 0 for all
   */
  TargetSample(int[] nodes, int[] labelledNodes, int most) {
    this.nodes = nodes;
    this.most = most == 0 ? nodes.length : Math.min(most, nodes.length);
    BitSet known = new BitSet();
    for (int node : labelledNodes) {
      known.set(node);
    }
    IntList with = new IntList();
    IntList without = new IntList();
    for (int place = 0; place < nodes.length; place++) {
      (known.get(nodes[place]) ? with : without).add(place);
    }
    this.labelled = with.toArray();
    this.others = without.toArray();
  }

  Drawn draw(RandomStream random) {
    int half = Math.max(most / 2, most - others.length);
    int[] first = drawn(labelled, Math.min(labelled.length, half), random.derive(0));
    int[] second = drawn(others, most - first.length, random.derive(1));
    int[] places = Arrays.copyOf(first, most);
    System.arraycopy(second, 0, places, first.length, second.length);
    int[] drawnNodes = new int[most];
    float[] standFor = new float[most];
    for (int i = 0; i < most; i++) {
      drawnNodes[i] = nodes[places[i]];
      standFor[i] =
          i < first.length
              ? (float) labelled.length / first.length
              : (float) others.length / second.length;
    }
    return new Drawn(places, drawnNodes, standFor);
  }

  /** So many of the places, ascending. */
  private static int[] drawn(int[] from, int count, RandomStream random) {
    if (count == from.length) {
      return from;
    }
    IntMap taken = new IntMap();
    int[] drawn = new int[count];
    for (int i = 0; i < count; ) {
      int index = random.nextInt(from.length);
      if (taken.put(index, i)) {
        drawn[i++] = from[index];
      }
    }
    Arrays.sort(drawn);
    return drawn;
  }
}
