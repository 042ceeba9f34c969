package io.github.gmnn.graph.internal;

import io.github.gmnn.internal.IntList;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.EdgeList;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The edges and features of a graph by node, for those who look at a few nodes: what a change of a
 * graph changes, and what a prediction of one node reads. Immutable and thread-safe.
 */
public final class GraphRows {
  private static volatile @Nullable Function<Object, GraphRows> rowsOfGraph;

  private final int nodes;
  private final boolean directed;
  private final MatrixRows received;
  private final @Nullable Lazy<MatrixRows> sent;
  private final @Nullable TypedRows typed;
  private final @Nullable MatrixRows features;
  private final int featureCount;
  private final long edgeCount;
  private final @Nullable NumberedRows numbers;

  GraphRows(
      int nodes,
      boolean directed,
      MatrixRows received,
      @Nullable Lazy<MatrixRows> sent,
      @Nullable TypedRows typed,
      @Nullable MatrixRows features,
      int featureCount,
      long edgeCount,
      @Nullable NumberedRows numbers) {
    this.nodes = nodes;
    this.directed = directed;
    this.received = received;
    this.sent = sent;
    this.typed = typed;
    this.features = features;
    this.featureCount = featureCount;
    this.edgeCount = edgeCount;
    this.numbers = numbers;
  }

  /** Called by the graph's class alone. */
  public static void open(Function<Object, GraphRows> ofGraph) {
    rowsOfGraph = ofGraph;
  }

  /** Returns the rows of a graph. */
  public static GraphRows of(Object graph) {
    return Objects.requireNonNull(rowsOfGraph).apply(graph);
  }

  /**
   * The edges and features of a graph in one piece.
   *
   * @param adjacency the edges
   * @param edgeCount how many there are
   * @param edges the edges with types or times, or null if they have neither
   * @param features a row for each node, or null without features
   */
  public record Matrices(
      Adjacency adjacency, long edgeCount, @Nullable EdgeList edges, @Nullable CsrMatrix features) {
    /** Returns the rows of these. */
    public GraphRows rows(boolean directed) {
      if (edges == null && !adjacency.relations().isEmpty() || adjacency.isOneWay()) {
        throw new UnsupportedOperationException(
            "the graph holds its edges in a way of its own, as a line graph does: change the graph"
                + " that it was made of, and make it again");
      }
      CsrMatrix matrix = adjacency.matrix();
      return new GraphRows(
          adjacency.nodes(),
          directed,
          MatrixRows.of(matrix),
          directed ? new Lazy<>(() -> MatrixRows.of(matrix.transpose())) : null,
          edges == null ? null : TypedRows.of(edges),
          features == null ? null : MatrixRows.of(features),
          features == null ? 0 : features.columns(),
          edgeCount,
          adjacency.edgeAttributes().map(NumberedRows::of).orElse(null));
    }
  }

  /** Returns these in one piece, in time linear in nodes, edges and features. */
  public Matrices matrices() {
    Adjacency all = Adjacency.of(received.matrix(nodes, nodes));
    EdgeList edges = typed == null ? null : typed.edges(nodes);
    Adjacency joined =
        typed != null && edges != null && typed.isTyped() ? Adjacency.ofRelations(all, edges) : all;
    return new Matrices(
        numbers == null ? joined : Adjacency.withAttributes(joined, numbers.edges(nodes)),
        edgeCount,
        edges,
        features == null ? null : features.matrix(nodes, featureCount));
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return nodes;
  }

  /** Returns whether edges keep their direction. */
  public boolean isDirected() {
    return directed;
  }

  /** Returns the number of edges. */
  public long edgeCount() {
    return edgeCount;
  }

  /** Returns what each node receives from others. */
  public MatrixRows received() {
    return received;
  }

  /** Returns what each node sends to others. */
  public MatrixRows sent() {
    return sent == null ? received : sent.get();
  }

  /** Returns the edges with types or times; null if they have neither. */
  public @Nullable TypedRows typed() {
    return typed;
  }

  /** Returns the features of each node; null if there are none. */
  public @Nullable MatrixRows features() {
    return features;
  }

  /** Returns the number of features; 0 without any. */
  public int featureCount() {
    return featureCount;
  }

  /** Returns the edges with their numbers; null if they have none. */
  public @Nullable NumberedRows numbers() {
    return numbers;
  }

  /**
   * Returns the nodes whose edges or features are not those of another version of this graph,
   * ascending; empty if it is not known, since the graph was made in one piece in between.
   */
  public Optional<int[]> changedSince(GraphRows other) {
    if (other == this) {
      return Optional.of(new int[0]);
    }
    IntList changed = new IntList();
    boolean known =
        received.addChanges(other.received, changed)
            && (!directed || sent().addChanges(other.sent(), changed))
            && (features == null
                || other.features != null && features.addChanges(other.features, changed));
    return known
        ? Optional.of(Arrays.stream(changed.distinct()).filter(node -> node < nodes).toArray())
        : Optional.empty();
  }

  /** Returns how many rows changed since there were matrices. */
  public int changes() {
    return received.changes()
        + (features == null ? 0 : features.changes())
        + (typed == null ? 0 : typed.changes())
        + (numbers == null ? 0 : numbers.changes());
  }
}
