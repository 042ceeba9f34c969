package io.github.gmnn.spark;

import java.io.Serializable;

/**
 * What a part has of a block.
 *
 * @param part the part
 * @param nodes numbers in the whole graph, ascending
 * @param levels the level of each node
 * @param degrees their degrees in the whole graph
 * @param corrections by how much the edges of each that are kept stand for all of them
 * @param pointers where the edges of each start; none for nodes of level 1
 * @param neighbours the numbers of the nodes at the other ends
 * @param weights the weights of the edges
 * @param features the features of the nodes
 * @param labels their classes
 * @param roles what the labels are for
 */
record BlockChunk(
    int part,
    int[] nodes,
    byte[] levels,
    double[] degrees,
    float[] corrections,
    int[] pointers,
    int[] neighbours,
    float[] weights,
    SparseArrays features,
    int[] labels,
    byte[] roles)
    implements Serializable {
  /** Cuts the rows of a block out of a part and the features of its nodes. */
  static BlockChunk of(Part part, Levels levels, SparseArrays all, Neighbours neighbours) {
    int count = levels.rows().length;
    int[] nodes = new int[count];
    double[] degrees = new double[count];
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
      labels[i] = part.vertices().labels()[row];
      roles[i] = part.vertices().roles()[row];
      pointers.add(ends.size());
      corrections[i] = 1f;
      if (levels.levels()[i] > 1) {
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
        corrections,
        pointers.toArray(),
        ends.toArray(),
        weights.toArray(),
        new SparseArrays(
            all.columns(),
            featurePointers.toArray(),
            featureIndices.toArray(),
            featureValues.toArray()),
        labels,
        roles);
  }
}
