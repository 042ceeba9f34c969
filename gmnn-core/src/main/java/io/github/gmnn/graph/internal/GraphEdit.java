package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.Lazy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes the edges and features of a graph, at the cost of the rows that change: each is copied
 * once for every edge that comes or goes. Not thread-safe.
 */
public final class GraphEdit {
  private final boolean directed;
  private boolean changed;
  private MatrixRows received;
  private @Nullable MatrixRows sent;
  private @Nullable TypedRows typed;
  private @Nullable NumberedRows numbers;
  private @Nullable MatrixRows features;
  private int featureCount;
  private int nodes;
  private long edgeCount;

  /** Begins with a graph as it is. */
  public GraphEdit(GraphRows rows) {
    this.directed = rows.isDirected();
    this.received = rows.received();
    this.sent = directed ? rows.sent() : null;
    this.typed = rows.typed();
    this.numbers = rows.numbers();
    this.features = rows.features();
    this.featureCount = rows.featureCount();
    this.nodes = rows.nodes();
    this.edgeCount = rows.edgeCount();
  }

  /** Returns the graph as it is now. */
  public GraphRows rows() {
    MatrixRows out = sent;
    return new GraphRows(
        nodes,
        directed,
        received,
        out == null ? null : new Lazy<>(() -> out),
        typed,
        features,
        featureCount,
        edgeCount,
        numbers);
  }

  /** Returns whether anything changed. */
  public boolean isChanged() {
    return changed;
  }

  private void change() {
    changed = true;
  }

  /** Returns whether edges have types. */
  public boolean isTyped() {
    return typed != null && typed.isTyped();
  }

  /** Returns whether edges have times. */
  public boolean isTimed() {
    return typed != null && typed.isTimed();
  }

  /** Returns the names of the numbers on each edge; empty if there are none. */
  public List<String> numbersOnEdges() {
    return numbers == null ? List.of() : numbers.names();
  }

  /** Returns whether there are edges of a type. */
  public boolean hasType(String name) {
    return typed != null && typed.type(name) >= 0;
  }

  /** Returns whether nodes have features. */
  public boolean hasFeatures() {
    return features != null;
  }

  /** Returns the number of features. */
  public int featureCount() {
    return featureCount;
  }

  /** Adds a node, which is the last, without edges and features. */
  public int addNode() {
    change();
    return nodes++;
  }

  /** Sets the features of a node, possibly more than there were columns. */
  public void setFeatures(int node, SparseRow row, int columns) {
    change();
    if (features != null) {
      features = features.with(node, row);
      featureCount = columns;
    }
  }

  /** Adds an edge that is no self-loop; of duplicates the largest weight counts. */
  public void addEdge(
      int source,
      int target,
      @Nullable String type,
      float weight,
      long time,
      Set<String> undirectedTypes) {
    change();
    TypedRows rows = typed;
    if (rows != null) {
      if (type != null && rows.type(type) < 0) {
        rows = rows.withType(type);
      }
      int number = type == null ? 0 : rows.type(type);
      rows = rows.with(source, target, number, weight, time);
      typed =
          type != null && undirectedTypes.contains(type)
              ? rows.with(target, source, number, weight, time)
              : rows;
    }
    float known = received.row(target).value(source);
    if (known == 0) {
      edgeCount++;
    }
    set(source, target, Math.max(known, weight));
  }

  /**
   * Gives an edge numbers that was just added and is no self-loop.
   *
   * @param values a value for each of {@link #numbersOnEdges()}; not to be changed afterwards
   */
  public void addNumbers(
      int source,
      int target,
      @Nullable String type,
      float weight,
      long time,
      Set<String> undirectedTypes,
      float[] values) {
    if (numbers == null) {
      return;
    }
    boolean bothWays = type == null ? !directed : undirectedTypes.contains(type);
    int number = 0;
    if (typed != null && type != null) {
      number = typed.type(type);
      numbers = numbers.ofTypes(typed.types(), undirectedTypes);
    }
    NumberedEdge edge = new NumberedEdge(number, weight, time, values);
    numbers = numbers.with(source, target, edge);
    if (bothWays) {
      numbers = numbers.with(target, source, edge);
    }
  }

  /** Sets what a node receives from another, and the other from it if edges have no direction. */
  private void set(int source, int target, float weight) {
    received = received.with(target, with(received.row(target), source, weight));
    if (sent != null) {
      sent = sent.with(source, with(sent.row(source), target, weight));
    } else {
      received = received.with(source, with(received.row(source), target, weight));
    }
  }

  private static SparseRow with(SparseRow row, int column, float weight) {
    return weight == 0 ? row.without(column) : row.with(column, weight);
  }

  /**
   * Removes an edge.
   *
   * @param type its type, or null for the edges of all types
   * @return whether there was one
   */
  public boolean removeEdge(
      int source, int target, @Nullable String type, Set<String> undirectedTypes) {
    change();
    if (directed && !undirectedTypes.isEmpty()) {
      throw new UnsupportedOperationException(
          "the graph is directed and its types "
              + undirectedTypes
              + " are not: which way its edges were given is not known, so that none can be taken"
              + " away; build the graph again");
    }
    if (type == null) {
      if (!received.row(target).has(source)) {
        return false;
      }
      for (int t = 0; typed != null && t < Math.max(1, typed.types().size()); t++) {
        typed = typed.without(source, target, t);
        if (!directed) {
          typed = typed.without(target, source, t);
        }
      }
    } else {
      int number = typed == null ? -1 : typed.type(type);
      if (typed == null || number < 0 || typed.received(target).find(number, source) < 0) {
        return false;
      }
      typed = typed.without(source, target, number);
      if (undirectedTypes.contains(type)) {
        typed = typed.without(target, source, number);
      }
    }
    if (numbers != null) {
      int number = type == null || typed == null ? NumberedRow.ANY_TYPE : typed.type(type);
      numbers = numbers.without(source, target, number);
      if (type == null ? !directed : undirectedTypes.contains(type)) {
        numbers = numbers.without(target, source, number);
      }
    }
    update(source, target);
    return true;
  }

  /** Sets what the graph as a whole has of two nodes to what is left of the edges between them. */
  private void update(int source, int target) {
    float left = 0;
    if (typed != null) {
      left = typed.weight(source, target);
      left = directed ? left : Math.max(left, typed.weight(target, source));
    }
    if (received.row(target).has(source)) {
      set(source, target, left);
      edgeCount -= left == 0 ? 1 : 0;
    }
  }

  /** Removes a node with its edges; the last node gets its index. */
  public void removeNode(int node) {
    change();
    for (int source : columns(received.row(node))) {
      edgeCount--;
      set(source, node, 0);
    }
    for (int target : columns(sent == null ? SparseRow.EMPTY : sent.row(node))) {
      edgeCount--;
      set(node, target, 0);
    }
    if (typed != null) {
      typed = typed.without(node);
    }
    if (numbers != null) {
      numbers = numbers.without(node);
    }
    int last = nodes - 1;
    if (node != last) {
      move(last, node);
    }
    received = received.with(last, SparseRow.EMPTY);
    sent = sent == null ? null : sent.with(last, SparseRow.EMPTY);
    features = features == null ? null : features.with(last, SparseRow.EMPTY);
    nodes--;
  }

  private static int[] columns(SparseRow row) {
    return Arrays.copyOfRange(row.columns(), row.from(), row.to());
  }

  /** Gives a node the index of one that has no edges any more. */
  private void move(int node, int to) {
    SparseRow in = received.row(node);
    SparseRow out = sent == null ? in : sent.row(node);
    for (int target : columns(out)) {
      received = received.with(target, received.row(target).moved(node, to));
    }
    received = received.with(to, in);
    if (sent != null) {
      for (int source : columns(in)) {
        sent = sent.with(source, sent.row(source).moved(node, to));
      }
      sent = sent.with(to, out);
    }
    if (typed != null) {
      typed = typed.moved(node, to);
    }
    if (numbers != null) {
      numbers = numbers.moved(node, to);
    }
    if (features != null) {
      features = features.with(to, features.row(node));
    }
  }
}
