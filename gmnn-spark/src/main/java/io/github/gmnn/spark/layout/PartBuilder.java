package io.github.gmnn.spark.layout;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;

/** Puts a part together from what arrives for it. */
final class PartBuilder {
  private final int number;
  private final int parts;

  private final EdgeTypes types;

  /** Numbers of all split nodes, ascending. */
  private final int[] splitNodes;

  /** The same by relation, see {@link RelationRows#key}. */
  private final long[] splitByRelation;

  PartBuilder(int number, int parts, EdgeTypes types, SplitNodes split) {
    this.number = number;
    this.parts = parts;
    this.types = types;
    this.splitNodes = split.nodes();
    this.splitByRelation = split.byRelation();
  }

  RawPart build(
      int nodes,
      int featureCount,
      ScalerArrays scaler,
      Iterator<Vertices> vertexChunks,
      Iterator<EdgeChunk> edgeChunks) {
    Vertices vertices = vertices(nodes, featureCount, scaler, vertexChunks);
    Entries own = new Entries();
    Entries mirrored = new Entries();
    RelationRows.Builder ofRelations = new RelationRows.Builder();
    Entries mirroredRelations = new Entries();
    NumberedEdges.Builder[] numbered = numbered();
    while (edgeChunks.hasNext()) {
      EdgeChunk chunk = edgeChunks.next();
      int number = 0;
      for (int i = 0; i < chunk.kinds().length; i++) {
        int receiver = chunk.receivers()[i];
        int sender = chunk.senders()[i];
        float weight = chunk.weights()[i];
        int relation = chunk.relations()[i];
        if (chunk.kinds()[i] >= EdgeChunk.ALONG) {
          numbered[chunk.kinds()[i] - EdgeChunk.ALONG].add(
              receiver / parts, sender, relation, weight, chunk.numbers(), number);
          number += width();
          continue;
        }
        boolean elsewhere = chunk.kinds()[i] == EdgeChunk.MIRRORED;
        if (relation == EdgeChunk.GRAPH && elsewhere) {
          mirrored.add(Arrays.binarySearch(splitNodes, receiver), sender / parts, weight);
        } else if (relation == EdgeChunk.GRAPH) {
          own.add(receiver / parts, sender, weight);
        } else if (elsewhere) {
          long key = RelationRows.key(relation, receiver);
          mirroredRelations.add(Arrays.binarySearch(splitByRelation, key), sender / parts, weight);
        } else {
          ofRelations.add(receiver / parts, relation, sender, weight);
        }
      }
    }
    EdgeRows edges = EdgeRows.of(nodes, own.rows, own.columns, own.weights);
    int[] reached = reached(nodes, edges.columns());
    Places ofReached = new Places(reached);
    int[] places = new int[edges.columns().length];
    Arrays.setAll(places, e -> ofReached.of(edges.columns()[e]));
    BitSet split = new BitSet();
    for (int node : splitNodes) {
      if (node % parts == number) {
        split.set(node / parts);
      }
    }
    Mirrors mirrors = mirrors(mirrored, splitNodes, new IntList());
    return new RawPart(
        number,
        parts,
        vertices,
        reached,
        edges.pointers(),
        places,
        edges.weights(),
        degrees(edges, split),
        types.oneWay() ? sent(edges, places, reached, split, mirrors) : new long[0],
        split,
        mirrors,
        types.isEmpty()
            ? null
            : relations(ofRelations.build(nodes, types.relations()), mirroredRelations),
        types.numbers() == null ? null : edges(numbered, nodes));
  }

  private int width() {
    return types.numbers() == null ? 0 : types.numbers().width();
  }

  /** Builders of edges with numbers, one for each way that messages travel along them. */
  private NumberedEdges.Builder[] numbered() {
    int ways = types.numbers() == null ? 0 : types.numbers().ways();
    NumberedEdges.Builder[] builders = new NumberedEdges.Builder[ways];
    Arrays.setAll(builders, way -> new NumberedEdges.Builder(width()));
    return builders;
  }

  private PartEdges.Raw edges(NumberedEdges.Builder[] builders, int nodes) {
    return new PartEdges.Raw(
        types.named(),
        Arrays.stream(builders).map(one -> one.build(nodes)).toArray(NumberedEdges[]::new));
  }

  /** What own rows and mirrors receive from each node reached; samples do not count. */
  private long[] sent(EdgeRows edges, int[] places, int[] reached, BitSet split, Mirrors mirrors) {
    long[] sums = new long[reached.length];
    for (int row = 0; row + 1 < edges.pointers().length; row++) {
      for (int e = edges.pointers()[row]; !split.get(row) && e < edges.pointers()[row + 1]; e++) {
        sums[places[e]] = Mirrors.add(sums[places[e]], edges.weights()[e]);
      }
    }
    for (int e = 0; e < mirrors.rows().length; e++) {
      int place = Arrays.binarySearch(reached, number + mirrors.rows()[e] * parts);
      sums[place] = Mirrors.add(sums[place], mirrors.weights()[e]);
    }
    return sums;
  }

  private PartRelations.Raw relations(RelationRows rows, Entries mirrored) {
    long[] split =
        Arrays.stream(splitByRelation)
            .filter(key -> RelationRows.nodeOf(key) % parts == number)
            .toArray();
    long[] reached = new long[rows.senders().length];
    int count = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      for (int e = rows.pointers()[row]; e < rows.pointers()[row + 1]; e++) {
        long receiver = RelationRows.key(rows.relations()[e], number + row * parts);
        if (split.length == 0 || Arrays.binarySearch(split, receiver) < 0) {
          reached[count++] = rows.key(e);
        }
      }
    }
    int[] nodes = Arrays.stream(splitByRelation).mapToInt(RelationRows::nodeOf).toArray();
    IntList there = new IntList();
    Mirrors mirrors = mirrors(mirrored, nodes, there);
    return new PartRelations.Raw(
        rows,
        split,
        RelationRows.distinct(Arrays.copyOf(reached, count)),
        Arrays.stream(there.toArray()).mapToLong(m -> splitByRelation[m]).toArray(),
        mirrors);
  }

  private static final class Entries {
    final IntList rows = new IntList();
    final IntList columns = new IntList();
    final FloatList weights = new FloatList();

    void add(int row, int column, float weight) {
      rows.add(row);
      columns.add(column);
      weights.add(weight);
    }
  }

  private int[] reached(int nodes, int[] neighbors) {
    IntList all = new IntList();
    for (int row = 0; row < nodes; row++) {
      all.add(number + row * parts);
    }
    for (int node : neighbors) {
      all.add(node);
    }
    return all.distinct();
  }

  /** The degrees of own rows; those of split nodes come from all parts. */
  private static double[] degrees(EdgeRows edges, BitSet split) {
    double[] degrees = new double[edges.pointers().length - 1];
    for (int row = 0; row < degrees.length; row++) {
      for (int e = edges.pointers()[row]; !split.get(row) && e < edges.pointers()[row + 1]; e++) {
        degrees[row] += edges.weights()[e];
      }
    }
    return degrees;
  }

  /**
   * The mirrors of the split nodes that this part has neighbours of, and which of them these are;
   * degrees unknown yet.
   */
  private static Mirrors mirrors(Entries mirrored, int[] split, IntList there) {
    EdgeRows rows = EdgeRows.of(split.length, mirrored.rows, mirrored.columns, mirrored.weights);
    IntList nodes = new IntList();
    IntList pointers = new IntList();
    for (int m = 0; m < split.length; m++) {
      if (rows.pointers()[m + 1] > rows.pointers()[m]) {
        there.add(m);
        nodes.add(split[m]);
        pointers.add(rows.pointers()[m]);
      }
    }
    pointers.add(rows.columns().length);
    return new Mirrors(
        nodes.toArray(),
        new double[nodes.size()],
        pointers.toArray(),
        rows.columns(),
        rows.weights());
  }

  /** Sorts the vertices into their rows. */
  private Vertices vertices(
      int nodes, int featureCount, ScalerArrays scaler, Iterator<Vertices> chunks) {
    Object[] ids = new Object[nodes];
    int[] labels = new int[nodes];
    byte[] roles = new byte[nodes];
    int[][] indices = new int[nodes][];
    float[][] values = new float[nodes][];
    int entries = 0;
    while (chunks.hasNext()) {
      Vertices chunk = chunks.next();
      for (int i = 0; i < chunk.count(); i++) {
        int row = chunk.numbers()[i] / parts;
        if (ids[row] != null) {
          throw new IllegalArgumentException("two vertices have the id " + chunk.id(i));
        }
        ids[row] = chunk.id(i);
        labels[row] = chunk.labels()[i];
        roles[row] = chunk.roles()[i];
        SparseArrays features = chunk.features();
        int from = features.pointers()[i];
        int to = features.pointers()[i + 1];
        indices[row] = Arrays.copyOfRange(features.indices(), from, to);
        values[row] = Arrays.copyOfRange(features.values(), from, to);
        entries = Math.addExact(entries, to - from);
      }
    }
    for (int row = 0; row < nodes; row++) {
      if (ids[row] == null) { // as many ids as the range has numbers, and yet one is missing
        throw new IllegalArgumentException("two vertices have the same id");
      }
    }
    SparseArrays raw = joined(featureCount, entries, indices, values);
    SparseArrays scaled = SparseArrays.of(scaler.scaler().apply(raw.matrix()));
    Object keys =
        ids.length > 0 && ids[0] instanceof Long
            ? Arrays.stream(ids).mapToLong(id -> (Long) id).toArray()
            : Arrays.copyOf(ids, ids.length, String[].class);
    int[] numbers = new int[nodes];
    for (int row = 0; row < nodes; row++) {
      numbers[row] = number + row * parts;
    }
    return new Vertices(numbers, keys, scaled, labels, roles);
  }

  private static SparseArrays joined(
      int featureCount, int entries, int[][] indices, float[][] values) {
    int[] pointers = new int[indices.length + 1];
    int[] allIndices = new int[entries];
    float[] allValues = new float[entries];
    for (int row = 0; row < indices.length; row++) {
      System.arraycopy(indices[row], 0, allIndices, pointers[row], indices[row].length);
      System.arraycopy(values[row], 0, allValues, pointers[row], values[row].length);
      pointers[row + 1] = pointers[row] + indices[row].length;
    }
    return new SparseArrays(featureCount, pointers, allIndices, allValues);
  }
}
