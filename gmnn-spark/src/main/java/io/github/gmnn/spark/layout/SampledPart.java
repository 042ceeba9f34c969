package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some nodes of a part on their way to the driver, with their edges to others that go there too.
 *
 * @param numbers their numbers
 * @param labels their classes, -1 without
 * @param roles what the labels are for
 * @param features a row each
 * @param sources the numbers of the nodes at which edges start
 * @param targets the numbers of those that receive
 * @param types the type of each edge; 0 where edges have none
 * @param weights the weight of each edge
 * @param edgeNumbers the numbers on each edge, those of one after those of another
 */
public record SampledPart(
    int[] numbers,
    int[] labels,
    byte[] roles,
    SparseArrays features,
    int[] sources,
    int[] targets,
    int[] types,
    float[] weights,
    float[] edgeNumbers)
    implements Serializable {
  /**
   * Takes nodes of a part.
   *
   * @param part the part
   * @param wanted the numbers of the nodes wanted in the whole graph, ascending; null for all
   * @param sampling which of their neighbours are looked at
   * @param types the types of edges
   */
  static SampledPart of(
      Part part, int @Nullable [] wanted, NeighborSampling sampling, EdgeTypes types) {
    Vertices vertices = part.vertices();
    IntList numbers = new IntList();
    IntList labels = new IntList();
    IntList roles = new IntList();
    IntList pointers = new IntList();
    IntList columns = new IntList();
    FloatList values = new FloatList();
    Edges edges = new Edges(wanted);
    SparseArrays features = vertices.features();
    pointers.add(0);
    for (int row = 0; row < part.nodes(); row++) {
      int number = part.numberOf(row);
      if (!edges.isWanted(number)) {
        continue;
      }
      numbers.add(number);
      labels.add(vertices.labels()[row]);
      roles.add(vertices.roles()[row]);
      for (int e = features.pointers()[row]; e < features.pointers()[row + 1]; e++) {
        columns.add(features.indices()[e]);
        values.add(features.values()[e]);
      }
      pointers.add(columns.size());
      if (types.numbers() != null) {
        edges.addNumbered(part.numberedEdges(), sampling.keptOfEdges(part, row, 0), number, types);
      } else if (types.named().isEmpty()) {
        for (int e : sampling.kept(part, row)) {
          edges.add(part.neighbor(e), number, 0, part.weight(e));
        }
      } else {
        edges.addTyped(
            part.typedEdges().rows(), sampling.keptOfRelations(part, row), number, types);
      }
    }
    byte[] ofNodes = new byte[roles.size()];
    for (int i = 0; i < ofNodes.length; i++) {
      ofNodes[i] = (byte) roles.get(i);
    }
    return new SampledPart(
        numbers.toArray(),
        labels.toArray(),
        ofNodes,
        new SparseArrays(
            features.columns(), pointers.toArray(), columns.toArray(), values.toArray()),
        edges.sources.toArray(),
        edges.targets.toArray(),
        edges.types.toArray(),
        edges.weights.toArray(),
        edges.numbers.toArray());
  }

  /** Collects edges between wanted nodes. */
  private static final class Edges {
    private final int @Nullable [] wanted;
    final IntList sources = new IntList();
    final IntList targets = new IntList();
    final IntList types = new IntList();
    final FloatList weights = new FloatList();
    final FloatList numbers = new FloatList();

    Edges(int @Nullable [] wanted) {
      this.wanted = wanted;
    }

    boolean isWanted(int node) {
      return wanted == null || Arrays.binarySearch(wanted, node) >= 0;
    }

    void add(int source, int target, int type, float weight) {
      if (isWanted(source) && isWanted(target)) {
        sources.add(source);
        targets.add(target);
        types.add(type);
        weights.add(weight);
      }
    }

    /** Those that lead to a node; what has no direction is taken at one of its ends. */
    void addNumbered(PartEdges all, int[] kept, int receiver, EdgeTypes of) {
      NumberedEdges edges = all.edges(0);
      for (int e : kept) {
        int sender = all.other(0, e);
        if (isWanted(sender) && (sender < receiver || !of.isUndirected(edges.types()[e]))) {
          add(sender, receiver, edges.types()[e], edges.weights()[e]);
          for (int c = 0; c < edges.width(); c++) {
            numbers.add(edges.numbers()[e * edges.width() + c]);
          }
        }
      }
    }

    /**
     * A relation is a type along its edges, or one against them: then the receiver is the source.
     */
    void addTyped(RelationRows rows, int[] entries, int receiver, EdgeTypes of) {
      for (int entry : entries) {
        int relation = rows.relations()[entry];
        int sender = rows.senders()[entry];
        float weight = rows.weights()[entry];
        if (relation < of.names().size()) {
          add(sender, receiver, relation, weight);
        } else {
          String type = of.directed().get(relation - of.names().size());
          add(receiver, sender, of.names().indexOf(type), weight);
        }
      }
    }
  }
}
