package io.github.gmnn.graph.internal;

import io.github.gmnn.compute.RowSet;
import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.IntMap;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import io.github.gmnn.sparse.EdgeList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;

/**
 * Some nodes of a graph and all around them within so many hops: what their outputs depend on in a
 * network that propagates as often. Its nodes are numbered anew in the order of the graph, so that
 * sums over neighbours are the same to the last bit. The outermost nodes are there for what they
 * send, and have no edges of their own; degrees are those of the whole graph.
 *
 * <p>It may leave out neighbours, those that are left then standing for all of a node.
 *
 * <p>Costs time and memory linear in its nodes and edges, whatever the size of the graph.
 */
public final class ReceptiveField {
  private final GraphRows rows;
  private final int hops;
  private final int[] nodes;
  private final int[] levels;
  private final IntMap indices;
  private final NeighborSampling sampling;

  private ReceptiveField(
      GraphRows rows,
      int hops,
      int[] nodes,
      int[] levels,
      IntMap indices,
      NeighborSampling sampling) {
    this.rows = rows;
    this.sampling = sampling;
    this.hops = hops;
    this.nodes = nodes;
    this.levels = levels;
    this.indices = indices;
  }

  /**
   * Finds the field of some nodes.
   *
   * @param rows the graph
   * @param targets the nodes
   * @param hops how many hops around them
   */
  public static ReceptiveField of(GraphRows rows, int[] targets, int hops) {
    return of(rows, targets, hops, NeighborSampling.ALL);
  }

  /**
   * Finds the field of some nodes, with some of the neighbours of each.
   *
   * @param rows the graph; edges have neither types nor numbers where neighbours are left out
   * @param targets the nodes
   * @param hops how many hops around them
   * @param sampling which neighbours it has
   */
  public static ReceptiveField of(
      GraphRows rows, int[] targets, int hops, NeighborSampling sampling) {
    IntMap level = new IntMap();
    IntList found = new IntList();
    for (int target : targets) {
      if (level.put(target, 0)) {
        found.add(target);
      }
    }
    int first = 0;
    for (int hop = 1; hop <= hops; hop++) {
      first = grow(rows, sampling, first, hop, level, found);
    }
    int[] nodes = found.toArray();
    Arrays.sort(nodes);
    int[] levels = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      levels[i] = level.get(nodes[i]);
      level.put(nodes[i], i);
    }
    return new ReceptiveField(rows, hops, nodes, levels, level, sampling);
  }

  /** Adds the neighbours of the nodes found last; returns where they begin. */
  private static int grow(
      GraphRows rows, NeighborSampling sampling, int first, int hop, IntMap level, IntList found) {
    int last = found.size();
    for (int i = first; i < last; i++) {
      expand(sampling.seen(rows.received(), found.get(i)), hop, level, found);
      if (rows.isDirected()) {
        expand(sampling.seen(rows.sent(), found.get(i)), hop, level, found);
      }
    }
    return last;
  }

  /**
   * Returns how many hops away the farthest of some nodes is from a node, leaving out those that
   * are more than so many hops away.
   */
  public static int farthest(GraphRows rows, int from, int[] nodes, int most) {
    IntMap wanted = new IntMap();
    for (int node : nodes) {
      wanted.put(node, 0);
    }
    IntMap level = new IntMap();
    IntList found = new IntList();
    level.put(from, 0);
    found.add(from);
    int missing = wanted.size() - (wanted.get(from) < 0 ? 0 : 1);
    int farthest = 0;
    int first = 0;
    for (int hop = 1; hop <= most && missing > 0 && first < found.size(); hop++) {
      first = grow(rows, NeighborSampling.ALL, first, hop, level, found);
      for (int i = first; i < found.size(); i++) {
        if (wanted.get(found.get(i)) >= 0) {
          missing--;
          farthest = hop;
        }
      }
    }
    return farthest;
  }

  private static void expand(SparseRow row, int hop, IntMap level, IntList found) {
    for (int e = row.from(); e < row.to(); e++) {
      int other = row.columns()[e];
      if (level.get(other) < 0) {
        level.put(other, hop);
        found.add(other);
      }
    }
  }

  /** Returns the number of its nodes. */
  public int size() {
    return nodes.length;
  }

  /** Returns the node of the graph that is the i-th here. */
  public int node(int i) {
    return nodes[i];
  }

  /** Returns the nodes of the graph that are here, ascending; not a copy. */
  public int[] nodes() {
    return nodes;
  }

  /** Returns where a node of the graph is here; -1 if it is not. */
  public int indexOf(int node) {
    return indices.get(node);
  }

  /** Returns how many hops the i-th node is away from the nearest target. */
  public int level(int i) {
    return levels[i];
  }

  /** Returns the nodes that are at most so many hops away from the targets. */
  public RowSet within(int most) {
    BitSet members = new BitSet(nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      members.set(i, levels[i] <= most);
    }
    return RowSet.of(nodes.length, members);
  }

  /** Returns the features of its nodes. */
  public CsrMatrix features(MatrixRows features, int columns) {
    int[] pointers = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      pointers[i + 1] = pointers[i] + features.row(nodes[i]).length();
    }
    int[] indices = new int[pointers[nodes.length]];
    float[] values = new float[indices.length];
    for (int i = 0; i < nodes.length; i++) {
      SparseRow row = features.row(nodes[i]);
      System.arraycopy(row.columns(), row.from(), indices, pointers[i], row.length());
      System.arraycopy(row.values(), row.from(), values, pointers[i], row.length());
    }
    return CsrMatrix.of(nodes.length, columns, pointers, indices, values);
  }

  /** Returns the rows of a matrix that its nodes have there. */
  public CsrMatrix rowsOf(CsrMatrix matrix) {
    return features(MatrixRows.of(matrix), matrix.columns());
  }

  /** Returns how its nodes are joined, as operators of the whole graph. */
  public Adjacency adjacency() {
    double[] received = new double[nodes.length];
    double[] sent = rows.isDirected() ? new double[nodes.length] : received;
    for (int i = 0; i < nodes.length; i++) {
      received[i] = rows.received().sum(nodes[i]);
      if (rows.isDirected()) {
        sent[i] = rows.sent().sum(nodes[i]);
      }
    }
    Adjacency all =
        Adjacency.ofPart(
            edges(rows.received()), rows.isDirected() ? edges(rows.sent()) : null, received, sent);
    TypedRows typed = rows.typed();
    Adjacency joined =
        typed != null && typed.isTyped() ? Adjacency.ofRelations(all, edges(typed)) : all;
    NumberedRows numbers = rows.numbers();
    return numbers == null ? joined : Adjacency.withAttributes(joined, edges(numbers));
  }

  /** Returns the nodes here that the i-th is joined to; none for the outermost. */
  public int[] neighbors(int i) {
    IntList found = new IntList();
    if (isInner(i)) {
      add(sampling.seen(rows.received(), nodes[i]), found);
      if (rows.isDirected()) {
        add(sampling.seen(rows.sent(), nodes[i]), found);
      }
    }
    return found.toArray();
  }

  private void add(SparseRow row, IntList found) {
    for (int e = row.from(); e < row.to(); e++) {
      found.add(indexOf(row.columns()[e]));
    }
  }

  private boolean isInner(int i) {
    return levels[i] < hops;
  }

  private CsrMatrix edges(MatrixRows matrix) {
    int[] pointers = new int[nodes.length + 1];
    IntList columns = new IntList();
    FloatList values = new FloatList();
    for (int i = 0; i < nodes.length; i++) {
      if (isInner(i)) {
        SparseRow row = sampling.seen(matrix, nodes[i]);
        for (int e = row.from(); e < row.to(); e++) {
          columns.add(indexOf(row.columns()[e]));
          values.add(row.values()[e]);
        }
      }
      pointers[i + 1] = columns.size();
    }
    return CsrMatrix.of(nodes.length, nodes.length, pointers, columns.toArray(), values.toArray());
  }

  /** All edges with numbers that an inner node has, in either direction. */
  private EdgeAttributes edges(NumberedRows numbers) {
    NumberedRows.Part part = numbers.new Part();
    for (int i = 0; i < nodes.length; i++) {
      if (isInner(i)) {
        part.addReceived(nodes[i], i, this::indexOf);
        part.addSent(nodes[i], i, this::outermost);
      }
    }
    return part.build(nodes.length);
  }

  /** Where an outermost node is here; -1 for one that receives its edges itself. */
  private int outermost(int node) {
    int i = indexOf(node);
    return isInner(i) ? -1 : i;
  }

  /** All edges with types that an inner node has, in either direction. */
  private EdgeList edges(TypedRows typed) {
    IntList sources = new IntList();
    IntList targets = new IntList();
    IntList types = new IntList();
    FloatList weights = new FloatList();
    for (int i = 0; i < nodes.length; i++) {
      if (isInner(i)) {
        TypedRow in = typed.received(nodes[i]);
        for (int e = 0; e < in.length(); e++) {
          sources.add(indexOf(in.ends()[e]));
          targets.add(i);
          types.add(in.types()[e]);
          weights.add(in.weights()[e]);
        }
        TypedRow out = typed.sent(nodes[i]);
        for (int e = 0; e < out.length(); e++) {
          sources.add(i);
          targets.add(indexOf(out.ends()[e]));
          types.add(out.types()[e]);
          weights.add(out.weights()[e]);
        }
      }
    }
    return EdgeList.of(
        nodes.length,
        sources.size(),
        sources.array(),
        targets.array(),
        weights.array(),
        typed.types(),
        types.array(),
        Set.of(),
        null);
  }
}
