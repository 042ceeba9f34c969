package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.ParameterUpdater;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.List;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * Planetoid's classifier: one softmax layer over the features and one over the embedding of a node,
 * and a third over what these two say. All three are to give the label:
 *
 * <pre>
 *   a = softmax(X A),  b = softmax(E B),  y = softmax([a b] C)
 *   loss = -mean over labelled nodes of log y + log a + log b, at the label
 * </pre>
 *
 * <p>Biases are left out of the formula. A, B, C and E learn. Not thread-safe.
 */
final class JointClassifier implements Trainable {
  private final SparseInput features;
  private final DenseMatrix embeddings;
  private final int[] nodes;
  private final int[] labels;
  private final int classes;
  private final Workers workers;
  private final Part ofFeatures;
  private final Part ofEmbeddings;
  private final Part ofBoth;
  private final DenseMatrix both;
  private final DenseMatrix bothGradient;
  final DenseMatrix embeddingGradient;
  private final List<Slot> slots = new ArrayList<>();
  private final List<ParameterUpdater> updaters = new ArrayList<>();
  private int iteration;

  /**
   * Makes a classifier with random weights.
   *
   * @param features X, a row per node
   * @param embeddings E, a row per node; changed by training
   * @param nodes the labelled nodes
   * @param labels the label of each
   * @param classes how many labels there are
   */
  JointClassifier(
      SparseInput features,
      DenseMatrix embeddings,
      int[] nodes,
      int[] labels,
      int classes,
      IUpdater updater,
      RandomStream random,
      Workers workers) {
    int rows = embeddings.rows();
    this.features = features;
    this.embeddings = embeddings;
    this.nodes = nodes;
    this.labels = labels;
    this.classes = classes;
    this.workers = workers;
    this.ofFeatures = new Part(rows, features.columns(), random.derive("features"));
    this.ofEmbeddings = new Part(rows, embeddings.columns(), random.derive("embeddings"));
    this.ofBoth = new Part(rows, 2 * classes, random.derive("both"));
    this.both = DenseMatrix.zeros(rows, 2 * classes);
    this.bothGradient = DenseMatrix.zeros(rows, 2 * classes);
    this.embeddingGradient = DenseMatrix.zeros(rows, embeddings.columns());
    List.of(ofFeatures, ofEmbeddings, ofBoth).forEach(part -> part.addSlots(updater));
    add(embeddings, embeddingGradient, updater);
  }

  private void add(DenseMatrix value, DenseMatrix gradient, IUpdater updater) {
    Slot slot =
        new Slot("p" + slots.size(), value.data(), gradient.data(), updater.clone(), List.of());
    slots.add(slot);
    updaters.add(ParameterUpdater.of(slot));
  }

  /** The parameters with their gradients: A, its bias, B, its bias, C, its bias, E. */
  List<Slot> slots() {
    return slots;
  }

  /** A linear layer with a bias and a softmax. */
  private final class Part {
    private final DenseMatrix weights;
    private final DenseMatrix bias = DenseMatrix.zeros(1, classes);
    private final DenseMatrix weightGradient;
    private final DenseMatrix biasGradient = DenseMatrix.zeros(1, classes);
    private final DenseMatrix output;
    private final DenseMatrix gradient;

    Part(int rows, int inputs, RandomStream random) {
      weights = DenseMatrix.zeros(inputs, classes);
      weightGradient = DenseMatrix.zeros(inputs, classes);
      output = DenseMatrix.zeros(rows, classes);
      gradient = DenseMatrix.zeros(rows, classes);
      double bound = Math.sqrt(6.0 / (inputs + classes));
      for (int i = 0; i < weights.data().length; i++) {
        weights.data()[i] = (float) ((2 * random.nextDouble() - 1) * bound);
      }
    }

    void addSlots(IUpdater updater) {
      add(weights, weightGradient, updater);
      add(bias, biasGradient, updater);
    }

    /** What the product left in {@link #output} becomes distributions. */
    void activate() {
      float[] values = output.data();
      for (int i = 0; i < values.length; i++) {
        values[i] += bias.data()[i % classes];
      }
      Dense.softmax(output, 1, output);
    }

    /** Adds the gradient of the part's own loss to {@link #gradient}, and returns the loss. */
    double addLoss() {
      double loss = 0;
      for (int i = 0; i < nodes.length; i++) {
        int start = nodes[i] * classes;
        loss -= Math.log(Math.max(Float.MIN_NORMAL, output.data()[start + labels[i]]));
        for (int c = 0; c < classes; c++) {
          float wanted = c == labels[i] ? 1f : 0f;
          gradient.data()[start + c] += (output.data()[start + c] - wanted) / nodes.length;
        }
      }
      return loss / nodes.length;
    }

    /** Fills {@link #gradient} from the gradient behind the softmax, in columns of a matrix. */
    void backward(DenseMatrix behind, int column) {
      gradient.fill(0f);
      for (int node : nodes) {
        int start = node * classes;
        int from = node * behind.columns() + column;
        float mean = 0f;
        for (int c = 0; c < classes; c++) {
          mean += output.data()[start + c] * behind.data()[from + c];
        }
        for (int c = 0; c < classes; c++) {
          gradient.data()[start + c] = output.data()[start + c] * (behind.data()[from + c] - mean);
        }
      }
    }

    void fillBiasGradient() {
      biasGradient.fill(0f);
      for (int node : nodes) {
        for (int c = 0; c < classes; c++) {
          biasGradient.data()[c] += gradient.data()[node * classes + c];
        }
      }
    }
  }

  /** Returns the distributions of all nodes, overwritten by the next call. */
  DenseMatrix predict() {
    features.multiply(ofFeatures.weights, ofFeatures.output, workers);
    ofFeatures.activate();
    Dense.multiply(embeddings, ofEmbeddings.weights, ofEmbeddings.output, workers);
    ofEmbeddings.activate();
    for (int node = 0; node < both.rows(); node++) {
      for (int c = 0; c < classes; c++) {
        both.set(node, c, ofFeatures.output.get(node, c));
        both.set(node, classes + c, ofEmbeddings.output.get(node, c));
      }
    }
    Dense.multiply(both, ofBoth.weights, ofBoth.output, workers);
    ofBoth.activate();
    return ofBoth.output;
  }

  /** Computes the loss, and fills the gradients of all parameters. */
  double lossAndGradient() {
    predict();
    ofBoth.gradient.fill(0f);
    double loss = ofBoth.addLoss();
    Dense.multiplyTransposedLeft(both, ofBoth.gradient, ofBoth.weightGradient, workers);
    Dense.multiplyTransposedRight(ofBoth.gradient, ofBoth.weights, bothGradient, workers);
    ofFeatures.backward(bothGradient, 0);
    loss += ofFeatures.addLoss();
    features.multiplyTransposed(ofFeatures.gradient, ofFeatures.weightGradient, workers);
    ofEmbeddings.backward(bothGradient, classes);
    loss += ofEmbeddings.addLoss();
    Dense.multiplyTransposedLeft(
        embeddings, ofEmbeddings.gradient, ofEmbeddings.weightGradient, workers);
    Dense.multiplyTransposedRight(
        ofEmbeddings.gradient, ofEmbeddings.weights, embeddingGradient, workers);
    List.of(ofFeatures, ofEmbeddings, ofBoth).forEach(Part::fillBiasGradient);
    return loss;
  }

  /** One step; returns the loss before it. */
  double train() {
    double loss = lossAndGradient();
    updaters.forEach(updater -> updater.update(1f, iteration));
    iteration++;
    return loss;
  }

  @Override
  public boolean isFinite() {
    return slots.stream().allMatch(slot -> NetworkState.areFinite(slot.value()));
  }

  @Override
  public NetworkState state() {
    return new NetworkState(
        slots.stream().map(slot -> slot.value().clone()).toArray(float[][]::new),
        updaters.stream().map(ParameterUpdater::state).toArray(float[][]::new),
        iteration);
  }

  @Override
  public void restore(NetworkState state) {
    for (int i = 0; i < slots.size(); i++) {
      float[] value = slots.get(i).value();
      System.arraycopy(state.parameters()[i], 0, value, 0, value.length);
      updaters.get(i).restore(state.updaterState()[i]);
    }
    iteration = state.iteration();
  }
}
