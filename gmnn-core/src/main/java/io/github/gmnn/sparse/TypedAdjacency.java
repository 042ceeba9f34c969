package io.github.gmnn.sparse;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The adjacency of a graph whose edges have types: as a whole it is that of all edges, and the
 * edges of each type are a relation.
 */
final class TypedAdjacency extends AllRelations {
  private final EdgeList edges;
  private final NamedRelations relations = new NamedRelations();
  private volatile @Nullable TypedAdjacency reversed;

  TypedAdjacency(Adjacency all, EdgeList edges) {
    super(all);
    if (all.nodes() != edges.nodes() || edges.types().isEmpty()) {
      throw new IllegalArgumentException(
          "expected edges with types on " + all.nodes() + " nodes, got " + edges);
    }
    this.edges = edges;
    for (int t = 0; t < edges.types().size(); t++) {
      int type = t;
      relations.add(edges.types().get(t), () -> new CsrAdjacency(edges.matrix(type)));
    }
  }

  @Override
  public Adjacency reversed() {
    TypedAdjacency result = reversed;
    if (result == null) {
      result = new TypedAdjacency(all().reversed(), edges.reversed());
      result.reversed = this;
      reversed = result;
    }
    return result;
  }

  @Override
  public List<String> relations() {
    return edges.types();
  }

  @Override
  public Adjacency relation(String name) {
    return relations.get(name);
  }

  @Override
  public Optional<EdgeList> relationEdges() {
    return Optional.of(edges);
  }
}
