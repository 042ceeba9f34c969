package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.FloatList;
import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.LongList;
import io.github.gmnn.internal.PersistentArray;
import io.github.gmnn.sparse.EdgeList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Edges with types or times by node, in both directions. Each change gives others, which share all
 * other nodes' edges with the old ones. Immutable and thread-safe.
 */
public final class TypedRows {
  private final EdgeList base;
  private final List<String> types;
  private final boolean typed;
  private final boolean timed;
  private final PersistentArray<TypedRow> received;
  private final PersistentArray<TypedRow> sent;

  private TypedRows(
      EdgeList base,
      List<String> types,
      boolean typed,
      boolean timed,
      PersistentArray<TypedRow> received,
      PersistentArray<TypedRow> sent) {
    this.base = base;
    this.types = types;
    this.typed = typed;
    this.timed = timed;
    this.received = received;
    this.sent = sent;
  }

  static TypedRows of(EdgeList edges) {
    return new TypedRows(
        edges,
        edges.types(),
        !edges.types().isEmpty(),
        edges.hasTimes(),
        PersistentArray.empty(),
        PersistentArray.empty());
  }

  /** Returns the names of the types. */
  public List<String> types() {
    return types;
  }

  /** Returns whether edges have types. */
  public boolean isTyped() {
    return typed;
  }

  /** Returns whether edges have times. */
  public boolean isTimed() {
    return timed;
  }

  /** Returns the edges that lead to a node. */
  public TypedRow received(int node) {
    TypedRow row = received.get(node);
    return row == null ? rowOf(base, node) : row;
  }

  /** Returns the edges that leave a node. */
  public TypedRow sent(int node) {
    TypedRow row = sent.get(node);
    return row == null ? rowOf(base.reversed(), node) : row;
  }

  private TypedRow rowOf(EdgeList edges, int node) {
    if (node >= edges.nodes()) {
      return TypedRow.EMPTY;
    }
    IntList ofType = new IntList();
    IntList ends = new IntList();
    FloatList weights = new FloatList();
    LongList times = new LongList();
    int kinds = Math.max(1, edges.types().size());
    for (int type = 0; type < kinds; type++) {
      int last = edges.typeStart(type + 1);
      for (int e = first(edges, type, node); e < last && edges.target(e) == node; e++) {
        ofType.add(type);
        ends.add(edges.source(e));
        weights.add(edges.weight(e));
        if (timed) {
          times.add(edges.time(e));
        }
      }
    }
    return new TypedRow(
        ofType.toArray(),
        ends.toArray(),
        weights.toArray(),
        Arrays.copyOf(times.array(), times.size()));
  }

  /** The first edge of a type that leads to a node or a later one. */
  private static int first(EdgeList edges, int type, int node) {
    int low = edges.typeStart(type);
    int high = edges.typeStart(type + 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges.target(middle) < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the largest weight of the edges from one node to another; 0 without any. */
  float weight(int source, int target) {
    TypedRow row = received(target);
    float largest = 0;
    for (int e = 0; e < row.length(); e++) {
      if (row.ends()[e] == source) {
        largest = Math.max(largest, row.weights()[e]);
      }
    }
    return largest;
  }

  /** Returns the number of a type; -1 if there is none. */
  int type(String name) {
    return types.indexOf(name);
  }

  TypedRows withType(String name) {
    List<String> more = new ArrayList<>(types);
    more.add(name);
    return new TypedRows(base, List.copyOf(more), typed, timed, received, sent);
  }

  TypedRows with(int source, int target, int type, float weight, long time) {
    return new TypedRows(
        base,
        types,
        typed,
        timed,
        received.with(target, received(target).with(type, source, weight, time, timed)),
        sent.with(source, sent(source).with(type, target, weight, time, timed)));
  }

  TypedRows without(int source, int target, int type) {
    return new TypedRows(
        base,
        types,
        typed,
        timed,
        received.with(target, received(target).without(type, source)),
        sent.with(source, sent(source).without(type, target)));
  }

  /** Returns the edges without those of a node. */
  TypedRows without(int node) {
    TypedRows result = this;
    TypedRow in = received(node);
    for (int e = 0; e < in.length(); e++) {
      result = result.without(in.ends()[e], node, in.types()[e]);
    }
    TypedRow out = result.sent(node);
    for (int e = 0; e < out.length(); e++) {
      result = result.without(node, out.ends()[e], out.types()[e]);
    }
    return result;
  }

  /** Returns the edges with those of a node at another one, which has none. */
  TypedRows moved(int node, int to) {
    TypedRow in = received(node);
    TypedRow out = sent(node);
    PersistentArray<TypedRow> newReceived = received;
    PersistentArray<TypedRow> newSent = sent;
    for (int end : Arrays.stream(in.ends()).distinct().toArray()) {
      newSent = newSent.with(end, sent(end).moved(node, to));
    }
    for (int end : Arrays.stream(out.ends()).distinct().toArray()) {
      newReceived = newReceived.with(end, received(end).moved(node, to));
    }
    return new TypedRows(
        base,
        types,
        typed,
        timed,
        newReceived.with(to, in).with(node, TypedRow.EMPTY),
        newSent.with(to, out).with(node, TypedRow.EMPTY));
  }

  int changes() {
    return received.count();
  }

  /** Returns the edges in one piece. */
  EdgeList edges(int nodes) {
    IntList sources = new IntList();
    IntList targets = new IntList();
    IntList ofType = new IntList();
    FloatList weights = new FloatList();
    LongList times = new LongList();
    boolean weighted = false;
    for (int node = 0; node < nodes; node++) {
      TypedRow row = received(node);
      for (int e = 0; e < row.length(); e++) {
        sources.add(row.ends()[e]);
        targets.add(node);
        ofType.add(row.types()[e]);
        weights.add(row.weights()[e]);
        weighted |= row.weights()[e] != 1;
        if (timed) {
          times.add(row.times()[e]);
        }
      }
    }
    return EdgeList.of(
        nodes,
        sources.size(),
        sources.array(),
        targets.array(),
        weighted ? weights.array() : null,
        types,
        typed ? ofType.array() : null,
        Set.of(),
        timed ? times.array() : null);
  }
}
