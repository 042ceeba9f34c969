package io.github.gmnn.sparse;

import java.util.List;

/**
 * How the nodes of a graph are joined, as the operators that layers propagate with. A layer is
 * bound to one of these when its network is attached to a graph.
 *
 * <p>Implementations are immutable and thread-safe; operators are made on first use and kept.
 */
public interface Adjacency {
  /** Returns the number of nodes. */
  int nodes();

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
   */
  Adjacency reversed();

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
   * Returns A itself, edge by edge, without self-loops, for layers that need a value per edge
   * (graph attention).
   *
   * @throws UnsupportedOperationException if the adjacency is implicit and too large to be written
   *     out
   */
  CsrMatrix matrix();
}
