package io.github.gmnn.spark;

import java.io.Serializable;
import java.util.List;

/**
 * How much of the graph the networks of a fit see when they are trained.
 *
 * @param depth how many hops
 * @param graph whether they see the graph as a whole
 * @param relations whether they see edges by type and direction
 */
record Sight(int depth, boolean graph, boolean relations) implements Serializable {
  /** What networks see that propagate so, one list each. */
  static Sight of(List<List<Wanted>> propagations) {
    return new Sight(
        propagations.stream().mapToInt(List::size).max().orElse(0),
        propagations.stream().flatMap(List::stream).anyMatch(wanted -> wanted.kind() != null),
        propagations.stream().flatMap(List::stream).anyMatch(wanted -> wanted.kind() == null));
  }
}
