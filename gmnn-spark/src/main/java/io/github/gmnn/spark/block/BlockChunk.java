package io.github.gmnn.spark.block;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.spark.layout.NeighborSampling;
import io.github.gmnn.spark.layout.NumberedEdges;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartEdges;
import io.github.gmnn.spark.layout.RelationRows;
import io.github.gmnn.spark.layout.SparseArrays;
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
 * @param neighbors the numbers of the nodes at the other ends
 * @param weights the weights of the edges
 * @param relations what they receive along relations, or null if no network sees it
 * @param edges by way, the edges with numbers that bring messages to them; none if no network sees
 *     them
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
    int[] neighbors,
    float[] weights,
    @Nullable RelationRows relations,
    NumberedEdges[] edges,
    SparseArrays features,
    int[] labels,
    byte[] roles)
    implements Serializable {
  /** Cuts the rows of a block out of a part and the features of its nodes. */
  static BlockChunk of(
      Part part,
      HopLevels levels,
      SparseArrays all,
      ReceptiveField receptiveField,
      NeighborSampling sampling) {
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
      if (receptiveField.graph() && levels.levels()[i] > 1) {
        double kept = 0;
        int[] edges = sampling.kept(part, row);
        for (int edge : edges) {
          ends.add(part.neighbor(edge));
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
        receptiveField.relations() ? relations(part, levels, sampling) : null,
        receptiveField.edges() ? edges(part, levels, sampling) : new NumberedEdges[0],
        new SparseArrays(
            all.columns(),
            featurePointers.toArray(),
            featureIndices.toArray(),
            featureValues.toArray()),
        labels,
        roles);
  }

  private static NumberedEdges[] edges(Part part, HopLevels levels, NeighborSampling sampling) {
    PartEdges all = part.numberedEdges();
    NumberedEdges[] edges = new NumberedEdges[all.ways()];
    for (int way = 0; way < edges.length; way++) {
      NumberedEdges.Builder kept = new NumberedEdges.Builder(all.edges(way).width());
      for (int i = 0; i < levels.rows().length; i++) {
        if (levels.levels()[i] > 1) {
          for (int edge : sampling.keptOfEdges(part, levels.rows()[i], way)) {
            kept.add(i, all.other(way, edge), all.edges(way), edge);
          }
        }
      }
      edges[way] = kept.build(levels.rows().length);
    }
    return edges;
  }

  private static RelationRows relations(Part part, HopLevels levels, NeighborSampling sampling) {
    RelationRows all = part.typedEdges().rows();
    int[] pointers = new int[levels.rows().length + 1];
    IntList relations = new IntList();
    IntList senders = new IntList();
    FloatList weights = new FloatList();
    for (int i = 0; i < levels.rows().length; i++) {
      if (levels.levels()[i] > 1) {
        for (int entry : sampling.keptOfRelations(part, levels.rows()[i])) {
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
