package io.github.gmnn.embedding;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.internal.EncoderInput;
import io.github.gmnn.embedding.internal.StepMean;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.EncoderState;
import io.github.gmnn.model.FeatureColumns;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a {@link GmnnEmbedder} has learned: a linear map from the features around a node to its
 * vector. It embeds nodes and graphs that the fit never saw, exactly as it embeds those of the fit:
 * one propagation and a product, O((non-zeros of the features + hops · edges) · dimensions).
 *
 * <p>Immutable and thread-safe.
 */
public final class NodeEncoder {
  private final EncoderState state;

  private NodeEncoder(EncoderState state) {
    this.state = state;
  }

  /** An encoder, and what it makes of the graph that it learned from. */
  record Fitted(NodeEncoder encoder, DenseMatrix vectors) {}

  /**
   * Completes an encoder by the means and deviations that its columns have on its graph.
   *
   * @param weights features x dimensions, taken over
   */
  static Fitted fit(
      EncoderInput input,
      ModelState.Features features,
      DenseMatrix weights,
      int hops,
      int smoothing,
      Workers workers) {
    int width = weights.columns();
    float[] means = new float[width];
    float[] deviations = new float[width];
    // The state is checked first and its means are learned in place, before anyone else sees it.
    NodeEncoder encoder =
        new NodeEncoder(new EncoderState(features, hops, smoothing, weights, means, deviations));
    return new Fitted(encoder, encoder.encode(input, true, workers));
  }

  /**
   * Loads an encoder that was saved.
   *
   * @param file the file
   * @throws ModelFormatException if it is damaged, no encoder, or of a newer version
   * @throws IOException if it cannot be read
   */
  public static NodeEncoder load(Path file) throws IOException {
    return new NodeEncoder(EncoderState.read(file));
  }

  /**
   * Saves the encoder, with the digest that models have. At every moment, a loss of power included,
   * the path holds the whole old file or the whole new one.
   *
   * @param file where to; a file there is replaced
   * @throws IOException if it cannot be written
   */
  public void save(Path file) throws IOException {
    state.write(file);
  }

  /** Returns the length of the vectors. */
  public int dimensions() {
    return state.weights().columns();
  }

  /**
   * Embeds the nodes of a graph.
   *
   * @param <K> type of the nodes' keys
   * @param graph any graph with the features of the one that was learned from: as many, or named
   *     ones, of which those that are new are left out
   * @return a vector for each of its nodes
   * @throws IllegalArgumentException if it has other features, or the graph that was learned from
   *     had none: then all that is known are its own nodes
   * @throws ArithmeticException if features or weights are so large that sums overflow
   * @throws java.util.concurrent.CancellationException if the thread is interrupted, which it then
   *     still is
   */
  public <K> NodeEmbeddings<K> embed(Graph<K> graph) {
    if (!state.features().present()) {
      throw new IllegalArgumentException(
          "the encoder was learned from a graph without features, and knows the nodes of that graph"
              + " alone");
    }
    CsrMatrix features = FeatureColumns.of(graph, state.features()).of(graph.features());
    EncoderInput input =
        new EncoderInput(EncoderInput.undirected(graph), state.scaler().apply(features));
    Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
    DenseMatrix vectors = FitThread.run(stop -> encode(input, false, workers.stoppedBy(stop)));
    if (!NetworkState.areFinite(vectors.data())) {
      throw new ArithmeticException(
          "the vectors are not finite: features or weights are too large to embed with");
    }
    return new NodeEmbeddings<>(
        NodeIndex.of(graph.keys()), vectors, this, new TrainingHistory(List.of(), true));
  }

  private DenseMatrix encode(EncoderInput input, boolean learn, Workers workers) {
    int nodes = input.adjacency().nodes();
    DenseMatrix weights = state.weights();
    int width = weights.columns();
    StepMean steps = new StepMean(input.adjacency(), state.hops(), width, workers);
    int block = steps.block();
    DenseMatrix vectors = DenseMatrix.zeros(nodes, width);
    DenseMatrix some = DenseMatrix.zeros(weights.rows(), block);
    for (int start = 0; start < width; start += block) {
      int count = Math.min(block, width - start); // of the last block, other columns stay as before
      StepMean.copy(weights, start, some, 0, count);
      input.features().apply(some, steps.input(), workers);
      if (learn) {
        learnMeans(steps.input(), start, count);
      }
      StepMean.subtract(steps.input(), means(start, count), workers);
      DenseMatrix mixed = steps.mean(steps.input());
      if (learn) {
        learnDeviations(mixed, start, count);
      }
      scale(mixed, start, count, workers);
      StepMean.copy(steps.mean(mixed, state.smoothing()), 0, vectors, start, count);
    }
    return vectors;
  }

  private void learnMeans(DenseMatrix columns, int start, int count) {
    double[] means = StepMean.columnMeans(columns, count);
    for (int c = 0; c < count; c++) {
      state.means()[start + c] = (float) means[c];
    }
  }

  private double[] means(int start, int count) {
    double[] means = new double[count];
    for (int c = 0; c < count; c++) {
      means[c] = state.means()[start + c];
    }
    return means;
  }

  private void learnDeviations(DenseMatrix mixed, int start, int count) {
    double[] means = StepMean.columnMeans(mixed, count);
    double[] squares = new double[count];
    int width = mixed.columns();
    for (int row = 0; row < mixed.rows(); row++) {
      for (int c = 0; c < count; c++) {
        double difference = mixed.data()[row * width + c] - means[c];
        squares[c] += difference * difference;
      }
    }
    for (int c = 0; c < count; c++) {
      state.deviations()[start + c] = (float) Math.sqrt(squares[c] / mixed.rows());
    }
  }

  private void scale(DenseMatrix mixed, int start, int count, Workers workers) {
    int width = mixed.columns();
    float[] data = mixed.data();
    float[] factors = new float[count];
    for (int c = 0; c < count; c++) {
      factors[c] = EncoderState.factor(state.deviations()[start + c], dimensions());
    }
    workers.forRows(
        mixed.rows(),
        count,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int c = 0; c < count; c++) {
              data[row * width + c] *= factors[c];
            }
          }
        });
  }

  @Override
  public String toString() {
    return "NodeEncoder("
        + state.features().count()
        + " features, "
        + dimensions()
        + " dimensions, "
        + state.hops()
        + " hops)";
  }
}
