package io.github.gmnn.spark;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a part has of a block.
 *
 * @param part the part
 * @param nodes numbers in the whole graph, ascending
 * @param levels the level of each node
 * @param degrees what they receive in the whole graph
 * @param sentDegrees what they send
 * @param corrections by how much the edges of each that are kept stand for all of them
 * @param pointers where the edges of each start; none for nodes of level 1
 * @param neighbours the numbers of the nodes at the other ends
 * @param weights the weights of the edges
 * @param relations what they receive along relations, or null if no network sees it
 * @param features the features of the nodes
 * @param labels their classes
 * @param roles what the labels are for
 */
record BlockChunk(
    int part,
    int[] nodes,
    byte[] levels,
    double[] degrees,
    double[] sentDegrees,
    float[] corrections,
    int[] pointers,
    int[] neighbours,
    float[] weights,
    @Nullable RelationRows relations,
    SparseArrays features,
    int[] labels,
    byte[] roles)
    implements Serializable {
  /** Cuts the rows of a block out of a part and the features of its nodes. */
  static BlockChunk of(
      Part part, Levels levels, SparseArrays all, Sight sight, Neighbours neighbours) {
    int count = levels.rows().length;
    int[] nodes = new int[count];
    double[] degrees = new double[count];
    double[] sentDegrees = new double[count];
    float[] corrections = new float[count];
    int[] labels = new int[count];
    byte[] roles = new byte[count];
    IntList pointers = new IntList();
    IntList ends = new IntList();
    FloatList weights = new FloatList();
    IntList featurePointers = new IntList();
    IntList featureIndices = new IntList();
    FloatList featureValues = new FloatList();
    for (int i = 0; i < count; i++) {
      int row = levels.rows()[i];
      nodes[i] = part.numberOf(row);
      degrees[i] = part.degree(row);
      sentDegrees[i] = part.sentDegree(row);
      labels[i] = part.vertices().labels()[row];
      roles[i] = part.vertices().roles()[row];
      pointers.add(ends.size());
      corrections[i] = 1f;
      if (sight.graph() && levels.levels()[i] > 1) {
        double kept = 0;
        int[] edges = neighbours.kept(part, row);
        for (int edge : edges) {
          ends.add(part.neighbour(edge));
          weights.add(part.weight(edge));
          kept += part.weight(edge);
        }
        corrections[i] = kept == 0 ? 1f : (float) (degrees[i] / kept);
      }
      featurePointers.add(featureIndices.size());
      for (int e = all.pointers()[row]; e < all.pointers()[row + 1]; e++) {
        featureIndices.add(all.indices()[e]);
        featureValues.add(all.values()[e]);
      }
    }
    pointers.add(ends.size());
    featurePointers.add(featureIndices.size());
    return new BlockChunk(
        part.number(),
        nodes,
        levels.levels(),
        degrees,
        sentDegrees,
        corrections,
        pointers.toArray(),
        ends.toArray(),
        weights.toArray(),
        sight.relations() ? relations(part, levels, neighbours) : null,
        new SparseArrays(
            all.columns(),
            featurePointers.toArray(),
            featureIndices.toArray(),
            featureValues.toArray()),
        labels,
        roles);
  }

  private static RelationRows relations(Part part, Levels levels, Neighbours neighbours) {
    RelationRows all = part.typedEdges().rows();
    int[] pointers = new int[levels.rows().length + 1];
    IntList relations = new IntList();
    IntList senders = new IntList();
    FloatList weights = new FloatList();
    for (int i = 0; i < levels.rows().length; i++) {
      if (levels.levels()[i] > 1) {
        for (int entry : neighbours.keptOfRelations(part, levels.rows()[i])) {
          relations.add(all.relations()[entry]);
          senders.add(all.senders()[entry]);
          weights.add(all.weights()[entry]);
        }
      }
      pointers[i + 1] = senders.size();
    }
    return new RelationRows(pointers, relations.toArray(), senders.toArray(), weights.toArray());
  }
}
