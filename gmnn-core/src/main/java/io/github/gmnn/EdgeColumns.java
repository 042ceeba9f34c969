package io.github.gmnn;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.List;
import java.util.Optional;

/** A graph's numbers on edges in the order that a model was trained with, matched by name. */
final class EdgeColumns {
  private EdgeColumns() {}

  /**
   * Returns the graph as a model wants it. Numbers that the model does not know are left out, and a
   * category that no edge has is 0 on all of them.
   *
   * @param graph the graph
   * @param ofModel what the model knows of numbers on edges
   * @throws IllegalArgumentException if edges lack a number that the model reads
   */
  static <K> Graph<K> match(Graph<K> graph, FeatureSchema ofModel) {
    Adjacency matched = match(graph.adjacency(), ofModel);
    return matched == graph.adjacency() ? graph : graph.withAdjacency(matched);
  }

  /** Returns the edges of a graph, or of a part of one, as a model wants them. */
  static Adjacency match(Adjacency adjacency, FeatureSchema ofModel) {
    Optional<EdgeAttributes> found = adjacency.edgeAttributes();
    List<String> wanted = ofModel.names();
    if (wanted.isEmpty() || found.isEmpty() || found.get().names().equals(wanted)) {
      return adjacency;
    }
    EdgeAttributes edges = found.get();
    check(edges.names(), ofModel);
    return Adjacency.withAttributes(adjacency, edges.withNames(wanted));
  }

  /**
   * Checks that edges have the numbers that a model reads, if they have any.
   *
   * @throws IllegalArgumentException if one is missing
   */
  static void check(List<String> names, FeatureSchema ofModel) {
    List<String> wanted = ofModel.names();
    for (int i = 0; i < wanted.size() && !names.isEmpty(); i++) {
      boolean category =
          ofModel.isOfTable() && ofModel.features().get(i).kind() == FeatureSchema.Kind.CATEGORY;
      if (!category && !names.contains(wanted.get(i))) {
        throw new IllegalArgumentException(
            "the model was trained with the number \""
                + wanted.get(i)
                + "\" on edges, those of the graph have "
                + names);
      }
    }
  }
}
