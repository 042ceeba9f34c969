package io.github.gmnn.spark;

import java.io.Serializable;
import java.util.BitSet;

/**
 * A {@link Part} that has not heard of the others yet.
 *
 * @param number its number
 * @param parts how many there are
 * @param vertices its nodes
 * @param reached numbers of own nodes and of those they are joined to, ascending
 * @param pointers where the edges of each own row start
 * @param columns the other end of each edge, as a place in {@code reached}
 * @param weights the weight of each edge
 * @param ownDegrees the weighted degree of each own row
 * @param split own rows whose edges are elsewhere
 * @param mirrors edges of split nodes
 */
record RawPart(
    int number,
    int parts,
    Vertices vertices,
    int[] reached,
    int[] pointers,
    int[] columns,
    float[] weights,
    double[] ownDegrees,
    BitSet split,
    Mirrors mirrors)
    implements Serializable {
  /** By part: the own rows that are in its halo. */
  int[][] needed() {
    IntList[] rows = new IntList[parts];
    for (int part = 0; part < parts; part++) {
      rows[part] = new IntList();
    }
    for (int node : reached) {
      if (node % parts != number) {
        rows[node % parts].add(node / parts);
      }
    }
    int[][] needed = new int[parts][];
    for (int part = 0; part < parts; part++) {
      needed[part] = rows[part].toArray();
    }
    return needed;
  }
}
