package io.github.gmnn.sparse;

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
   * Returns the mean over neighbours: D<sup>-1</sup>A, the node itself left out. The row of a node
   * without neighbours is zero.
   */
  LinearOperator mean();

  /**
   * Returns A itself, edge by edge, without self-loops, for layers that need a value per edge
   * (graph attention).
   *
   * @throws UnsupportedOperationException if the adjacency is implicit and too large to be written
   *     out
   */
  CsrMatrix matrix();
}
