package io.github.gmnn.sparse;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the nodes of a graph are joined, as the operators that layers propagate with. A layer is
 * bound to one of these when its network is attached to a graph.
 *
 * <p>Implementations are immutable and thread-safe; operators are made on first use and kept.
 */
public interface Adjacency {
  /**
   * Returns the adjacency of an ordinary graph, edge by edge.
   *
   * @param matrix non-negative weights with an empty diagonal; entry (u, v) is what u receives from
   *     v
   * @throws IllegalArgumentException if the matrix is not square, has an entry on the diagonal or a
   *     negative one
   */
  static Adjacency of(CsrMatrix matrix) {
    return new CsrAdjacency(matrix);
  }

  /**
   * Returns the adjacency of a line graph: its nodes are the links of another graph, and two are
   * joined, with weight 1, if they share an end. The edges between links, whose number is the sum
   * of the squared degrees, are never written out: making it costs time and memory linear in nodes
   * and links, and a product at most seven multiply-adds per link and column. Its relations are the
   * first five of {@link LinkRelation}, each at the same cost.
   *
   * @param nodes number of nodes of the other graph
   * @param sources one end of each link, in 0..nodes-1
   * @param targets the other end of each link, in 0..nodes-1
   * @throws IllegalArgumentException if there are no links, more than 700 million, or one has an
   *     end that is no node
   */
  static Adjacency ofLinks(int nodes, int[] sources, int[] targets) {
    return new ImplicitLineAdjacency(nodes, sources, targets);
  }

  /**
   * Returns the same for links that have times, with two relations more: {@link
   * LinkRelation#AROUND_AT_SOURCE} and {@link LinkRelation#AROUND_AT_TARGET}. These two are written
   * out, with {@code 2 · nearest} entries for each link at most.
   *
   * @param nodes number of nodes of the other graph
   * @param sources one end of each link, in 0..nodes-1
   * @param targets the other end of each link, in 0..nodes-1
   * @param times the time of each link; those of one time are taken in their order
   * @param nearest how many links before and how many after are joined, at least 1
   */
  static Adjacency ofLinks(int nodes, int[] sources, int[] targets, double[] times, int nearest) {
    LineRelations relations = LineRelations.of(nodes, sources, targets, times);
    return new ImplicitLineAdjacency(
        LineBundles.of(nodes, sources, targets), relations.timed(times, nearest));
  }

  /**
   * Returns the adjacency of links that see the past alone: a link receives from the last links
   * before it, by time and strictly, at either of its ends, and never from later ones. Its
   * relations are the first five of {@link LinkRelation}, called {@link LinkRelation#EARLIER} and
   * their name. It is written out, with {@code 5 · last} entries for each link at most. Edges are
   * {@linkplain #isOneWay() one way}, and {@link #normalizedWithoutLoops()} is the mean.
   *
   * @param nodes number of nodes of the other graph
   * @param sources the end that each link starts at, in 0..nodes-1
   * @param targets the end that each link leads to, in 0..nodes-1
   * @param times the time of each link
   * @param last how many earlier links each relation joins at most, at least 1
   */
  static Adjacency ofEarlierLinks(
      int nodes, int[] sources, int[] targets, double[] times, int last) {
    return EarlierLinkAdjacency.of(LineRelations.of(nodes, sources, targets, times), times, last);
  }

  /**
   * Returns the adjacency of a graph whose edges have types: each type is a relation.
   *
   * @param all the edges of all types together, for layers that know no types
   * @param edges the same edges with their types
   * @throws IllegalArgumentException if the edges have no types, or are of other nodes
   */
  static Adjacency ofRelations(Adjacency all, EdgeList edges) {
    return new TypedAdjacency(all, edges);
  }

  /**
   * Returns the same adjacency with numbers on its edges, for layers that read them.
   *
   * @param edges how nodes are joined
   * @param attributes the same edges one by one, with their numbers
   * @throws IllegalArgumentException if they are of other nodes
   */
  static Adjacency withAttributes(Adjacency edges, EdgeAttributes attributes) {
    return new AttributedAdjacency(edges, attributes);
  }

  /**
   * Returns the adjacency of a part of a graph: some nodes with all of their edges, and others that
   * only send. Its operators have the rows of the former as the whole graph's have them.
   *
   * @param matrix what the nodes of the part receive from each other; rows of nodes that only send
   *     are empty
   * @param reversed what they send to each other, likewise; null if edges have no direction
   * @param received the sum of each node's weights in the whole graph
   * @param sent the sum of what each node sends there
   */
  static Adjacency ofPart(
      CsrMatrix matrix, @Nullable CsrMatrix reversed, double[] received, double[] sent) {
    return CsrAdjacency.ofPart(matrix, reversed, received, sent);
  }

  /** Returns the number of nodes. */
  int nodes();

  /**
   * Returns the number of non-zeros of A, written out or not: edges without direction count twice.
   */
  default long entries() {
    return matrix().nonZeros();
  }

  /**
   * Returns the operator of the graph convolution: D<sup>-1/2</sup>(A + I)D<sup>-1/2</sup>, D being
   * the degrees of A + I. It is symmetric when A is.
   */
  LinearOperator normalized();

  /**
   * Returns the same without the nodes themselves: D<sup>-1/2</sup>AD<sup>-1/2</sup>, D being the
   * degrees of A: what a node receives on the left, what it sends on the right. The row of a node
   * without neighbours is zero.
   */
  LinearOperator normalizedWithoutLoops();

  /**
   * Returns the mean over neighbours: D<sup>-1</sup>A, the node itself left out. The row of a node
   * without neighbours is zero.
   */
  LinearOperator mean();

  /** Returns the sum over neighbours, A itself, as an operator. */
  LinearOperator sum();

  /**
   * Returns the same graph with all edges turned round: what a node receives along edges that leave
   * it. An adjacency whose edges have no direction is its own reverse.
   *
   * @throws UnsupportedOperationException if edges are {@linkplain #isOneWay() one way}
   */
  Adjacency reversed();

  /**
   * Returns whether edges count in their direction alone, because turned round they would tell a
   * node what it must not know: of links that see the past alone, what came later. Layers then
   * leave out edges against their direction.
   */
  default boolean isOneWay() {
    return false;
  }

  /**
   * Returns the names of the relations that edges belong to; empty if they have no types. {@link
   * #relation} gives the edges of one, and the adjacency itself has all of them.
   */
  default List<String> relations() {
    return List.of();
  }

  /**
   * Returns the edges of one relation, on the same nodes.
   *
   * @param name one of {@link #relations()}
   * @throws IllegalArgumentException if there is no such relation
   */
  default Adjacency relation(String name) {
    throw new IllegalArgumentException(
        "no relation is named \"" + name + "\"; there are " + relations());
  }

  /**
   * Returns the edges of all relations one by one, for loops over them; empty if edges have no
   * types or are not written out.
   */
  default Optional<EdgeList> relationEdges() {
    return Optional.empty();
  }

  /** Returns the numbers on edges; empty if there are none. */
  default Optional<EdgeAttributes> edgeAttributes() {
    return Optional.empty();
  }

  /**
   * Returns the messages that travel along some relations, and against some; empty if edges are not
   * written out, and a layer has to take relations one by one.
   *
   * @param relations relations whose edges bring messages along their direction
   * @param inverses relations whose edges bring messages against it
   */
  default Optional<Messages> messages(List<String> relations, List<String> inverses) {
    return relationEdges().map(edges -> edges.messages(relations, inverses));
  }

  /**
   * Returns A itself, edge by edge, without self-loops, for layers that need a value per edge
   * (graph attention).
   *
   * @throws UnsupportedOperationException if the adjacency is implicit and too large to be written
   *     out
   */
  CsrMatrix matrix();

  /**
   * The names of the relations between the links of a graph, as {@link Adjacency#ofLinks(int,
   * int[], int[])} has them. A link is never joined with itself. Parallel links have the same
   * source and the same target, and a self-loop may be joined to a link by several relations; any
   * two other links are joined by one of the first five at most.
   */
  public static final class LinkRelation {
    /** Links that start at the same node. */
    public static final String SAME_SOURCE = "same source";

    /** Links that end at the same node. */
    public static final String SAME_TARGET = "same target";

    /** Links that end where the link starts, those from its target left out. */
    public static final String INTO_SOURCE = "into source";

    /** Links that start where the link ends, those to its source left out. */
    public static final String OUT_OF_TARGET = "out of target";

    /** Links from the link's target to its source; of a self-loop, the other loops at its node. */
    public static final String RECIPROCAL = "reciprocal";

    /** The nearest links before and after at the same source; where links have times. */
    public static final String AROUND_AT_SOURCE = "around at source";

    /** The nearest links before and after at the same target; where links have times. */
    public static final String AROUND_AT_TARGET = "around at target";

    /** What the names of relations begin with that join a link with earlier ones alone. */
    public static final String EARLIER = "earlier ";

    /** The five relations that need no times. */
    static final List<String> BY_ENDS =
        List.of(SAME_SOURCE, SAME_TARGET, INTO_SOURCE, OUT_OF_TARGET, RECIPROCAL);

    private LinkRelation() {}
  }
}
