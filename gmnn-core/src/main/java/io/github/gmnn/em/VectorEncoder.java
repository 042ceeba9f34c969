package io.github.gmnn.em;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.embedding.internal.GraphSurroundings;
import io.github.gmnn.embedding.internal.HopChoice;
import io.github.gmnn.embedding.internal.PrincipalComponents;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.VectorLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.sparse.CsrMatrix;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link VectorLayer} does not learn from labels: the embedder's linear map of the features
 * around nodes. The rotation gives its columns about the same deviation, so that these are left out
 * here; the layer divides vectors by their length.
 */
final class VectorEncoder {
  /** As many as the embedder has. */
  private static final int ROUNDS = 3;

  private final float[] encoder;
  private final float[] center;
  private final float[] shares;

  private VectorEncoder(float[] encoder, float[] center, float[] shares) {
    this.encoder = encoder;
    this.center = center;
    this.shares = shares;
  }

  /** Whether vectors can be learned of a graph: whether edges join their ends either way. */
  private static boolean suits(Graph<?> graph) {
    return !graph.isDirected() && !graph.adjacency().isOneWay();
  }

  /**
   * Learns from a graph without labels what q needs; null if it reads no vectors.
   *
   * @param random that of an embedder, for the vectors that it would give with its seed
   * @throws IllegalArgumentException if edges have directions
   */
  static @Nullable VectorEncoder of(
      NetworkDefinition q,
      Graph<?> graph,
      CsrMatrix attributes,
      RandomStream random,
      Workers workers) {
    Layer first = q.layers().get(0);
    return first instanceof VectorLayer layer
        ? of(layer, graph, attributes, random, workers)
        : null;
  }

  private static VectorEncoder of(
      VectorLayer layer,
      Graph<?> graph,
      CsrMatrix attributes,
      RandomStream random,
      Workers workers) {
    if (!suits(graph)) {
      throw new IllegalArgumentException(
          graph + " has directed edges, and vectors are of what is around a node either way");
    }
    EncoderInput input = new EncoderInput(graph.adjacency(), attributes);
    GraphSurroundings around = new GraphSurroundings(input, layer.vectors(), workers);
    int hops = Math.min(layer.steps() / 2, new HopChoice(around, workers).choose());
    PrincipalComponents components =
        new PrincipalComponents(
            around, hops, layer.vectors(), random.derive("directions"), workers);
    for (int round = 0; round < ROUNDS; round++) {
      components.round();
    }
    DenseMatrix weights = components.weights(layer.vectors(), random.derive("rotation"));
    return new VectorEncoder(
        weights.data(), center(attributes, weights, workers), shares(hops, layer.steps()));
  }

  /** Minus the means of the columns of features times weights. */
  private static float[] center(CsrMatrix features, DenseMatrix weights, Workers workers) {
    DenseMatrix shares = DenseMatrix.zeros(features.rows(), 1);
    shares.fill(-1f / features.rows());
    DenseMatrix means = DenseMatrix.zeros(features.columns(), 1);
    features.applyTransposed(shares, means, workers);
    DenseMatrix center = DenseMatrix.zeros(1, weights.columns());
    Dense.multiplyTransposedLeft(means, weights, center, workers);
    return center.data();
  }

  /** The shares of steps in the mean over some, of the mean over as many. */
  private static float[] shares(int hops, int steps) {
    float[] shares = new float[steps + 1];
    for (int first = 0; first <= hops; first++) {
      for (int second = 0; second <= hops; second++) {
        shares[first + second] += 1f / ((hops + 1) * (hops + 1));
      }
    }
    return shares;
  }

  /** Gives it to q. */
  void fix(GraphNetwork q) {
    float[][] parameters = q.parameters();
    VectorLayer.fix(parameters, encoder, center, shares);
    q.setParameters(parameters);
  }
}
