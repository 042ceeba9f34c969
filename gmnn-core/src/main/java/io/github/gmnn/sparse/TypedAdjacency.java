package io.github.gmnn.sparse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The adjacency of a graph whose edges have types: as a whole it is that of all edges, and the
 * edges of each type are a relation.
 */
final class TypedAdjacency extends AllRelations {
  private final EdgeList edges;
  private final Map<String, Integer> types = new HashMap<>();
  private final AtomicReferenceArray<@Nullable Adjacency> relations;
  private volatile @Nullable TypedAdjacency reversed;

  TypedAdjacency(Adjacency all, EdgeList edges) {
    super(all);
    if (all.nodes() != edges.nodes() || edges.types().isEmpty()) {
      throw new IllegalArgumentException(
          "expected edges with types on " + all.nodes() + " nodes, got " + edges);
    }
    this.edges = edges;
    for (String type : edges.types()) {
      types.put(type, types.size());
    }
    this.relations = new AtomicReferenceArray<>(types.size());
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
    Integer type = types.get(name);
    if (type == null) {
      return super.relation(name);
    }
    Adjacency result = relations.get(type);
    if (result == null) {
      result = new CsrAdjacency(edges.matrix(type));
      relations.set(type, result);
    }
    return result;
  }

  @Override
  public Optional<EdgeList> relationEdges() {
    return Optional.of(edges);
  }
}
