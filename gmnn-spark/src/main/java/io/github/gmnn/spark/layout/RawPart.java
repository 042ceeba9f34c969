package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

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
 * @param sent by place in {@code reached}: what own rows, and mirrors, receive from it, as {@link
 *     Mirrors} sums; empty where edges have no direction and nodes send what they receive
 * @param split own rows whose edges are elsewhere
 * @param mirrors edges of split nodes
 * @param relations the edges by type and direction, or null
 * @param edges the edges with their numbers, or null
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
    long[] sent,
    BitSet split,
    Mirrors mirrors,
    PartRelations.@Nullable Raw relations,
    PartEdges.@Nullable Raw edges)
    implements Serializable {
  boolean isOneWay() {
    return sent.length > 0;
  }

  /** What is known here of what some rows of another part send. */
  long[] sentBy(int part, int[] rows) {
    long[] sums = new long[isOneWay() ? rows.length : 0];
    Arrays.setAll(sums, i -> sent[Arrays.binarySearch(reached, part + rows[i] * parts)]);
    return sums;
  }

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
