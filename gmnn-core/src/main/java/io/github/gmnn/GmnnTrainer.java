package io.github.gmnn;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.persistence.Checkpoint;
import io.github.gmnn.training.FitThread;
import io.github.gmnn.training.GmnnListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.RmsProp;

/**
 * Fits {@link GmnnModel}s to graphs by pseudolikelihood variational EM: pre-trains the inference
 * network q on the labelled nodes, then alternates M-steps, in which the learning network p learns
 * from labels that q predicts, and E-steps, in which q learns from p's predictions.
 *
 * <p>Immutable and thread-safe: one trainer may fit many graphs, from many threads at once. A fit
 * with the same seed on an equal graph gives bit-identical predictions, whatever the number of
 * threads and whatever else the application does with ND4J; the scalar and the vector kernels round
 * differently, though. It runs on a thread of its own; ND4J's random generator, data type and
 * OpenMP settings are left as they were.
 *
 * <p>An epoch costs O((nnz + edges) · hidden units); memory is linear in nodes, edges and
 * non-zeros.
 */
public final class GmnnTrainer {
  private final TrainerSettings settings;

  private GmnnTrainer(TrainerSettings settings) {
    this.settings = settings;
  }

  /** Returns a builder with the paper's settings; the same as {@link Gmnn#builder()}. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Fits a model.
   *
   * <p>If the calling thread is interrupted, the fit ends after the current epoch, the model of the
   * best state so far is returned (its history says that it is not complete) and the thread's
   * interrupt stays set.
   *
   * @param graph a graph with at least one labelled training node and two classes
   * @return the model
   * @throws IllegalArgumentException if the graph has no training labels or does not fit the layers
   * @throws ArithmeticException if the loss is no longer finite
   */
  public GmnnModel fit(Graph graph) {
    check(graph);
    return FitThread.run(stop -> new EmAlgorithm(settings, graph, stop).run());
  }

  /**
   * Fits a model that starts from the networks of another one: to take in new labels, nodes or
   * edges without learning from scratch. Pre-training and EM run as in {@link #fit(Graph)}, so a
   * trainer with fewer epochs is the usual choice.
   *
   * @param graph the graph, with the classes and the features of the model's
   * @param start a model whose layers are those of this trainer
   * @return the model
   * @throws IllegalArgumentException if classes, features or layers differ from the model's
   */
  public GmnnModel fit(Graph graph, GmnnModel start) {
    check(graph);
    Objects.requireNonNull(start, "start");
    if (!graph.classes().equals(start.classes())) {
      throw new IllegalArgumentException(
          "the model knows the classes "
              + start.classes()
              + ", the graph has "
              + graph.classes()
              + ": declare the model's with graph.withClasses(model.classes())");
    }
    if (!start.features().equals(GmnnModel.Features.of(graph))) {
      throw new IllegalArgumentException(
          "the model was trained with "
              + start.features().count()
              + " features, the graph has "
              + graph.featureCount()
              + " or others: give the graph the same features in the same order");
    }
    return FitThread.run(stop -> new EmAlgorithm(settings, graph, stop).warmStart(start).run());
  }

  /**
   * Goes on with a fit that was cut off, from the checkpoint it wrote last, and ends with the model
   * that the uninterrupted fit would have given, bit for bit (times in its history apart).
   *
   * @param checkpoint the file named by {@link Builder#checkpoint(Path, int)}
   * @param graph the graph of that fit
   * @return the model
   * @throws IllegalArgumentException if the checkpoint belongs to other settings or another graph
   * @throws ModelFormatException if the file is damaged or no checkpoint
   * @throws IOException if it cannot be read
   */
  public GmnnModel resume(Path checkpoint, Graph graph) throws IOException {
    check(graph);
    Checkpoint state = Checkpoint.read(checkpoint);
    try {
      return FitThread.run(stop -> new EmAlgorithm(settings, graph, stop).resume(state).run());
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof ModelFormatException cause) {
        throw new ModelFormatException(checkpoint + ": " + cause.getMessage(), cause);
      }
      throw e;
    }
  }

  private void check(Graph graph) {
    Objects.requireNonNull(graph, "graph");
    if (graph.classes().size() < 2) {
      throw new IllegalArgumentException(
          graph
              + " has "
              + graph.classes().size()
              + " classes, classification needs at least 2: add labels of another class");
    }
    if (graph.trainingNodes().length == 0) {
      throw new IllegalArgumentException(
          graph
              + " has no labelled node to train on ("
              + graph.validationNodes().length
              + " are held for validation): label at least one more node");
    }
    estimateMemory(graph).requireFits(Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns how much memory a fit needs beside the graph; a fit that needs more than the heap can
   * ever hold is refused before it starts.
   *
   * @param graph the graph to fit
   * @throws IllegalArgumentException if a layer is larger than arrays can be
   */
  public MemoryEstimate estimateMemory(Graph graph) {
    return MemoryEstimate.of(settings, graph);
  }

  /** Sets up a {@link GmnnTrainer}; every setting has the paper's value as its default. */
  public static final class Builder {
    private int hiddenUnits = 16;
    private double dropout = 0.5;
    private double weightDecay = 5e-4;
    private IUpdater inferenceUpdater = new RmsProp(0.05, 0.99, 1e-8);
    private IUpdater learningUpdater = new RmsProp(0.05, 0.99, 1e-8);
    private List<Layer> inferenceLayers;
    private List<Layer> learningLayers;
    private boolean amortized = true;
    private boolean attributesInLearning;
    private ApproximationStrategy approximation = Approximations.annealing(0.1);
    private Teacher teacher = Teacher.LEARNING_NETWORK;
    private Predictor predictor = Predictor.Q;
    private int pretrainEpochs = 100;
    private int emIterations = 1;
    private int learningEpochs = 100;
    private int inferenceEpochs = 100;
    private int patience = Integer.MAX_VALUE;
    private ValidationMetric validationMetric = ValidationMetric.ACCURACY;
    private ClassWeighting classWeighting = ClassWeighting.UNIFORM;
    private FeatureScaling featureScaling = FeatureScaling.ROW;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed = 1;
    private CheckpointPlan checkpoint;
    private final List<GmnnListener> listeners = new ArrayList<>();
    private final List<TrainingListener> inferenceListeners = new ArrayList<>();
    private final List<TrainingListener> learningListeners = new ArrayList<>();

    Builder() {}

    /** Sets the width of the hidden layers of q and p where no layers are named; 16. */
    public Builder hiddenUnits(int units) {
      hiddenUnits = atLeast(1, units, "hiddenUnits");
      return this;
    }

    /** Sets the probability to drop an input of q and p where no layers are named; 0.5. */
    public Builder dropout(double rate) {
      if (!(rate >= 0 && rate < 1)) {
        throw new IllegalArgumentException("dropout must be in [0, 1), got " + rate);
      }
      dropout = rate;
      return this;
    }

    /** Sets the L2 penalty of all weights that name none of their own; 5e-4. */
    public Builder weightDecay(double l2) {
      if (!(l2 >= 0 && l2 < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("weightDecay must be finite and >= 0, got " + l2);
      }
      weightDecay = l2;
      return this;
    }

    /** Sets the updater of q and of p; RMSProp with learning rate 0.05 and decay 0.99. */
    public Builder updater(IUpdater updater) {
      return inferenceUpdater(updater).learningUpdater(updater);
    }

    /** Sets the updater of q. */
    public Builder inferenceUpdater(IUpdater updater) {
      inferenceUpdater = Objects.requireNonNull(updater, "updater").clone();
      return this;
    }

    /** Sets the updater of p. */
    public Builder learningUpdater(IUpdater updater) {
      learningUpdater = Objects.requireNonNull(updater, "updater").clone();
      return this;
    }

    /**
     * Sets the layers of q; two graph convolutions with a ReLU between them. The first takes the
     * sparse attributes and so must be a graph layer; leave {@code nOut} of the last one open.
     */
    public Builder inferenceLayers(Layer... layers) {
      inferenceLayers = List.of(layers);
      return this;
    }

    /** Sets the layers of p; two graph convolutions with a ReLU between them. */
    public Builder learningLayers(Layer... layers) {
      learningLayers = List.of(layers);
      return this;
    }

    /**
     * Makes q a free categorical distribution per node instead of a network: the fixed-point
     * iteration of Eq. 8, the paper's "non-amortized" comparison. Such a model cannot predict on
     * other graphs and has no embeddings.
     */
    public Builder nonAmortized() {
      amortized = false;
      return this;
    }

    /**
     * Lets p see the attributes beside the labels around a node; it sees labels alone by default.
     */
    public Builder attributesInLearning(boolean attributes) {
      attributesInLearning = attributes;
      return this;
    }

    /** Sets how q annotates the nodes for p; annealing with temperature 0.1. */
    public Builder approximation(ApproximationStrategy strategy) {
      approximation = Objects.requireNonNull(strategy, "strategy");
      return this;
    }

    /** Sets who gives q's targets on unlabelled nodes; p. */
    public Builder teacher(Teacher newTeacher) {
      teacher = Objects.requireNonNull(newTeacher, "teacher");
      return this;
    }

    /** Sets which network gives the final distributions; q. */
    public Builder predictor(Predictor newPredictor) {
      predictor = Objects.requireNonNull(newPredictor, "predictor");
      return this;
    }

    /** Sets for how many epochs q learns from the labels alone; 100. */
    public Builder pretrainEpochs(int epochs) {
      pretrainEpochs = atLeast(1, epochs, "pretrainEpochs");
      return this;
    }

    /** Sets how often M-step and E-step alternate; 1. With 0, q is trained by itself. */
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

    /**
     * Ends a phase when its validation metric has not improved for that many epochs; never by
     * default, and never without validation nodes.
     */
    public Builder patience(int epochs) {
      patience = atLeast(1, epochs, "patience");
      return this;
    }

    /** Sets what validation nodes choose the epoch by; accuracy. */
    public Builder validationMetric(ValidationMetric metric) {
      validationMetric = Objects.requireNonNull(metric, "metric");
      return this;
    }

    /** Sets how much the classes weigh in the loss; every node the same. */
    public Builder classWeighting(ClassWeighting weighting) {
      classWeighting = Objects.requireNonNull(weighting, "weighting");
      return this;
    }

    /** Sets how features are scaled before training and prediction; rows that sum to 1. */
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

    /**
     * Writes a checkpoint every so many epochs, each replacing the one before it; see {@link
     * GmnnTrainer#resume}. The file stays when the fit is done.
     */
    public Builder checkpoint(Path path, int everyEpochs) {
      checkpoint =
          new CheckpointPlan(
              Objects.requireNonNull(path, "path"), atLeast(1, everyEpochs, "everyEpochs"), null);
      return this;
    }

    /** Writes a checkpoint whenever so much time has passed at the end of an epoch. */
    public Builder checkpoint(Path path, Duration every) {
      if (every.isNegative() || every.isZero()) {
        throw new IllegalArgumentException(
            "the time between checkpoints must be positive, got " + every);
      }
      checkpoint = new CheckpointPlan(Objects.requireNonNull(path, "path"), 0, every);
      return this;
    }

    /** Adds a listener, called after every epoch on the thread of the fit. */
    public Builder listener(GmnnListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Adds DL4J listeners to q, such as {@code StatsListener} of its training UI. */
    public Builder inferenceListeners(TrainingListener... added) {
      inferenceListeners.addAll(List.of(added));
      return this;
    }

    /** Adds DL4J listeners to p. */
    public Builder learningListeners(TrainingListener... added) {
      learningListeners.addAll(List.of(added));
      return this;
    }

    private static int atLeast(int minimum, int value, String name) {
      if (value < minimum) {
        throw new IllegalArgumentException(
            name + " must be at least " + minimum + ", got " + value);
      }
      return value;
    }

    /**
     * Returns an immutable trainer of these settings.
     *
     * @throws IllegalArgumentException if settings exclude each other
     */
    public GmnnTrainer build() {
      if (!amortized && teacher == Teacher.SELF) {
        throw new IllegalArgumentException(
            "nonAmortized() has no network to train by itself: use the teacher LEARNING_NETWORK");
      }
      if (!amortized && emIterations == 0) {
        throw new IllegalArgumentException(
            "nonAmortized() learns in E-steps alone: use emIterations(1) or more");
      }
      if (predictor != Predictor.Q && (emIterations == 0 || teacher == Teacher.SELF)) {
        throw new IllegalArgumentException(
            "predictor "
                + predictor
                + " needs p, which is not trained with emIterations(0) or the"
                + " teacher SELF");
      }
      return new GmnnTrainer(
          new TrainerSettings(
              new NetworkDefinition(
                  inferenceLayers == null ? defaultLayers() : inferenceLayers,
                  inferenceUpdater,
                  weightDecay),
              new NetworkDefinition(
                  learningLayers == null ? defaultLayers() : learningLayers,
                  learningUpdater,
                  weightDecay),
              amortized,
              attributesInLearning,
              approximation,
              teacher,
              predictor,
              pretrainEpochs,
              emIterations,
              learningEpochs,
              inferenceEpochs,
              patience,
              validationMetric,
              classWeighting,
              featureScaling,
              threads,
              seed,
              checkpoint,
              List.copyOf(listeners),
              List.copyOf(inferenceListeners),
              List.copyOf(learningListeners)));
    }

    private List<Layer> defaultLayers() {
      GraphConvLayer.PlainBuilder<GraphConvLayer> hidden =
          GraphConvLayer.builder().nOut(hiddenUnits).activation(Activation.RELU);
      if (dropout > 0) {
        hidden.dropOut(1 - dropout);
      }
      return List.of(hidden.build(), GraphConvLayer.builder().build());
    }

    /** Builds a trainer and fits a model: {@code build().fit(graph)}. */
    public GmnnModel fit(Graph graph) {
      return build().fit(graph);
    }
  }
}
