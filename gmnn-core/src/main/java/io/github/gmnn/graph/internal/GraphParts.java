package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.Lazy;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The edges and features of a graph, in one piece or as what changed since they were: whoever
 * changes a graph or looks at a few nodes works on rows, and who works on all nodes gets matrices,
 * which are made when they are first asked for. Immutable and thread-safe.
 */
public final class GraphParts {
  private final boolean directed;
  private final Set<String> undirectedTypes;
  private final @Nullable GraphRows changed;
  private final Lazy<GraphRows.Matrices> matrices;
  private final Lazy<GraphRows> rowsOfMatrices;

  private GraphParts(
      boolean directed,
      Set<String> undirectedTypes,
      @Nullable GraphRows changed,
      Lazy<GraphRows.Matrices> matrices) {
    this.directed = directed;
    this.undirectedTypes = undirectedTypes;
    this.changed = changed;
    this.matrices = matrices;
    this.rowsOfMatrices = new Lazy<>(() -> matrices.get().rows(directed));
  }

  /**
   * Returns parts in one piece.
   *
   * @param directed whether edges keep their direction
   * @param undirectedTypes the types whose edges have none
   * @param matrices the edges and features
   */
  public static GraphParts of(
      boolean directed, Set<String> undirectedTypes, GraphRows.Matrices matrices) {
    return new GraphParts(directed, undirectedTypes, null, new Lazy<>(() -> matrices));
  }

  /** Returns changed parts; in one piece if much has changed. */
  public GraphParts with(GraphRows rows, Set<String> newUndirectedTypes) {
    return isMuch(rows.changes(), rows.nodes())
        ? of(directed, newUndirectedTypes, rows.matrices())
        : new GraphParts(directed, newUndirectedTypes, rows, new Lazy<>(rows::matrices));
  }

  /** Returns nodes, in one piece if many have changed. */
  public static <K> NodeIndex<K> compacted(NodeIndex.Changed<K> nodes) {
    return isMuch(nodes.changes(), nodes.size()) ? nodes.compact() : nodes;
  }

  private static boolean isMuch(int changes, int nodes) {
    return changes > Math.max(Labels.FEWEST_CHANGES, nodes / Labels.CHANGED_SHARE);
  }

  /** Returns whether edges keep their direction. */
  public boolean isDirected() {
    return directed;
  }

  /** Returns the types whose edges have no direction. */
  public Set<String> undirectedTypes() {
    return undirectedTypes;
  }

  /** Returns the edges and features in one piece. */
  public GraphRows.Matrices matrices() {
    return matrices.get();
  }

  /** Returns the edges and features by node. */
  public GraphRows rows() {
    return changed == null || matrices.isMade() ? rowsOfMatrices.get() : changed;
  }

  /** Returns the number of edges. */
  public long edgeCount() {
    return changed == null ? matrices.get().edgeCount() : changed.edgeCount();
  }

  /** Returns the types of edges; empty if they have none. */
  public List<String> edgeTypes() {
    if (changed == null) {
      return matrices.get().adjacency().relations();
    }
    TypedRows typed = changed.typed();
    return typed == null ? List.of() : typed.types();
  }

  /** Returns the numbers on edges; empty if there are none. */
  public Optional<EdgeAttributes> edgeAttributes() {
    return changed == null || changed.numbers() != null
        ? matrices.get().adjacency().edgeAttributes()
        : Optional.empty();
  }

  /** Returns the names of the numbers on edges; empty if there are none. */
  public List<String> numbersOnEdges() {
    if (changed == null) {
      return edgeAttributes().map(EdgeAttributes::names).orElse(List.of());
    }
    NumberedRows numbers = changed.numbers();
    return numbers == null ? List.of() : numbers.names();
  }

  /** Returns whether nodes have features. */
  public boolean hasFeatures() {
    return changed == null ? matrices.get().features() != null : changed.features() != null;
  }

  /** Returns the number of features; 0 without any. */
  public int featureCount() {
    if (changed != null) {
      return changed.featureCount();
    }
    CsrMatrix features = matrices.get().features();
    return features == null ? 0 : features.columns();
  }
}
