package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.LongList;
import io.github.gmnn.internal.PersistentArray;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Edges with numbers by node, in both directions. Each change gives others, which share all other
 * nodes' edges with the old ones. Immutable and thread-safe.
 */
public final class NumberedRows {
  private final EdgeAttributes base;
  private final List<String> types;
  private final Set<String> undirectedTypes;
  private final PersistentArray<NumberedRow> received;
  private final PersistentArray<NumberedRow> sent;

  private NumberedRows(
      EdgeAttributes base,
      List<String> types,
      Set<String> undirectedTypes,
      PersistentArray<NumberedRow> received,
      PersistentArray<NumberedRow> sent) {
    this.base = base;
    this.types = types;
    this.undirectedTypes = undirectedTypes;
    this.received = received;
    this.sent = sent;
  }

  static NumberedRows of(EdgeAttributes edges) {
    return new NumberedRows(
        edges,
        edges.types(),
        edges.undirectedTypes(),
        PersistentArray.empty(),
        PersistentArray.empty());
  }

  /** Returns the names of the numbers on each edge. */
  public List<String> names() {
    return base.names();
  }

  /** Returns the edges that lead to a node. */
  public NumberedRow received(int node) {
    NumberedRow row = received.get(node);
    if (row != null) {
      return row;
    }
    return node < base.nodes()
        ? rowOf(base.receivedStart(node), base.receivedStart(node + 1), e -> e, base::source)
        : NumberedRow.EMPTY;
  }

  /** The edges that leave a node. */
  private NumberedRow sent(int node) {
    NumberedRow row = sent.get(node);
    if (row != null) {
      return row;
    }
    return node < base.nodes()
        ? rowOf(base.sentStart(node), base.sentStart(node + 1), base::sent, base::sentTarget)
        : NumberedRow.EMPTY;
  }

  private NumberedRow rowOf(int from, int to, IntUnaryOperator edge, IntUnaryOperator end) {
    int length = to - from;
    int width = base.width();
    int[] ends = new int[length];
    float[] values = new float[length * width];
    float[] weights = new float[length];
    int[] ofType = new int[length];
    long[] times = new long[base.hasTimes() ? length : 0];
    for (int i = 0; i < length; i++) {
      int e = edge.applyAsInt(from + i);
      ends[i] = end.applyAsInt(from + i);
      System.arraycopy(base.values(), e * width, values, i * width, width);
      weights[i] = base.weight(e);
      ofType[i] = base.types().isEmpty() ? 0 : base.type(e);
      if (times.length > 0) {
        times[i] = base.time(e);
      }
    }
    return new NumberedRow(ends, values, weights, ofType, times);
  }

  /** Returns these with other types, the first of which are those that there are. */
  NumberedRows ofTypes(List<String> all, Set<String> undirected) {
    return new NumberedRows(base, all, Set.copyOf(undirected), received, sent);
  }

  /** Returns these with an edge, from its source to its target alone. */
  NumberedRows with(int source, int target, NumberedEdge edge) {
    return new NumberedRows(
        base,
        types,
        undirectedTypes,
        received.with(target, received(target).with(source, edge, base.hasTimes())),
        sent.with(source, sent(source).with(target, edge, base.hasTimes())));
  }

  /** Returns these without the edges from one node to another, of a type or of any. */
  NumberedRows without(int source, int target, int type) {
    return new NumberedRows(
        base,
        types,
        undirectedTypes,
        received.with(target, received(target).without(source, type)),
        sent.with(source, sent(source).without(target, type)));
  }

  /** Returns these without the edges of a node. */
  NumberedRows without(int node) {
    NumberedRows result = this;
    for (int end : distinct(received(node))) {
      result = result.without(end, node, NumberedRow.ANY_TYPE);
    }
    for (int end : distinct(sent(node))) {
      result = result.without(node, end, NumberedRow.ANY_TYPE);
    }
    return result;
  }

  private static int[] distinct(NumberedRow row) {
    return Arrays.stream(row.ends()).distinct().toArray();
  }

  /** Returns these with the edges of a node at another one, which has none. */
  NumberedRows moved(int node, int to) {
    NumberedRow in = received(node);
    NumberedRow out = sent(node);
    PersistentArray<NumberedRow> newReceived = received;
    PersistentArray<NumberedRow> newSent = sent;
    for (int end : distinct(in)) {
      newSent = newSent.with(end, sent(end).moved(node, to));
    }
    for (int end : distinct(out)) {
      newReceived = newReceived.with(end, received(end).moved(node, to));
    }
    return new NumberedRows(
        base,
        types,
        undirectedTypes,
        newReceived.with(to, in).with(node, NumberedRow.EMPTY),
        newSent.with(to, out).with(node, NumberedRow.EMPTY));
  }

  int changes() {
    return received.count();
  }

  /** Returns the edges in one piece. */
  EdgeAttributes edges(int nodes) {
    if (changes() == 0 && nodes == base.nodes()) {
      return base;
    }
    Part part = new Part();
    for (int node = 0; node < nodes; node++) {
      part.addReceived(node, node, end -> end);
    }
    return part.build(nodes);
  }

  /** Some of the edges on some of the nodes, in any order of nodes. */
  final class Part {
    private final IntList sources = new IntList();
    private final IntList targets = new IntList();
    private final FloatList values = new FloatList();
    private final FloatList weights = new FloatList();
    private final IntList ofType = new IntList();
    private final LongList times = new LongList();
    private boolean weighted;

    /**
     * Adds the edges that lead to a node.
     *
     * @param node the node
     * @param at where it is among those nodes
     * @param index where other nodes are, ascending with them
     */
    void addReceived(int node, int at, IntUnaryOperator index) {
      NumberedRow row = received(node);
      for (int e = 0; e < row.length(); e++) {
        add(row, e, index.applyAsInt(row.ends()[e]), at);
      }
    }

    /** Adds the edges that leave a node, but for those that lead to a node of negative index. */
    void addSent(int node, int at, IntUnaryOperator index) {
      NumberedRow row = sent(node);
      for (int e = 0; e < row.length(); e++) {
        int target = index.applyAsInt(row.ends()[e]);
        if (target >= 0) {
          add(row, e, at, target);
        }
      }
    }

    private void add(NumberedRow row, int e, int source, int target) {
      sources.add(source);
      targets.add(target);
      int width = base.width();
      for (int c = e * width; c < (e + 1) * width; c++) {
        values.add(row.values()[c]);
      }
      weights.add(row.weights()[e]);
      weighted |= row.weights()[e] != 1;
      ofType.add(row.types()[e]);
      if (base.hasTimes()) {
        times.add(row.times()[e]);
      }
    }

    /** Returns the edges that were added. */
    EdgeAttributes build(int nodes) {
      EdgeAttributes.Builder builder =
          EdgeAttributes.builder(nodes, sources.array(), targets.array())
              .count(sources.size())
              .numbers(base.names(), values.array())
              .weights(weighted ? weights.array() : null)
              .times(base.hasTimes() ? times.array() : null)
              .bothGiven();
      if (!types.isEmpty()) {
        builder.types(types, ofType.array(), undirectedTypes);
      } else if (base.isDirected()) {
        builder.directed();
      }
      return builder.build();
    }
  }
}
