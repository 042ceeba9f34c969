package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.FitThread;
import io.github.gmnn.training.GmnnListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * Learns a vector for every node of a graph without any label, by predicting which nodes are near
 * (section 5.4 of the paper, "Unsupervised Node Representation Learning").
 *
 * <pre>{@code
 * NodeEmbeddings embeddings = GmnnEmbedder.builder().seed(42).fit(graph);
 * embeddings.vector("a");
 * embeddings.nearest("a", 10);
 * }</pre>
 *
 * <p>Every node is a class of its own. q - two graph convolutions with ReLU over the features, a
 * linear layer and a softmax over all nodes - first learns to predict the nodes within a few steps
 * of each node. Then M-steps and E-steps alternate as in classification: q annotates each node with
 * a node, p learns to predict a node's annotation from those around it, and q learns from p's
 * predictions. The embedding is the output of q's second convolution.
 *
 * <p>Labels of the graph are not looked at. Immutable and thread-safe: one embedder may fit many
 * graphs, from many threads at once. The same seed gives bit-identical embeddings, whatever the
 * number of threads. A fit runs on a thread of its own; ND4J's random generator, data type and
 * OpenMP settings are left as they were.
 *
 * <p>An epoch costs 6 · nodes² · dimensions floating-point operations with the exact softmax, 6 ·
 * nodes · negatives · dimensions with the sampled one (see {@link SoftmaxMode}); memory is about 80
 * bytes for each node and dimension, and some 100 MB for a block of logits.
 */
public final class GmnnEmbedder {
  private final EmbedderSettings settings;

  private GmnnEmbedder(EmbedderSettings settings) {
    this.settings = settings;
  }

  /** Returns a builder with the settings of the released code. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Learns the embeddings of a graph.
   *
   * <p>If the calling thread is interrupted, the fit ends after the current epoch, the embeddings
   * as they are then are returned and the thread's interrupt stays set.
   *
   * @param graph a graph of at least two nodes
   * @return the embeddings of all nodes
   * @throws IllegalArgumentException if the graph has one node only, or too many for the dimensions
   * @throws ArithmeticException if the loss is no longer finite
   */
  public NodeEmbeddings fit(Graph graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.nodeCount() < 2) {
      throw new IllegalArgumentException(
          graph + " has no other node to predict: embeddings need at least 2 nodes");
    }
    return FitThread.run(stop -> new EmbeddingFit(settings, graph, stop).run());
  }

  /**
   * Sets up a {@link GmnnEmbedder}; defaults are those of the released code for Cora where it has
   * the setting.
   */
  public static final class Builder {
    static final int WEIGHT_DECAY_UP_TO = 10_000;

    private int dimensions = 512;
    private int depth = 3;
    private int maxTargets = 1_000;
    private double dropout = 0.5;
    private OptionalDouble weightDecay = OptionalDouble.empty();
    private IUpdater updater = new Adam(0.1);
    private ApproximationStrategy approximation = Approximations.annealing(0.1);
    private int annotationSize = 128;
    private SoftmaxMode softmax = SoftmaxMode.AUTOMATIC;
    private int negatives = 512;
    private int pretrainEpochs = 200;
    private int emIterations = 2;
    private int learningEpochs = 100;
    private int inferenceEpochs = 100;
    private FeatureScaling featureScaling = FeatureScaling.ROW;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed = 1;
    private final List<GmnnListener> listeners = new ArrayList<>();
    private Consumer<NodeEmbeddings> beforeEm = embeddings -> {};

    private Builder() {}

    /** Sets the length of the vectors, which is the width of all hidden layers; 512. */
    public Builder dimensions(int count) {
      dimensions = atLeast(1, count, "dimensions");
      return this;
    }

    /** Sets within how many steps nodes are predicted; 3. With 0, a node predicts itself. */
    public Builder depth(int steps) {
      depth = atLeast(0, steps, "depth");
      return this;
    }

    /**
     * Sets how many nodes a node has to predict at most; 1,000, which no node of the public
     * citation sets reaches. Nearer nodes go first; of the first step that does not fit as a whole,
     * as many as fit are drawn at random. Training takes 8 bytes for each.
     */
    public Builder maxTargets(int count) {
      maxTargets = atLeast(1, count, "maxTargets");
      return this;
    }

    /** Sets the probability to drop an input of q and p; 0.5. */
    public Builder dropout(double rate) {
      if (!(rate >= 0 && rate < 1)) {
        throw new IllegalArgumentException("dropout must be in [0, 1), got " + rate);
      }
      dropout = rate;
      return this;
    }

    /**
     * Sets the L2 penalty of all weights; 5e-4 up to {@value #WEIGHT_DECAY_UP_TO} nodes, none
     * above, where it would outweigh what a single node's outputs have to learn.
     */
    public Builder weightDecay(double l2) {
      if (!(l2 >= 0 && l2 < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("weightDecay must be finite and >= 0, got " + l2);
      }
      weightDecay = OptionalDouble.of(l2);
      return this;
    }

    /** Sets the updater of q and p; Adam with learning rate 0.1. */
    public Builder updater(IUpdater newUpdater) {
      updater = Objects.requireNonNull(newUpdater, "updater").clone();
      return this;
    }

    /**
     * Sets how q annotates the nodes for p; annealing with temperature 0.1. A strategy is shown
     * some nodes at a time, so it must treat each row by itself, as all that are shipped do. Where
     * it gives several annotations, p's epochs take them in turn.
     */
    public Builder approximation(ApproximationStrategy strategy) {
      approximation = Objects.requireNonNull(strategy, "strategy");
      return this;
    }

    /**
     * Sets how many nodes an annotation or a prediction of p keeps at most, the likeliest, where a
     * strategy or p gives a distribution over all; 128. With as many as there are nodes, nothing is
     * cut off.
     */
    public Builder annotationSize(int count) {
      annotationSize = atLeast(1, count, "annotationSize");
      return this;
    }

    /** Sets how the softmax over all nodes is computed; by the size of the graph. */
    public Builder softmax(SoftmaxMode mode) {
      softmax = Objects.requireNonNull(mode, "mode");
      return this;
    }

    /** Sets how many other nodes a sampled softmax looks at; 512. */
    public Builder negatives(int count) {
      negatives = atLeast(1, count, "negatives");
      return this;
    }

    /** Sets for how many epochs q learns from the neighbourhoods; 200. */
    public Builder pretrainEpochs(int epochs) {
      pretrainEpochs = atLeast(1, epochs, "pretrainEpochs");
      return this;
    }

    /** Sets how often M-step and E-step alternate; 2. With 0, q is trained by itself. */
    public Builder emIterations(int iterations) {
      emIterations = atLeast(0, iterations, "emIterations");
      return this;
    }

    /** Sets the epochs of p in each M-step; 100. */
    public Builder learningEpochs(int epochs) {
      learningEpochs = atLeast(1, epochs, "learningEpochs");
      return this;
    }

    /** Sets the epochs of q in each E-step; 100. */
    public Builder inferenceEpochs(int epochs) {
      inferenceEpochs = atLeast(1, epochs, "inferenceEpochs");
      return this;
    }

    /** Sets how features are scaled before training; rows that sum to 1. */
    public Builder featureScaling(FeatureScaling scaling) {
      featureScaling = Objects.requireNonNull(scaling, "scaling");
      return this;
    }

    /** Sets the number of threads of a fit at most; all processors. Results do not depend on it. */
    public Builder threads(int count) {
      threads = atLeast(1, count, "threads");
      return this;
    }

    /** Sets the seed of all randomness; 1. */
    public Builder seed(long newSeed) {
      seed = newSeed;
      return this;
    }

    /** Adds a listener, called after every epoch on the thread of the fit. */
    public Builder listener(GmnnListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Sets what is given the embeddings of q as they are after pre-training, on the thread of the
     * fit: what q learns by itself, to compare with what EM makes of it. Nothing by default.
     */
    public Builder beforeEm(Consumer<NodeEmbeddings> consumer) {
      beforeEm = Objects.requireNonNull(consumer, "consumer");
      return this;
    }

    private static int atLeast(int minimum, int value, String name) {
      if (value < minimum) {
        throw new IllegalArgumentException(
            name + " must be at least " + minimum + ", got " + value);
      }
      return value;
    }

    /** Returns an immutable embedder of these settings. */
    public GmnnEmbedder build() {
      return new GmnnEmbedder(
          new EmbedderSettings(
              dimensions,
              depth,
              maxTargets,
              dropout,
              weightDecay,
              updater,
              approximation,
              annotationSize,
              softmax,
              negatives,
              pretrainEpochs,
              emIterations,
              learningEpochs,
              inferenceEpochs,
              featureScaling,
              threads,
              seed,
              List.copyOf(listeners),
              beforeEm));
    }

    /** Builds an embedder and fits a graph: {@code build().fit(graph)}. */
    public NodeEmbeddings fit(Graph graph) {
      return build().fit(graph);
    }
  }
}
