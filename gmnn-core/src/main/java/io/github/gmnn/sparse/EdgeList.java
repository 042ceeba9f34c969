package io.github.gmnn.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a graph one by one, with what a matrix does not hold: their types and the times at
 * which they arose. Edges are sorted by type, target and source. Immutable and thread-safe.
 *
 * <p>Within a type, duplicates of an edge are one edge with the largest of their weights and the
 * earliest of their times; self-loops are left out. An edge leads from its source to its target
 * alone, unless its type has no direction: such an edge is there in both.
 *
 * <p>Everything is in primitive arrays: 8 bytes per edge, 4 more if there are weights and 8 more if
 * there are times, whatever the number of types.
 */
public final class EdgeList {
  private final int nodes;
  private final List<String> types;
  private final int[] typeStart;
  private final int[] sources;
  private final int[] targets;
  private final float @Nullable [] weights;
  private final long @Nullable [] times;
  private volatile @Nullable EdgeList reversed;
  private final Map<List<List<String>>, Messages> messages = new ConcurrentHashMap<>();

  private EdgeList(
      int nodes,
      List<String> types,
      int[] typeStart,
      int[] sources,
      int[] targets,
      float @Nullable [] weights,
      long @Nullable [] times) {
    this.nodes = nodes;
    this.types = types;
    this.typeStart = typeStart;
    this.sources = sources;
    this.targets = targets;
    this.weights = weights;
    this.times = times;
  }

  /**
   * Sorts edges, in time linear in nodes, types and edges. The arrays are read up to {@code count}
   * and not kept.
   *
   * @param nodes number of nodes
   * @param count how many edges of the arrays count
   * @param sources where edges start, in 0..nodes-1
   * @param targets where edges end, in 0..nodes-1
   * @param weights positive, finite weights; null for 1 each
   * @param typeNames distinct names of the types; empty if edges have none
   * @param types the type of each edge, an index of {@code typeNames}; null if edges have none
   * @param undirected the names of the types whose edges have no direction
   * @param times when each edge came to be; null if that is not known
   * @throws IllegalArgumentException if names repeat or are blank, or an edge leads to no node or
   *     is of no type
   */
  public static EdgeList of(
      int nodes,
      int count,
      int[] sources,
      int[] targets,
      float @Nullable [] weights,
      List<String> typeNames,
      int @Nullable [] types,
      Set<String> undirected,
      long @Nullable [] times) {
    EdgeEnds ends =
        new EdgeEnds(
            nodes,
            count,
            sources,
            targets,
            typeNames,
            types,
            EdgeEnds.bothWays(typeNames, undirected, false));
    return ends.sorter()
        .sort(
            nodes,
            ends.typeNames(),
            ends.bothWays().length,
            sources,
            targets,
            weights,
            types,
            times);
  }

  /** Sorts the numbers of edges, those of edges turned round being their complements. */
  static final class Sorter {
    private int[] order;
    private int[] spare;
    private int length;

    Sorter(int length) {
      order = new int[length];
      spare = new int[length];
    }

    void add(int edge, boolean turned) {
      order[length++] = turned ? ~edge : edge;
    }

    /** The edges as they are sorted so far. */
    int[] order() {
      return order;
    }

    /** A digit of an edge. */
    interface Digit {
      int of(int entry);
    }

    /** Sorts by one digit and leaves equal ones in their order. */
    void sortBy(int values, Digit digit) {
      int[] next = new int[values + 1];
      for (int entry : order) {
        next[digit.of(entry) + 1]++;
      }
      for (int v = 0; v < values; v++) {
        next[v + 1] += next[v];
      }
      for (int entry : order) {
        spare[next[digit.of(entry)]++] = entry;
      }
      int[] sorted = spare;
      spare = order;
      order = sorted;
    }

    EdgeList sort(
        int nodes,
        List<String> names,
        int typeCount,
        int[] sources,
        int[] targets,
        float @Nullable [] weights,
        int @Nullable [] types,
        long @Nullable [] times) {
      sortBy(nodes, e -> e < 0 ? targets[~e] : sources[e]);
      sortBy(nodes, e -> e < 0 ? sources[~e] : targets[e]);
      if (types != null && typeCount > 1) {
        sortBy(typeCount, e -> types[e < 0 ? ~e : e]);
      }
      int[] typeStart = new int[typeCount + 1];
      int[] from = new int[order.length];
      int[] to = spare; // the sorting is done with it
      float[] kept = weights == null ? null : new float[order.length];
      long[] first = times == null ? null : new long[order.length];
      int next = 0;
      int previous = -1;
      for (int entry : order) {
        int e = entry < 0 ? ~entry : entry;
        int source = entry < 0 ? targets[e] : sources[e];
        int target = entry < 0 ? sources[e] : targets[e];
        int type = types == null ? 0 : types[e];
        boolean again = type == previous && from[next - 1] == source && to[next - 1] == target;
        if (!again) {
          from[next] = source;
          to[next++] = target;
          typeStart[type + 1]++;
          previous = type;
        }
        if (kept != null && weights != null) {
          kept[next - 1] = again ? Math.max(kept[next - 1], weights[e]) : weights[e];
        }
        if (first != null && times != null) {
          first[next - 1] = again ? Math.min(first[next - 1], times[e]) : times[e];
        }
      }
      for (int t = 0; t < typeCount; t++) {
        typeStart[t + 1] += typeStart[t];
      }
      return new EdgeList(
          nodes,
          names,
          typeStart,
          Arrays.copyOf(from, next),
          Arrays.copyOf(to, next),
          kept == null ? null : Arrays.copyOf(kept, next),
          first == null ? null : Arrays.copyOf(first, next));
    }
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return nodes;
  }

  /** Returns the number of edges; those without direction count twice. */
  public int count() {
    return sources.length;
  }

  /** Returns the names of the types; empty if edges have none. */
  public List<String> types() {
    return types;
  }

  /** Returns the first edge of a type; its last one is before the first of the next type. */
  public int typeStart(int type) {
    return typeStart[type];
  }

  /** Returns the node that an edge starts at. */
  public int source(int edge) {
    return sources[edge];
  }

  /** Returns the node that an edge ends at. */
  public int target(int edge) {
    return targets[edge];
  }

  /**
   * Returns the type of an edge as an index of {@link #types()}, by a search among the types.
   *
   * @throws IllegalStateException if edges have no types
   */
  public int type(int edge) {
    if (types.isEmpty()) {
      throw new IllegalStateException("the edges have no types");
    }
    int low = 0;
    int high = types.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edge < typeStart[middle + 1]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns the weight of an edge. */
  public float weight(int edge) {
    return weights == null ? 1f : weights[edge];
  }

  /** Returns whether it is known when edges came to be. */
  public boolean hasTimes() {
    return times != null;
  }

  /**
   * Returns when an edge came to be.
   *
   * @throws IllegalStateException if that is not known
   */
  public long time(int edge) {
    if (times == null) {
      throw new IllegalStateException("the edges have no times");
    }
    return times[edge];
  }

  /** Returns the same edges turned round; made on first use and kept. */
  public EdgeList reversed() {
    EdgeList result = reversed;
    if (result == null) {
      int[] types = new int[count()];
      for (int t = 0; t + 1 < typeStart.length; t++) {
        Arrays.fill(types, typeStart[t], typeStart[t + 1], t);
      }
      result = of(nodes, count(), targets, sources, weights, this.types, types, Set.of(), times);
      result.reversed = this;
      reversed = result;
    }
    return result;
  }

  /**
   * Returns the messages that travel along some relations, and against some; made on first use and
   * kept. Relations that there are no edges of have no messages.
   *
   * @param relations types whose edges bring messages from source to target
   * @param inverses types whose edges bring messages from target to source
   */
  public Messages messages(List<String> relations, List<String> inverses) {
    return messages.computeIfAbsent(
        List.of(List.copyOf(relations), List.copyOf(inverses)),
        key -> Messages.of(this, key.get(0), key.get(1)));
  }

  /** Returns the edges of a type as a matrix: entry (target, source). */
  CsrMatrix matrix(int type) {
    int first = typeStart[type];
    int last = typeStart[type + 1];
    int[] pointers = new int[nodes + 1];
    for (int e = first; e < last; e++) {
      pointers[targets[e] + 1]++;
    }
    for (int u = 0; u < nodes; u++) {
      pointers[u + 1] += pointers[u];
    }
    float[] values = new float[last - first];
    for (int e = first; e < last; e++) {
      values[e - first] = weight(e);
    }
    return CsrMatrix.of(nodes, nodes, pointers, Arrays.copyOfRange(sources, first, last), values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EdgeList that
        && nodes == that.nodes
        && types.equals(that.types)
        && Arrays.equals(typeStart, that.typeStart)
        && Arrays.equals(sources, that.sources)
        && Arrays.equals(targets, that.targets)
        && Arrays.equals(weights, that.weights)
        && Arrays.equals(times, that.times);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(sources) + Arrays.hashCode(targets)) + types.hashCode();
  }

  @Override
  public String toString() {
    return "EdgeList(" + count() + " edges of " + types.size() + " types)";
  }
}
