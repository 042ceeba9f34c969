package io.github.gmnn.embedding;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * Learns a vector for every node of a graph without any label.
 *
 * <pre>{@code
 * NodeEmbeddings<String> embeddings = GmnnEmbedder.builder().seed(42).fit(graph);
 * embeddings.vector("a");
 * embeddings.nearest("a", 10);
 * }</pre>
 *
 * <p>There are two methods. {@link #builder()} finds the directions in which the surroundings of
 * nodes differ most: the principal components of the features, averaged over a few steps of the
 * graph. It takes a second or two, chooses its steps by the graph, and its {@link NodeEncoder}
 * embeds graphs that it never saw. A round costs O((non-zeros of the features + hops · edges) ·
 * dimensions) twice and O(features · dimensions²), and memory is linear in nodes, edges and
 * features.
 *
 * <p>{@link #neighborPrediction()} is the paper's (section 5.4, "Unsupervised Node Representation
 * Learning"). Every node is a class of its own. q - two graph convolutions with ReLU over the
 * features, a linear layer and a softmax over all nodes - first learns to predict the nodes within
 * a few steps of each node. Then M-steps and E-steps alternate as in classification: q annotates
 * each node with a node, p learns to predict a node's annotation from those around it, and q learns
 * from p's predictions. The embedding is the output of q's second convolution. An epoch costs 6 ·
 * nodes² · dimensions floating-point operations with the exact softmax, 6 · nodes · negatives ·
 * dimensions with the sampled one (see {@link SoftmaxMode}); memory is about 80 bytes for each node
 * and dimension, and some 100 MB for a block of logits.
 *
 * <p>Labels of the graph are not looked at. Immutable and thread-safe: one embedder may fit many
 * graphs, from many threads at once. The same seed gives bit-identical embeddings, whatever the
 * number of threads. A fit runs on a thread of its own; ND4J's random generator, data type and
 * OpenMP settings are left as they were.
 */
public final class GmnnEmbedder {
  private final Settings settings;

  private GmnnEmbedder(Settings settings) {
    this.settings = settings;
  }

  /** Returns a builder of embeddings by the principal components of what is around nodes. */
  public static Builder builder() {
    return new Builder(EmbedderSettings.defaults());
  }

  /**
   * Returns a builder of the paper's embeddings, by neighbour prediction with EM. Settings, unless
   * set, follow from the size of the graph: for up to 10,000 nodes, up to 30,000, and above.
   */
  public static Builder neighborPrediction() {
    return new Builder(
        EmbedderSettings.defaults()
            .with(EmbedderSettings.METHOD, EmbedderSettings.Method.NEIGHBOR_PREDICTION));
  }

  /**
   * Learns the embeddings of a graph.
   *
   * <p>If the calling thread is interrupted, the fit ends at once with a {@link
   * CancellationException}, and the interrupt stays set: an epoch of a large graph is too long to
   * be awaited. A listener that says no ends neighbour prediction after its epoch, with the
   * embeddings as they are then.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph of at least two nodes
   * @return the embeddings of all nodes
   * @throws IllegalArgumentException if the graph has one node only, or too many for the dimensions
   * @throws ArithmeticException if the loss is no longer finite
   * @throws CancellationException if the thread is interrupted
   */
  public <K> NodeEmbeddings<K> fit(Graph<K> graph) {
    check(graph);
    Settings settled = settled(graph);
    return FitThread.run(
        stop ->
            isOfComponents()
                ? new PrincipalFit<>(settled, graph, stop).run()
                : new EmbeddingFit<>(settled, graph, stop).run());
  }

  private boolean isOfComponents() {
    return settings.get(EmbedderSettings.METHOD) == EmbedderSettings.Method.PRINCIPAL_COMPONENTS;
  }

  private Settings settled(Graph<?> graph) {
    return SizeDefaults.settle(settings, graph.nodeCount());
  }

  private static void check(Graph<?> graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.nodeCount() < 2) {
      throw new IllegalArgumentException(
          graph + " has no other node to predict: embeddings need at least 2 nodes");
    }
  }

  /**
   * Goes on with a fit that was cut off, from the checkpoint it wrote last, and ends with the
   * embeddings that the uninterrupted fit would have given, bit for bit.
   *
   * @param checkpoint the file named by {@link Builder#checkpoint(Path, int)}
   * @param graph the graph of that fit
   * @return the embeddings of all nodes
   * @throws IllegalArgumentException if the checkpoint belongs to other settings or another graph,
   *     or a setting is a lambda, whose identity cannot be checked
   * @throws ModelFormatException if the file is damaged or no checkpoint
   * @throws IOException if it cannot be read
   */
  public <K> NodeEmbeddings<K> resume(Path checkpoint, Graph<K> graph) throws IOException {
    check(graph);
    settings.requireNamed();
    Checkpoint state = Checkpoint.read(checkpoint);
    try {
      Settings settled = settled(graph);
      return FitThread.run(
          stop ->
              isOfComponents()
                  ? new PrincipalFit<>(settled, graph, stop).resume(state).run()
                  : new EmbeddingFit<>(settled, graph, stop).resume(state).run());
    } catch (ModelFormatException e) {
      throw new ModelFormatException(checkpoint + ": " + e.getMessage(), e);
    }
  }

  /** Returns the settings by name, all that decide a result. */
  @Override
  public String toString() {
    return "GmnnEmbedder" + SizeDefaults.describe(settings);
  }

  /**
   * Sets up a {@link GmnnEmbedder}. A setting that says it is neighbour prediction's belongs to
   * that method alone. Where its default is three figures, they are for graphs of up to 10,000
   * nodes, up to 30,000, and above; others are those of the released code for Cora where it has the
   * setting.
   */
  public static final class Builder {
    private Settings settings;

    private Builder(Settings settings) {
      this.settings = settings;
    }

    private <T extends @Nullable Object> Builder set(Setting<T> setting, T value) {
      settings = settings.with(setting, value);
      return this;
    }

    /**
     * Sets the length of the vectors; 512 up to 25,000 nodes, 256 up to 100,000, 128 above. In
     * neighbour prediction it is the width of all hidden layers; 256, 256, 128.
     */
    public Builder dimensions(int count) {
      return set(EmbedderSettings.DIMENSIONS, count);
    }

    /**
     * Sets how many steps around a node count: the mean of the features within so many. By default
     * the fewest of 1, 2 and 4 that tell a node's features from those around it nearly as well as
     * the best of them; labels are not looked at.
     */
    public Builder hops(int steps) {
      return set(EmbedderSettings.HOPS, steps);
    }

    /**
     * Sets over how many steps vectors are averaged once they are learned; as many as {@link
     * #hops}.
     */
    public Builder smoothing(int steps) {
      return set(EmbedderSettings.SMOOTHING, steps);
    }

    /** Sets in how many rounds directions are found; 3, after which they hardly move. */
    public Builder epochs(int count) {
      return set(EmbedderSettings.EPOCHS, count);
    }

    /**
     * Sets within how many steps nodes are predicted; 3, 3, 2. With 0, a node predicts itself.
     * Neighbour prediction's, as are all settings down to {@link #inferenceEpochs}.
     */
    public Builder depth(int steps) {
      return set(EmbedderSettings.DEPTH, steps);
    }

    /**
     * Sets how many nodes a node has to predict at most; 1,000, which no node of the public
     * citation sets reaches, 100, 20. Nearer nodes go first; of the first step that does not fit as
     * a whole, as many as fit are drawn at random. Training takes 8 bytes for each.
     */
    public Builder maxTargets(int count) {
      return set(EmbedderSettings.MAX_TARGETS, count);
    }

    /** Sets the probability to drop an input of q and p; 0.5. */
    public Builder dropout(double rate) {
      return set(EmbedderSettings.DROPOUT, rate);
    }

    /**
     * Sets the L2 penalty of all weights; 5e-4 up to 10,000 nodes, none above, where it would
     * outweigh what a single node's outputs have to learn.
     */
    public Builder l2(double penalty) {
      return set(EmbedderSettings.L2, penalty);
    }

    /** Sets the updater of q and p; Adam with learning rates 0.1, 0.03, 0.1. */
    public Builder updater(IUpdater newUpdater) {
      return set(EmbedderSettings.UPDATER, newUpdater);
    }

    /**
     * Sets how q annotates the nodes for p; annealing with temperature 0.1. A strategy is shown
     * some nodes at a time, so it must treat each row by itself, as all that are shipped do. Where
     * it gives several annotations, p's epochs take them in turn.
     */
    public Builder approximation(ApproximationStrategy strategy) {
      return set(EmbedderSettings.APPROXIMATION, strategy);
    }

    /**
     * Sets how many nodes an annotation or a prediction of p keeps at most, the likeliest, where a
     * strategy or p gives a distribution over all; 128. With as many as there are nodes, nothing is
     * cut off.
     */
    public Builder annotationSize(int count) {
      return set(EmbedderSettings.ANNOTATION_SIZE, count);
    }

    /** Sets how the softmax over all nodes is computed; exactly, sampled, sampled. */
    public Builder softmax(SoftmaxMode mode) {
      return set(EmbedderSettings.SOFTMAX, mode);
    }

    /** Sets how many other nodes a sampled softmax looks at; 512, 1,024, 256. */
    public Builder negatives(int count) {
      return set(EmbedderSettings.NEGATIVES, count);
    }

    /**
     * Sets how many nodes an update learns from at most; half, a quarter, all. With fewer, an epoch
     * deals the nodes out at random to batches of about this size and makes an update for each, so
     * that fewer epochs are needed: the softmax costs as much for an epoch as before, the two
     * convolutions as much for every update. A learning rate by schedule counts updates.
     */
    public Builder batchSize(int nodes) {
      return set(EmbedderSettings.BATCH_SIZE, nodes);
    }

    /** Sets for how many epochs q learns from the neighbourhoods; 100, 20, 100. */
    public Builder pretrainEpochs(int epochs) {
      return set(EmbedderSettings.PRETRAIN_EPOCHS, epochs);
    }

    /** Sets how often M-step and E-step alternate; 2, 1, 1. With 0, q is trained by itself. */
    public Builder emIterations(int iterations) {
      return set(EmbedderSettings.EM_ITERATIONS, iterations);
    }

    /** Sets the epochs of p in each M-step; 50, 5, 15. */
    public Builder learningEpochs(int epochs) {
      return set(EmbedderSettings.LEARNING_EPOCHS, epochs);
    }

    /** Sets the epochs of q in each E-step; 50, 1, 15. */
    public Builder inferenceEpochs(int epochs) {
      return set(EmbedderSettings.INFERENCE_EPOCHS, epochs);
    }

    /**
     * Sets how features are scaled before training; {@link FeatureScaling#AUTOMATIC}.
     *
     * @param scaling any but {@link FeatureScaling#LEFT_OUT}
     */
    public Builder featureScaling(FeatureScaling scaling) {
      if (scaling == FeatureScaling.LEFT_OUT) {
        throw new IllegalArgumentException(
            "vectors are made of features, which LEFT_OUT leaves out: take them from the graph");
      }
      return set(EmbedderSettings.FEATURE_SCALING, scaling);
    }

    /** Sets the number of threads of a fit at most; all processors. Results do not depend on it. */
    public Builder threads(int count) {
      return set(EmbedderSettings.THREADS, count);
    }

    /** Sets the seed of all randomness; 1. */
    public Builder seed(long newSeed) {
      return set(EmbedderSettings.SEED, newSeed);
    }

    /** Adds a listener, called after every epoch on the thread of the fit. */
    public Builder listener(GmnnListener listener) {
      List<GmnnListener> all = new ArrayList<>(settings.get(EmbedderSettings.LISTENERS));
      all.add(Objects.requireNonNull(listener, "listener"));
      return set(EmbedderSettings.LISTENERS, all);
    }

    /**
     * Measures the embeddings after every epoch, of q alone where there is p, the larger the
     * better: the best epoch is kept instead of the last, and {@link #patience} can end a phase.
     * Nothing is measured by default.
     *
     * @param metric given the embeddings as they are, on the thread of the fit
     */
    public Builder validation(ToDoubleFunction<NodeEmbeddings<?>> metric) {
      return set(EmbedderSettings.VALIDATION, Objects.requireNonNull(metric, "metric"));
    }

    /**
     * Ends training, or a phase of q, when {@link #validation} has not improved for that many
     * epochs; never by default.
     */
    public Builder patience(int epochs) {
      return set(EmbedderSettings.PATIENCE, epochs);
    }

    /**
     * Writes a checkpoint every so many epochs, each replacing the one before it; see {@link
     * GmnnEmbedder#resume}. It holds the networks with their updaters, three times the size of
     * their weights. One that cannot be written is logged as a warning, and the fit goes on.
     */
    public Builder checkpoint(Path path, int everyEpochs) {
      return set(EmbedderSettings.CHECKPOINT, new CheckpointPlan(path, everyEpochs, null));
    }

    /** Writes a checkpoint whenever so much time has passed at the end of an epoch. */
    public Builder checkpoint(Path path, Duration every) {
      return set(
          EmbedderSettings.CHECKPOINT,
          new CheckpointPlan(path, 0, Objects.requireNonNull(every, "every")));
    }

    /**
     * Sets what is given the embeddings of q as they are after pre-training, on the thread of the
     * fit: what q learns by itself, to compare with what EM makes of it. Nothing by default.
     * Neighbour prediction's.
     */
    public Builder beforeEm(Consumer<NodeEmbeddings<?>> consumer) {
      return set(EmbedderSettings.BEFORE_EM, consumer);
    }

    /**
     * Returns an immutable embedder of these settings.
     *
     * @throws IllegalArgumentException if patience is asked for without validation, a checkpoint
     *     with a setting that is a lambda, or a setting is the other method's
     */
    public GmnnEmbedder build() {
      EmbedderSettings.Method method = settings.get(EmbedderSettings.METHOD);
      for (Setting<?> setting : EmbedderSettings.foreignTo(method)) {
        if (settings.isSet(setting)) {
          throw new IllegalArgumentException(
              setting.name()
                  + (method == EmbedderSettings.Method.PRINCIPAL_COMPONENTS
                      ? " is a setting of neighbour prediction:"
                          + " begin with GmnnEmbedder.neighborPrediction()"
                      : " is a setting of embeddings by principal components:"
                          + " begin with GmnnEmbedder.builder()"));
        }
      }
      if (settings.isSet(EmbedderSettings.PATIENCE)
          && !settings.isSet(EmbedderSettings.VALIDATION)) {
        throw new IllegalArgumentException(
            "patience needs something to go by: set validation(metric) too");
      }
      if (settings.get(EmbedderSettings.CHECKPOINT) != null) {
        settings.requireNamed();
      }
      return new GmnnEmbedder(settings);
    }

    /** Builds an embedder and fits a graph: {@code build().fit(graph)}. */
    public <K> NodeEmbeddings<K> fit(Graph<K> graph) {
      return build().fit(graph);
    }
  }

  /** How the softmax over all nodes is computed. */
  public enum SoftmaxMode {
    /** {@link #EXACT} up to {@value #EXACT_UP_TO} nodes, {@link #SAMPLED} above. */
    AUTOMATIC,

    /** Over all nodes, in blocks of rows: nodes² · units work per epoch, memory linear in nodes. */
    EXACT,

    /**
     * Over a node's targets and random other nodes that stand for the rest: nodes · negatives ·
     * units work per epoch.
     */
    SAMPLED;

    /** The largest graph for which {@link #AUTOMATIC} means {@link #EXACT}. */
    public static final int EXACT_UP_TO = 30_000;

    boolean isExact(int nodes) {
      return this == EXACT || this == AUTOMATIC && nodes <= EXACT_UP_TO;
    }
  }
}
