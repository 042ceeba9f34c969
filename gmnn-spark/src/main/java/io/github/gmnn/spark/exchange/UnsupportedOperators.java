package io.github.gmnn.spark.exchange;

import io.github.gmnn.spark.layout.EdgeTypes;
import io.github.gmnn.sparse.Adjacency;

/** What layers may ask of a graph and cannot have, since it lies in parts. */
public final class UnsupportedOperators {
  private UnsupportedOperators() {}

  public static UnsupportedOperationException edges() {
    return new UnsupportedOperationException("a value per edge is not available");
  }

  public static UnsupportedOperationException oneRelation() {
    return new UnsupportedOperationException(
        "the relations of typed edges are available only all at once, as messages");
  }

  /** The graph itself where edges have no direction. */
  public static Adjacency reversed(Adjacency graph, EdgeTypes types) {
    if (types.oneWay()) {
      throw new UnsupportedOperationException("edges against their direction are not available");
    }
    return graph;
  }
}
