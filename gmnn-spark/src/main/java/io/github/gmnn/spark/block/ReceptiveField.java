package io.github.gmnn.spark.block;

import io.github.gmnn.spark.layout.PendingPropagation;
import java.io.Serializable;
import java.util.List;

/**
 * The receptive field of the networks of a fit: what of the graph their outputs depend on.
 *
 * @param depth how many hops
 * @param graph whether they see the graph as a whole
 * @param relations whether they see edges by type and direction
 * @param edges whether they see the numbers on edges
 */
public record ReceptiveField(int depth, boolean graph, boolean relations, boolean edges)
    implements Serializable {
  /** The field of networks by their propagations, one list each. */
  public static ReceptiveField of(List<List<PendingPropagation>> propagations) {
    return new ReceptiveField(
        propagations.stream().mapToInt(List::size).max().orElse(0),
        propagations.stream().flatMap(List::stream).anyMatch(pending -> pending.kind() != null),
        propagations.stream().flatMap(List::stream).anyMatch(PendingPropagation::isRelational),
        propagations.stream().flatMap(List::stream).anyMatch(pending -> pending.weights() != null));
  }
}
