package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.sparse.LinearOperator;

/**
 * What a {@link GmnnEmbedder} has learned: a linear map from the features around a node to its
 * vector. It embeds nodes and graphs that the fit never saw, exactly as it embeds those of the fit:
 * one propagation and a product, O((non-zeros of the features + hops · edges) · dimensions).
 *
 * <p>Immutable and thread-safe.
 */
public final class NodeEncoder {
  /** Columns that travel at once: buffers of few columns stay in the caches. */
  private static final int BLOCK = 64;

  /** What vectors are scaled to: at this length the rate of {@link LinearProbe} suits them. */
  private static final double LENGTH = 2;

  private final FeatureScaling.Fitted scaling;
  private final DenseMatrix weights;
  private final int hops;
  private final int smoothing;
  private final float[] means;
  private final float[] deviations;

  private NodeEncoder(
      FeatureScaling.Fitted scaling,
      DenseMatrix weights,
      int hops,
      int smoothing,
      float[] means,
      float[] deviations) {
    this.scaling = scaling;
    this.weights = weights;
    this.hops = hops;
    this.smoothing = smoothing;
    this.means = means;
    this.deviations = deviations;
  }

  /** An encoder, and what it makes of the graph that it learned from. */
  record Fitted(NodeEncoder encoder, DenseMatrix vectors) {}

  /**
   * Completes an encoder by the means and deviations that the columns have on its graph.
   *
   * @param weights features x dimensions, taken over
   */
  static Fitted fit(
      EncoderInput input,
      FeatureScaling.Fitted scaling,
      DenseMatrix weights,
      int hops,
      int smoothing,
      Workers workers) {
    int width = weights.columns();
    NodeEncoder encoder =
        new NodeEncoder(scaling, weights, hops, smoothing, new float[width], new float[width]);
    return new Fitted(encoder, encoder.encode(input, true, workers));
  }

  /** Returns the length of the vectors. */
  public int dimensions() {
    return weights.columns();
  }

  /**
   * Embeds the nodes of a graph.
   *
   * @param <K> type of the nodes' keys
   * @param graph any graph with the features of the one that was learned from
   * @return a vector for each of its nodes
   * @throws IllegalArgumentException if it has other features
   */
  public <K> NodeEmbeddings<K> embed(Graph<K> graph) {
    EncoderInput input =
        new EncoderInput(EncoderInput.undirected(graph), scaling.apply(graph.features()));
    Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
    return new NodeEmbeddings<>(NodeIndex.of(graph.keys()), encode(input, false, workers));
  }

  private DenseMatrix encode(EncoderInput input, boolean learn, Workers workers) {
    int nodes = input.adjacency().nodes();
    int width = weights.columns();
    LinearOperator operator = input.adjacency().normalized();
    DenseMatrix vectors = DenseMatrix.zeros(nodes, width);
    int block = Math.min(BLOCK, width);
    DenseMatrix first = DenseMatrix.zeros(nodes, block);
    DenseMatrix second = DenseMatrix.zeros(nodes, block);
    DenseMatrix third = DenseMatrix.zeros(nodes, block);
    DenseMatrix some = DenseMatrix.zeros(weights.rows(), block);
    for (int start = 0; start < width; start += block) {
      int count = Math.min(block, width - start); // of the last block, other columns stay as before
      copy(weights, start, some, 0, count);
      input.features().apply(some, first, workers);
      DenseMatrix mixed = meanOfSteps(operator, hops, first, second, third, workers);
      if (learn) {
        learnColumns(mixed, start, count);
      }
      standardize(mixed, start, count, workers);
      DenseMatrix free = mixed == second ? third : mixed == third ? second : third;
      DenseMatrix other = mixed == first ? second : first;
      copy(meanOfSteps(operator, smoothing, mixed, other, free, workers), 0, vectors, start, count);
    }
    scaleRows(vectors, workers);
    return vectors;
  }

  private static void copy(DenseMatrix from, int at, DenseMatrix to, int target, int columns) {
    for (int row = 0; row < from.rows(); row++) {
      System.arraycopy(
          from.data(), row * from.columns() + at, to.data(), row * to.columns() + target, columns);
    }
  }

  /**
   * The mean of Â<sup>k</sup> in over k = 0..steps, by Horner's scheme.
   *
   * @return {@code in} without steps, else one of the buffers
   */
  private static DenseMatrix meanOfSteps(
      LinearOperator operator,
      int steps,
      DenseMatrix in,
      DenseMatrix buffer,
      DenseMatrix other,
      Workers workers) {
    DenseMatrix current = in;
    for (int k = 0; k < steps; k++) {
      DenseMatrix next = current == buffer ? other : buffer;
      float share = k == steps - 1 ? 1f / (steps + 1) : 1f;
      operator.applyAndAdd(share, current, share, in, next, workers);
      current = next;
    }
    return current;
  }

  private void learnColumns(DenseMatrix mixed, int start, int count) {
    double[] sums = new double[count];
    double[] squares = new double[count];
    int width = mixed.columns();
    for (int row = 0; row < mixed.rows(); row++) {
      for (int c = 0; c < count; c++) {
        sums[c] += mixed.data()[row * width + c];
      }
    }
    for (int row = 0; row < mixed.rows(); row++) {
      for (int c = 0; c < count; c++) {
        double difference = mixed.data()[row * width + c] - sums[c] / mixed.rows();
        squares[c] += difference * difference;
      }
    }
    for (int c = 0; c < count; c++) {
      means[start + c] = (float) (sums[c] / mixed.rows());
      deviations[start + c] = (float) Math.sqrt(squares[c] / mixed.rows());
    }
  }

  private void standardize(DenseMatrix mixed, int start, int count, Workers workers) {
    int width = mixed.columns();
    float[] data = mixed.data();
    float[] inverse = new float[count];
    for (int c = 0; c < count; c++) {
      float deviation = deviations[start + c];
      inverse[c] = deviation < Float.MIN_NORMAL ? 0f : 1 / deviation;
    }
    workers.forRows(
        mixed.rows(),
        count,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int c = 0; c < count; c++) {
              data[row * width + c] = (data[row * width + c] - means[start + c]) * inverse[c];
            }
          }
        });
  }

  private static void scaleRows(DenseMatrix vectors, Workers workers) {
    int width = vectors.columns();
    float[] data = vectors.data();
    workers.forRows(
        vectors.rows(),
        2L * width,
        (from, to) -> {
          for (int start = from * width; start < to * width; start += width) {
            double sum = 0;
            for (int i = start; i < start + width; i++) {
              sum += (double) data[i] * data[i];
            }
            float factor = sum == 0 ? 0f : (float) (LENGTH / Math.sqrt(sum));
            for (int i = start; i < start + width; i++) {
              data[i] *= factor;
            }
          }
        });
  }

  @Override
  public String toString() {
    return "NodeEncoder("
        + weights.rows()
        + " features, "
        + weights.columns()
        + " dimensions, "
        + hops
        + " hops)";
  }
}
