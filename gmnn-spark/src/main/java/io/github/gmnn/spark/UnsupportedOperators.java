package io.github.gmnn.spark;

import io.github.gmnn.sparse.Adjacency;

/** What layers may ask of a graph and cannot have, since it lies in parts. */
final class UnsupportedOperators {
  private UnsupportedOperators() {}

  static UnsupportedOperationException edges() {
    return new UnsupportedOperationException("a value per edge is not to be had");
  }

  static UnsupportedOperationException oneRelation() {
    return new UnsupportedOperationException(
        "the relations of typed edges are to be had all at once, as messages, not one by one");
  }

  /** The graph itself where edges have no direction. */
  static Adjacency reversed(Adjacency graph, EdgeTypes types) {
    if (types.oneWay()) {
      throw new UnsupportedOperationException("edges against their direction are not to be had");
    }
    return graph;
  }
}
