package io.github.gmnn.sparse;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Limits;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends and types of edges as arrays have them, with the one check that all edges go through.
 *
 * @param nodes number of nodes
 * @param count how many edges of the arrays count
 * @param sources where edges start
 * @param targets where edges end
 * @param typeNames distinct names of the types; empty if edges have none
 * @param types the type of each edge; null if edges have none
 * @param bothWays whether the edges of each type have no direction
 */
record EdgeEnds(
    int nodes,
    int count,
    int[] sources,
    int[] targets,
    List<String> typeNames,
    int @Nullable [] types,
    boolean[] bothWays) {
  EdgeEnds {
    typeNames = Checks.distinctNames(typeNames, "types of edges");
  }

  /**
   * Says whether the edges of each type have no direction.
   *
   * @param names the types
   * @param undirected those whose edges have none
   * @param untyped what holds if there are no types
   */
  static boolean[] bothWays(List<String> names, Set<String> undirected, boolean untyped) {
    boolean[] bothWays = new boolean[Math.max(1, names.size())];
    bothWays[0] = untyped;
    for (int t = 0; t < names.size(); t++) {
      bothWays[t] = undirected.contains(names.get(t));
    }
    return bothWays;
  }

  /**
   * Collects the edges but self-loops, those without direction in both.
   *
   * @throws IllegalArgumentException if an edge leads to no node or is of no type, or there are too
   *     many
   */
  EdgeList.Sorter sorter() {
    long length = 0;
    for (int e = 0; e < count; e++) {
      check(e);
      length += sources[e] == targets[e] ? 0 : bothWays[type(e)] ? 2 : 1;
    }
    EdgeList.Sorter sorter = new EdgeList.Sorter(Limits.checkNonZeros(length, "edges"));
    for (int e = 0; e < count; e++) {
      if (sources[e] != targets[e]) {
        sorter.add(e, false);
        if (bothWays[type(e)]) {
          sorter.add(e, true);
        }
      }
    }
    return sorter;
  }

  private int type(int e) {
    return types == null ? 0 : types[e];
  }

  private void check(int e) {
    if (type(e) < 0
        || type(e) >= bothWays.length
        || Math.min(sources[e], targets[e]) < 0
        || Math.max(sources[e], targets[e]) >= nodes) {
      throw new IllegalArgumentException(
          "edge "
              + e
              + " leads from "
              + sources[e]
              + " to "
              + targets[e]
              + " and is of type "
              + type(e)
              + "; there are "
              + nodes
              + " nodes and "
              + typeNames.size()
              + " types");
    }
  }
}
