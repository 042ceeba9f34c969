package io.github.gmnn.sparse;

import java.util.List;
import java.util.Optional;

/** An adjacency whose edges have numbers. Whoever does not ask for them sees the edges alone. */
final class AttributedAdjacency extends AllRelations {
  private final EdgeAttributes attributes;

  AttributedAdjacency(Adjacency edges, EdgeAttributes attributes) {
    super(edges);
    if (edges.nodes() != attributes.nodes()) {
      throw new IllegalArgumentException(
          "expected attributes of edges on " + edges.nodes() + " nodes, got " + attributes);
    }
    this.attributes = attributes;
  }

  @Override
  public Optional<EdgeAttributes> edgeAttributes() {
    return Optional.of(attributes);
  }

  /** The edges alone: layers reach both directions of numbers from either. */
  @Override
  public Adjacency reversed() {
    Adjacency reversed = all().reversed();
    return reversed == all() ? this : reversed;
  }

  @Override
  public boolean isOneWay() {
    return all().isOneWay();
  }

  @Override
  public List<String> relations() {
    return all().relations();
  }

  @Override
  public Adjacency relation(String name) {
    return all().relation(name);
  }

  @Override
  public Optional<EdgeList> relationEdges() {
    return all().relationEdges();
  }

  @Override
  public Optional<Messages> messages(List<String> relations, List<String> inverses) {
    return all().messages(relations, inverses);
  }
}
