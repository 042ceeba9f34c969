package io.github.gmnn.layer.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.sparse.EdgeAttributes;
import java.util.List;

/**
 * An adjacency of some nodes of a graph whose edges with numbers lie elsewhere, with their senders
 * and receivers: who has the edges makes the messages.
 */
public interface DistantEdges {
  /**
   * Adds to each node's output the means of the messages ReLU(z + x U) that it receives.
   *
   * @param scaling how the numbers x are scaled
   * @param types the types of edges that U has rows for
   * @param ways what is sent along edges, and after it what is sent against them if they have a
   *     direction
   * @param out a row for each node
   */
  void addMeans(
      EdgeAttributes.Scaling scaling, List<String> types, List<Way> ways, DenseMatrix out);

  /**
   * What is sent in one direction.
   *
   * @param rows z, the rows that nodes send
   * @param edgeWeights U, with a row for each number, each type and the 1
   */
  record Way(DenseMatrix rows, DenseMatrix edgeWeights) {}
}
