package io.github.gmnn.advice;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.internal.PrincipalComponents;
import io.github.gmnn.embedding.internal.Surroundings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import java.util.Arrays;

/**
 * Computes vectors by which to choose the nodes to label. They are the principal components of the
 * features two steps around each node, each multiplied once more by its deviation and divided by
 * how much nodes differ by themselves. They show the large groups of a graph, each of which needs a
 * label first.
 *
 * <p>Unlike the embedder's vectors, they describe only what is two steps away, nothing nearer, and
 * rare features count no more than others.
 *
 * <p>Costs O((non-zeros of the features + 2 · edges) · 128 + features · 128²) eight times, and
 * three matrices of nodes · 128 numbers.
 */
public final class GraphVectors {
  private static final int STEPS = 2;
  private static final int DIMENSIONS = 128;
  private static final int ROUNDS = 3;

  /**
   * Smaller than the embedder's: with ten and more labels a class, small groups count as well. A
   * smaller one yet would have the first labels go to them.
   */
  private static final double RIDGE = 3;

  private GraphVectors() {}

  /**
   * Returns vectors of a graph's nodes.
   *
   * @param <K> type of the nodes' keys
   * @param graph the graph, with features or without
   * @param seed fixes what is random: where the search for directions begins
   */
  public static <K> NodeEmbeddings<K> of(Graph<K> graph, long seed) {
    int width = Math.min(DIMENSIONS, Math.min(graph.features().columns(), graph.nodeCount()));
    Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
    RandomStream random = RandomStream.of(seed).derive("graph vectors");
    TwoStepsAway around = new TwoStepsAway(graph, width, workers);
    PrincipalComponents components =
        new PrincipalComponents(around, STEPS, width, random.derive("directions"), workers);
    for (int round = 0; round < ROUNDS; round++) {
      components.round();
    }
    DenseMatrix weights = components.weights(width, RIDGE, random.derive("rotation"));
    return NodeEmbeddings.of(graph.keys(), around.along(weights, STEPS));
  }

  /** Features after some steps along edges, those on the way left out. */
  private static final class TwoStepsAway implements Surroundings {
    private final LinearOperator edges;
    private final CsrMatrix features;
    private final Workers workers;
    private final DenseMatrix[] ofNodes = new DenseMatrix[2];

    TwoStepsAway(Graph<?> graph, int width, Workers workers) {
      this.edges = graph.adjacency().normalized();
      this.features = FeatureScaling.AUTOMATIC.fit(graph).apply(graph.features());
      this.workers = workers;
      for (int i = 0; i < ofNodes.length; i++) {
        ofNodes[i] = DenseMatrix.zeros(graph.nodeCount(), width);
      }
    }

    @Override
    public int nodes() {
      return features.rows();
    }

    @Override
    public int features() {
      return features.columns();
    }

    @Override
    public float[] columnFactors() {
      float[] factors = new float[features.columns()];
      Arrays.fill(factors, 1);
      return factors;
    }

    @Override
    public void takeThrough(DenseMatrix in, int steps, DenseMatrix out) {
      DenseMatrix back = walked(along(in, steps), steps, true);
      features.applyTransposed(centred(back), out, workers);
    }

    /** What is some steps away of some directions; one of the buffers. */
    DenseMatrix along(DenseMatrix directions, int steps) {
      features.apply(directions, ofNodes[0], workers);
      return centred(walked(centred(ofNodes[0]), steps, false));
    }

    private DenseMatrix walked(DenseMatrix start, int steps, boolean transposed) {
      DenseMatrix current = start;
      for (int step = 0; step < steps; step++) {
        DenseMatrix next = current == ofNodes[0] ? ofNodes[1] : ofNodes[0];
        if (transposed) {
          edges.applyTransposed(current, next, workers);
        } else {
          edges.apply(current, next, workers);
        }
        current = next;
      }
      return current;
    }

    private static DenseMatrix centred(DenseMatrix matrix) {
      VectorSpace.centre(matrix);
      return matrix;
    }
  }
}
