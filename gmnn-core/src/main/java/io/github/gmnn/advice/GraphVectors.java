package io.github.gmnn.advice;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;

/**
 * Vectors of nodes that nothing has to be trained for: the features around each node, averaged over
 * up to eight steps, and of these the 64 directions in which nodes differ most. There in a second
 * where embeddings take minutes, and for choosing which nodes to label nearly as good.
 *
 * <p>Costs O((non-zeros of the features + 8 · edges) · 64) six times.
 */
public final class GraphVectors {
  private static final int STEPS = 8;
  private static final int DIMENSIONS = 64;
  private static final int ROUNDS = 2;

  private final LinearOperator edges;
  private final CsrMatrix features;
  private final Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
  private final DenseMatrix[] ofNodes;

  private GraphVectors(Graph<?> graph, int width) {
    this.edges = graph.adjacency().normalized();
    this.features = FeatureScaling.AUTOMATIC.fit(graph).apply(graph.features());
    this.ofNodes = new DenseMatrix[3];
    for (int i = 0; i < ofNodes.length; i++) {
      ofNodes[i] = DenseMatrix.zeros(graph.nodeCount(), width);
    }
  }

  /**
   * Returns vectors of a graph's nodes.
   *
   * @param <K> type of the nodes' keys
   * @param graph the graph, with features or without
   * @param seed fixes what is random: where the search for directions begins
   */
  public static <K> NodeEmbeddings<K> of(Graph<K> graph, long seed) {
    int width = Math.min(DIMENSIONS, Math.min(graph.features().columns(), graph.nodeCount()));
    GraphVectors vectors = new GraphVectors(graph, width);
    DenseMatrix directions = vectors.directions(RandomStream.of(seed).derive("graph vectors"));
    return NodeEmbeddings.of(graph.keys(), vectors.along(directions).copy());
  }

  /** The directions of the largest variation, by subspace iteration. */
  private DenseMatrix directions(RandomStream random) {
    DenseMatrix directions = DenseMatrix.zeros(features.columns(), ofNodes[0].columns());
    for (int i = 0; i < directions.data().length; i++) {
      directions.data()[i] = (float) (random.nextDouble() - 0.5);
    }
    for (int round = 0; round < ROUNDS; round++) {
      DenseMatrix seen = along(directions);
      Dense.orthonormalize(seen); // else the first direction would take all
      features.applyTransposed(smoothed(seen, true), directions, workers);
      Dense.orthonormalize(directions);
    }
    return directions;
  }

  /** What nodes and their surroundings have of some directions; one of the buffers. */
  private DenseMatrix along(DenseMatrix directions) {
    features.apply(directions, ofNodes[0], workers);
    return smoothed(ofNodes[0], false);
  }

  /** The mean over 0 to 8 steps along edges, by Horner's scheme; another one of the buffers. */
  private DenseMatrix smoothed(DenseMatrix start, boolean transposed) {
    DenseMatrix current = start;
    for (int step = 1; step <= STEPS; step++) {
      DenseMatrix next = ofNodes[0];
      for (DenseMatrix buffer : ofNodes) {
        if (buffer != start && buffer != current) {
          next = buffer;
        }
      }
      float share = step == STEPS ? 1f / (STEPS + 1) : 1f;
      if (transposed) {
        edges.applyTransposedAndAdd(share, current, share, start, next, workers);
      } else {
        edges.applyAndAdd(share, current, share, start, next, workers);
      }
      current = next;
    }
    return current;
  }

  /**
   * Returns vectors that have two others side by side, so that the cosine of two nodes is the mean
   * of what each gives: choosing by both is better than by either.
   *
   * @param <K> type of the nodes' keys
   * @param first vectors, such as those of {@link #of}
   * @param second vectors of the same nodes, such as embeddings
   * @throws IllegalArgumentException if they are of other nodes
   */
  public static <K> NodeEmbeddings<K> join(NodeEmbeddings<K> first, NodeEmbeddings<K> second) {
    if (!first.keys().equals(second.keys())) {
      throw new IllegalArgumentException(
          "expected vectors of the same nodes in the same order, found "
              + first.size()
              + " nodes and "
              + second.size()
              + ", or others");
    }
    DenseMatrix left = VectorSpace.unitRows(first.matrix());
    DenseMatrix right = VectorSpace.unitRows(second.matrix());
    DenseMatrix both = DenseMatrix.zeros(left.rows(), left.columns() + right.columns());
    for (int node = 0; node < left.rows(); node++) {
      int to = node * both.columns();
      System.arraycopy(left.data(), node * left.columns(), both.data(), to, left.columns());
      System.arraycopy(
          right.data(), node * right.columns(), both.data(), to + left.columns(), right.columns());
    }
    return NodeEmbeddings.of(first.keys(), both);
  }
}
