package io.github.gmnn;

import static io.github.gmnn.em.TrainerSettings.AMORTIZED;
import static io.github.gmnn.em.TrainerSettings.CHECKPOINT;
import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.LEARNING_LAYERS;
import static io.github.gmnn.em.TrainerSettings.OWN_LABEL_IN_LEARNING;
import static io.github.gmnn.em.TrainerSettings.PREDICTOR;
import static io.github.gmnn.em.TrainerSettings.TEACHER;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.em.Candidate;
import io.github.gmnn.em.ClassifierFit;
import io.github.gmnn.em.FitPlan;
import io.github.gmnn.em.FitTime;
import io.github.gmnn.em.HeldNodes;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.FitThread;
import io.github.gmnn.io.KeyFormat;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.ModelFile;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.MemoryEstimate;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.SettingsAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * Fits {@link GmnnModel}s to graphs by variational EM. The inference network q first learns the
 * given labels. Then M-steps, in which the learning network p learns from labels that q predicts,
 * alternate with E-steps, in which q learns from p's predictions.
 *
 * <ul>
 *   <li><b>Threads.</b> Immutable and thread-safe: one trainer may fit many graphs at once. A fit
 *       runs on a thread of its own and leaves ND4J's random generator, data type and OpenMP
 *       settings as they were.
 *   <li><b>Repeatable.</b> The same seed on an equal graph gives bit-identical predictions,
 *       whatever the number of threads. Scalar and vector kernels round differently.
 *   <li><b>ND4J.</b> No backend is needed unless a network has layers, initialisers or listeners of
 *       DL4J's own, or an uncommon activation or updater. A fit without one then ends with an
 *       {@link IllegalStateException} before it starts.
 *   <li><b>Cost.</b> An epoch takes O((nnz + edges) · hidden units); memory is linear in nodes,
 *       edges and non-zeros.
 * </ul>
 */
public final class GmnnTrainer {
  static {
    SettingsAccess.register(GmnnTrainer.class, trainer -> trainer.settings);
  }

  private static final int REFIT_EPOCHS = 6;

  private final Settings settings;

  private GmnnTrainer(Settings settings) {
    this.settings = settings;
  }

  /** Returns a builder; the same as {@link Gmnn#builder()}. */
  public static Builder builder() {
    return Gmnn.builder();
  }

  /**
   * Fits a model.
   *
   * <p>If the calling thread is interrupted, the fit ends after the current epoch, the model of the
   * best state so far is returned (its history says that it is not complete) and the thread's
   * interrupt stays set.
   *
   * @param <K> type of the nodes' keys
   * @param graph a graph with at least one labelled training node and two classes
   * @return the model
   * @throws IllegalArgumentException if the graph has no training labels or does not fit the layers
   * @throws ArithmeticException if the loss is no longer finite
   */
  public <K> GmnnModel<K> fit(Graph<K> graph) {
    check(graph);
    HeldNodes held = HeldNodes.of(settings, graph);
    FitPlan<K> plan = FitPlan.of(settings, held.fitted(settings, graph));
    return new GmnnModel<>(
        FitThread.run(stop -> new ClassifierFit<>(plan, stop).holding(held).run()));
  }

  /**
   * Fits a model that starts from the networks of another one, to take in new labels, nodes or
   * edges without learning from scratch. Pre-training and EM run as in {@link #fit(Graph)}, so a
   * trainer with fewer epochs is the usual choice.
   *
   * <ul>
   *   <li>If nodes are held for validation, the start is returned if no epoch is better.
   *   <li>The first ten updates (half of all in short fits) are small, since a model does not keep
   *       what its updaters had learned.
   * </ul>
   *
   * @param <K> type of the nodes' keys
   * @param graph the graph, with the classes and the features of the model's
   * @param start a model whose layers are those of this trainer
   * @return the model
   * @throws IllegalArgumentException if classes, features or layers differ from the model's
   */
  public <K> GmnnModel<K> fit(Graph<K> graph, GmnnModel<?> start) {
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
    ModelState<?> state = start.state();
    HeldNodes held = HeldNodes.of(settings, graph);
    FitPlan<K> plan = FitPlan.startingFrom(state, settings, held.fitted(settings, graph));
    if (!state.features().areThoseOf(plan.graph())) {
      throw new IllegalArgumentException(
          "the model was trained with "
              + state.features().count()
              + " features, the graph has "
              + plan.graph().featureCount()
              + " or others: give the graph the same features in the same order");
    }
    return new GmnnModel<>(
        FitThread.run(
            stop -> new ClassifierFit<>(plan, stop).holding(held).warmStart(state).run()));
  }

  /**
   * Fits a model that continues from another one after a small change, such as a few more labels.
   *
   * <ul>
   *   <li>Only q is trained, on the labels, for {@value #REFIT_EPOCHS} epochs from the weights it
   *       has. The first updates are small.
   *   <li>If nodes are held for validation, the epoch with the lowest log-loss on them is returned.
   *       The start counts as an epoch, so by this measure the model is never worse than what it
   *       started from. (Accuracy would keep the start for ever, since it was the best of many
   *       epochs by these very nodes.)
   *   <li>Classes, named features and nodes may come or go. q keeps the weights of those it knows.
   * </ul>
   *
   * <p>Many small changes add up: fit from scratch now and then, as {@link LiveModel} does.
   *
   * @param <K> type of the nodes' keys
   * @param graph the graph as it is now
   * @param start a model whose layers are those of this trainer
   * @return the model; it predicts by q
   * @throws IllegalArgumentException if the layers are others, or features without names differ
   */
  public <K> GmnnModel<K> refit(Graph<K> graph, GmnnModel<?> start) {
    check(graph);
    ModelState<?> state = Objects.requireNonNull(start, "start").state();
    FitPlan<K> plan =
        FitPlan.refitting(
            state, settings.with(PREDICTOR, Predictor.INFERENCE), graph, REFIT_EPOCHS);
    return new GmnnModel<>(
        FitThread.run(stop -> new ClassifierFit<>(plan, stop).refit(state).run()));
  }

  /**
   * Continues a fit that was cut off, from its last checkpoint, and ends with the model of the
   * uninterrupted fit, bit for bit (except for times in its history).
   *
   * @param <K> type of the nodes' keys
   * @param checkpoint the file named by {@link Builder#checkpoint(Path, int)}
   * @param graph the graph of that fit
   * @return the model
   * @throws IllegalArgumentException if the checkpoint belongs to other settings or another graph,
   *     or a setting is a lambda, whose identity cannot be checked
   * @throws ModelFormatException if the file is damaged or no checkpoint
   * @throws IOException if it cannot be read
   */
  public <K> GmnnModel<K> resume(Path checkpoint, Graph<K> graph) throws IOException {
    check(graph);
    settings.requireNamed();
    Checkpoint state = Checkpoint.read(checkpoint);
    try {
      HeldNodes held = HeldNodes.of(settings, graph);
      FitPlan<K> plan = FitPlan.resuming(state, settings, held.fitted(settings, graph));
      return new GmnnModel<>(
          FitThread.run(stop -> new ClassifierFit<>(plan, stop).holding(held).resume(state).run()));
    } catch (ModelFormatException e) {
      throw new ModelFormatException(checkpoint + ": " + e.getMessage(), e);
    }
  }

  private void check(Graph<?> graph) {
    Objects.requireNonNull(graph, "graph");
    if (settings.isSet(TrainerSettings.KEY_FORMATS)) {
      ModelFile.checkKeys(graph.keys(), settings.get(TrainerSettings.KEY_FORMATS));
    }
    if (graph.classes().size() < 2) {
      throw new IllegalArgumentException(
          graph
              + " has "
              + graph.classes().size()
              + " classes, classification needs at least 2: add labels of another class");
    }
    for (String label : settings.get(TrainerSettings.CLASS_WEIGHTS).keySet()) {
      if (!graph.classes().contains(label)) {
        throw new IllegalArgumentException(
            "classWeights names the class \""
                + label
                + "\", which is not one of the classes "
                + graph.classes());
      }
    }
    if (graph.trainingNodes().length == 0) {
      throw new IllegalArgumentException(
          graph
              + " has no labelled node to train on ("
              + graph.validationNodes().length
              + " are held for validation): label at least one more node");
    }
  }

  /**
   * Returns how much memory a fit needs besides the graph. A fit that needs more than the heap can
   * ever hold is refused before it starts.
   *
   * @param graph the graph to fit
   * @throws IllegalArgumentException if a layer is larger than arrays can be
   */
  public MemoryEstimate estimateMemory(Graph<?> graph) {
    return FitPlan.memory(settings, graph);
  }

  /**
   * Estimates how long a fit takes on one thread of this machine, once the JVM has compiled it. It
   * is right to within a factor of two or so, since patience may end a phase early. The first call
   * measures the machine for about a second.
   *
   * @param graph the graph to fit
   */
  public Duration estimateTime(Graph<?> graph) {
    return FitTime.of(settings, graph);
  }

  /**
   * Returns the layers of q with their updater, as this trainer attaches them to a graph; those of
   * the first kind if validation chooses among several.
   */
  public NetworkDefinition inferenceNetwork() {
    return TrainerSettings.inference(TrainerSettings.ofFirstKind(settings));
  }

  /** Returns the layers of p with their updater, likewise. */
  public NetworkDefinition learningNetwork() {
    return TrainerSettings.learning(TrainerSettings.ofFirstKind(settings));
  }

  /** Returns the settings as text by name, all that decide a result. */
  public Map<String, String> describe() {
    return settings.describe();
  }

  /** Returns the settings by name, all that decide a result. */
  @Override
  public String toString() {
    return "GmnnTrainer" + settings.describe();
  }

  /**
   * Sets up a {@link GmnnTrainer}. Each setting's own default is the paper's value; {@link
   * Gmnn#builder()} starts from kinds of q that bring better ones for most graphs.
   */
  public static final class Builder {
    private Settings settings = TrainerSettings.defaults();

    Builder() {}

    Settings settings() {
      return settings;
    }

    private <T extends @Nullable Object> Builder set(Setting<T> setting, T value) {
      settings = settings.with(setting, value);
      return this;
    }

    private <T> Builder add(Setting<List<T>> setting, List<T> added) {
      List<T> all = new ArrayList<>(settings.get(setting));
      all.addAll(added);
      return set(setting, all);
    }

    /**
     * Sets what a file, a form or a command line names.
     *
     * @param name the name of the setting, which is that of its method here
     * @param value a number, a flag or a constant of the setting's enum, or the text of one
     * @throws IllegalArgumentException if there is no such setting, it does not take the value, or
     *     no text could name its values, as layers and listeners
     */
    public Builder set(String name, Object value) {
      settings = settings.with(name, value);
      return this;
    }

    /** Sets the width of the hidden layers of q and p, if no layers are named; 16. */
    public Builder hiddenUnits(int units) {
      return set(TrainerSettings.HIDDEN_UNITS, units);
    }

    /** Sets the probability of dropping an input of q and p, if no layers are named; 0.5. */
    public Builder dropout(double rate) {
      return set(TrainerSettings.DROPOUT, rate);
    }

    /** Sets whether the layers of q and p add a bias, if no layers are named; false. */
    public Builder bias(boolean bias) {
      return set(TrainerSettings.BIAS, bias);
    }

    /** Sets the L2 penalty of all weights that name none of their own; 5e-4. */
    public Builder l2(double penalty) {
      return set(TrainerSettings.L2, penalty);
    }

    /** Sets the updater of q and of p; RMSProp with learning rate 0.05 and decay 0.99. */
    public Builder updater(IUpdater updater) {
      return inferenceUpdater(updater).learningUpdater(updater);
    }

    /** Sets the updater of q. */
    public Builder inferenceUpdater(IUpdater updater) {
      return set(TrainerSettings.INFERENCE_UPDATER, updater);
    }

    /** Sets the updater of p. */
    public Builder learningUpdater(IUpdater updater) {
      return set(TrainerSettings.LEARNING_UPDATER, updater);
    }

    /**
     * Sets the kind of q: one of {@link InferenceKinds} or your own, with its layers and what
     * belongs to them. The kind replaces settings made before; settings made afterwards replace the
     * kind's.
     */
    public Builder inference(InferenceKind kind) {
      Objects.requireNonNull(kind, "kind");
      settings = settings.without(TrainerSettings.INFERENCE_AMONG);
      kind.applyTo(this);
      return this;
    }

    /**
     * Lets validation choose the kind of q.
     *
     * <ul>
     *   <li>Each kind that {@linkplain InferenceKind#suits suits} the graph is trained on the
     *       labels alone for {@link #trialEpochs} epochs, and to the end of pre-training if its
     *       validation metric is within two standard errors of the best.
     *   <li>Of these the kind with the least log-loss on the validation nodes is taken, or the
     *       first of the list that is within half a standard error of it: smaller differences are
     *       chance. It goes on where its trial ended. Where {@link #validationMetric} is not
     *       accuracy, the best metric is taken.
     *   <li>Without validation nodes half of each class's labels is held back, once each half, for
     *       at most 100 epochs. With fewer than six labels, or fewer than two classes of two, the
     *       first kind is taken.
     *   <li>EM, which nothing guards then, is short and is left out where neighbours are not known
     *       to be alike, unless {@link #emIterations} was set.
     *   <li>With validation nodes too, a robust kind learns for longer in place of EM where
     *       neighbours are not alike and 40 % of the nodes or more have a training label.
     *   <li>What was set on this builder holds for every kind. The model's provenance says what was
     *       tried.
     * </ul>
     *
     * @param kinds at least one
     * @throws IllegalArgumentException if there is none
     */
    public Builder inferenceAmong(InferenceKind... kinds) {
      if (kinds.length == 0) {
        throw new IllegalArgumentException("there must be a kind of q to choose");
      }
      return set(
          TrainerSettings.INFERENCE_AMONG,
          Arrays.stream(kinds)
              .map(
                  kind ->
                      new Candidate(
                          kind.name(), new Builder().inference(kind).settings, kind::suits))
              .toList());
    }

    /**
     * Sets after how many epochs kinds of {@link #inferenceAmong} that lag far behind are dropped;
     * 60, or fewer so that the two best can be trained to their end within three trainings.
     */
    public Builder trialEpochs(int epochs) {
      return set(TrainerSettings.TRIAL_EPOCHS, epochs);
    }

    /**
     * Sets whether the kinds of {@link #inferenceAmong} are compared after whole fits; false. What
     * validation says of a kind before EM and after it then counts half each.
     */
    public Builder wholeTrials(boolean whole) {
      return set(TrainerSettings.WHOLE_TRIALS, whole);
    }

    /**
     * Limits how long the kinds of {@link #inferenceAmong} are tried; no limit by default. No trial
     * begins after that time, and kinds not yet tried are left out, the last of the list first. The
     * time of the fit itself is not limited. The choice then depends on the speed of the machine.
     *
     * @param time positive
     */
    public Builder within(Duration time) {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("within must be positive, got " + time);
      }
      return set(TrainerSettings.WITHIN, time);
    }

    /**
     * Adds a feature for every node of the graph: whether it is a neighbour; false. Use it if it
     * matters more which nodes a node is joined to than what those nodes are like. q has a row of
     * weights for every node of the training graph; in other graphs it recognises these by their
     * keys. With {@link FeatureScaling#LEFT_OUT} q reads nothing else.
     */
    public Builder neighborsAsFeatures(boolean neighbors) {
      return set(TrainerSettings.NEIGHBORS_AS_FEATURES, neighbors);
    }

    /**
     * Sets the layers of q; two graph convolutions with a ReLU between them. The first takes the
     * sparse attributes and so must be a graph layer; leave {@code nOut} of the last one open.
     */
    public Builder inferenceLayers(Layer... layers) {
      settings = settings.without(TrainerSettings.INFERENCE_AMONG);
      return set(TrainerSettings.INFERENCE_LAYERS, List.of(layers));
    }

    /** Sets the layers of p; two graph convolutions with a ReLU between them. */
    public Builder learningLayers(Layer... layers) {
      return set(LEARNING_LAYERS, List.of(layers));
    }

    /**
     * Sets what q minimises in pre-training and E-steps; softmax cross-entropy.
     *
     * @param objective makes it from the targets of a phase; a record or a class with a name, not a
     *     lambda, if the fit writes checkpoints
     */
    public Builder inferenceObjective(Objective.Factory objective) {
      return set(TrainerSettings.INFERENCE_OBJECTIVE, objective);
    }

    /** Sets what p minimises in M-steps; softmax cross-entropy. */
    public Builder learningObjective(Objective.Factory objective) {
      return set(TrainerSettings.LEARNING_OBJECTIVE, objective);
    }

    /**
     * Makes q a free categorical distribution per node instead of a network: the fixed-point
     * iteration of Eq. 8, the paper's "non-amortized" comparison. Such a model cannot predict on
     * other graphs and has no embeddings. p then learns from labelled nodes and the annotations
     * around them, since a free q knows nothing of the others at first. Labels spread from M-step
     * to M-step, so use several iterations.
     */
    public Builder nonAmortized() {
      settings = settings.without(TrainerSettings.INFERENCE_AMONG);
      return set(AMORTIZED, false);
    }

    /**
     * Lets p see the attributes besides the labels around a node; by default it sees only labels.
     */
    public Builder attributesInLearning(boolean attributes) {
      return set(TrainerSettings.ATTRIBUTES_IN_LEARNING, attributes);
    }

    /**
     * Sets whether p, if no layers are named for it, sees the annotation of the node it predicts;
     * true, as in the released code. With false it is the paper's p(y<sub>n</sub> |
     * y<sub>NB(n)</sub>): a graph convolution without self-loops, then a linear layer.
     */
    public Builder ownLabelInLearning(boolean ownLabel) {
      return set(OWN_LABEL_IN_LEARNING, ownLabel);
    }

    /**
     * Sets whether p, if no layers are named for it, sees the numbers on edges; false. With true it
     * is an {@link io.github.gmnn.layer.EdgeAwareConvLayer}, whose messages join a neighbour's
     * annotation with the numbers of the edge to it, and then a linear layer. So how much a label
     * counts depends, say, on the payment. {@link #ownLabelInLearning} decides whether p sees the
     * node's own annotation too.
     */
    public Builder edgesInLearning(boolean edges) {
      return set(TrainerSettings.EDGES_IN_LEARNING, edges);
    }

    /**
     * Sets how q annotates the nodes for p; annealing with temperature 0.1. Write your own as a
     * record, since its text names its settings.
     */
    public Builder approximation(ApproximationStrategy strategy) {
      return set(TrainerSettings.APPROXIMATION, strategy);
    }

    /** Sets what gives q its targets on unlabelled nodes; p. */
    public Builder teacher(Teacher teacher) {
      return set(TEACHER, teacher);
    }

    /** Sets which network gives the final distributions; q. */
    public Builder predictor(Predictor predictor) {
      return set(PREDICTOR, predictor);
    }

    /** Sets for how many epochs q learns from the labels alone; 100. */
    public Builder pretrainEpochs(int epochs) {
      return set(TrainerSettings.PRETRAIN_EPOCHS, epochs);
    }

    /** Sets how often M-step and E-step alternate; 1. With 0, q is trained by itself. */
    public Builder emIterations(int iterations) {
      return set(EM_ITERATIONS, iterations);
    }

    /** Sets the epochs of p in each M-step; 100. */
    public Builder learningEpochs(int epochs) {
      return set(TrainerSettings.LEARNING_EPOCHS, epochs);
    }

    /** Sets the epochs of q in each E-step; 100. */
    public Builder inferenceEpochs(int epochs) {
      return set(TrainerSettings.INFERENCE_EPOCHS, epochs);
    }

    /**
     * Sets how many nodes a training step learns from, drawn anew for each step; 0, which means all
     * of them. Labelled nodes get half of the places if they need them. An epoch is one step.
     *
     * <p>Use it if the layers of a network cannot hold the whole graph in memory. A step costs the
     * nodes it trains on and what is around them; {@link #maxNeighbors} may leave out some of that.
     * Between steps, q and p are evaluated on the whole graph. It works for networks that see at
     * most four hops, such as those of {@link InferenceKinds#convolutions()} and {@link
     * InferenceKinds#sage()}. A few thousand nodes and ten neighbours are a good start.
     *
     * @param nodes at least 1, or 0
     */
    public Builder batchSize(int nodes) {
      return set(TrainerSettings.BATCH_SIZE, nodes);
    }

    /**
     * Sets how many neighbours of a node a training step sees, drawn anew for each step; 0, which
     * means all of them. The ones seen stand for all. Edges must have neither types nor numbers.
     *
     * @param neighbors at least 1, or 0
     */
    public Builder maxNeighbors(int neighbors) {
      return set(TrainerSettings.MAX_NEIGHBORS, neighbors);
    }

    /**
     * Ends a phase when its validation metric has not improved for that many epochs; never by
     * default, and never without validation nodes.
     */
    public Builder patience(int epochs) {
      return set(TrainerSettings.PATIENCE, epochs);
    }

    /**
     * Sets how often epochs are validated: the first of a phase, every so many after it, and the
     * last; 1, which means all. If the kind of q is left open, graphs on which a validation takes
     * 20 ms or more have one in four epochs.
     */
    public Builder validationInterval(int epochs) {
      return set(TrainerSettings.VALIDATION_INTERVAL, epochs);
    }

    /** Sets the metric by which validation nodes choose the epoch; accuracy. */
    public Builder validationMetric(ValidationMetric metric) {
      return set(TrainerSettings.VALIDATION_METRIC, metric);
    }

    /** Sets which epoch pre-training ends with; the first with the highest metric. */
    public Builder pretrainSelection(Selection selection) {
      return set(TrainerSettings.PRETRAIN_SELECTION, selection);
    }

    /** Sets which epoch of the E-steps is kept; the first with the highest metric. */
    public Builder inferenceSelection(Selection selection) {
      return set(TrainerSettings.INFERENCE_SELECTION, selection);
    }

    /**
     * Sets whether q from before EM is returned if EM lowers the validation metric, or raises the
     * validation loss where {@link #inferenceSelection} is {@link Selection#LOSS}; true. With false
     * the best epoch of the E-steps is returned in any case, as in the released code. Has no effect
     * without validation nodes.
     */
    public Builder emGuard(boolean guard) {
      return set(TrainerSettings.EM_GUARD, guard);
    }

    /**
     * Sets whether every E-step trains q from random weights, on targets that are sharpened and
     * count by how sure they are; false, as in the paper. Each E-step continues from the best epoch
     * of the one before. The result is the last one that is confirmed by those validation nodes
     * that chose no epoch.
     */
    public Builder freshInferenceNetwork(boolean fresh) {
      return set(TrainerSettings.FRESH_INFERENCE_NETWORK, fresh);
    }

    /**
     * Trains that many networks p in every M-step, each from random weights and on annotations
     * drawn for it; q's target is the mean of their predictions. 0, the default, is the paper's
     * single p, which continues from M-step to M-step. The cost of an M-step grows with the number.
     */
    public Builder freshLearningNetworks(int count) {
      return set(TrainerSettings.FRESH_LEARNING_NETWORKS, count);
    }

    /** Sets whether q's updater starts anew in every E-step; false. */
    public Builder freshInferenceUpdater(boolean fresh) {
      return set(TrainerSettings.FRESH_INFERENCE_UPDATER, fresh);
    }

    /**
     * Sets how much labelled and unlabelled nodes count in E-steps, relative to each other; every
     * node the same.
     */
    public Builder targetWeighting(TargetWeighting weighting) {
      return set(TrainerSettings.TARGET_WEIGHTING, weighting);
    }

    /** Sets how much the classes weigh in the loss; every node the same. */
    public Builder classWeighting(ClassWeighting weighting) {
      return set(TrainerSettings.CLASS_WEIGHTING, weighting);
    }

    /**
     * Sets how much each class weighs in the loss, by hand; a class that is not named weighs 1.
     *
     * @param weights positive weights by class
     */
    public Builder classWeights(Map<String, Double> weights) {
      return set(TrainerSettings.CLASS_WEIGHTS, weights);
    }

    /** Sets how features are scaled before training and prediction; chosen by what they are. */
    public Builder featureScaling(FeatureScaling scaling) {
      return set(TrainerSettings.FEATURE_SCALING, scaling);
    }

    /** Sets how probabilities are calibrated; by the validation nodes. */
    public Builder calibration(Calibration calibration) {
      return set(TrainerSettings.CALIBRATION, calibration);
    }

    /**
     * Sets whether half of the validation nodes, drawn by the seed, choose nothing in the fit, so
     * that {@linkplain Prediction#set prediction sets} keep their level by guarantee and not only
     * approximately; false. The other half then chooses the epoch and everything else.
     */
    public Builder holdForSets(boolean hold) {
      return set(TrainerSettings.HOLD_FOR_SETS, hold);
    }

    /**
     * Sets the number of threads of a fit at most; all processors. Results do not depend on it.
     * With a backend, dense products of more than 2<sup>27</sup> multiply-adds run on ND4J's BLAS,
     * whose own threads this does not limit.
     */
    public Builder threads(int count) {
      return set(TrainerSettings.THREADS, count);
    }

    /** Sets the seed of all randomness; 1. */
    public Builder seed(long seed) {
      return set(TrainerSettings.SEED, seed);
    }

    /**
     * Writes a checkpoint every so many epochs, each replacing the one before it; see {@link
     * GmnnTrainer#resume}. The file stays when the fit is done. A checkpoint that cannot be written
     * is logged as a warning, and the fit goes on.
     */
    public Builder checkpoint(Path path, int everyEpochs) {
      return set(CHECKPOINT, new CheckpointPlan(path, everyEpochs, null));
    }

    /** Writes a checkpoint at the end of an epoch whenever that much time has passed. */
    public Builder checkpoint(Path path, Duration every) {
      return set(CHECKPOINT, new CheckpointPlan(path, 0, Objects.requireNonNull(every, "every")));
    }

    /**
     * Prepares for saving: says how keys of your own types are written, and checks every key before
     * training starts. Call it without formats to check keys that need none.
     */
    public Builder keyFormats(KeyFormat<?>... formats) {
      return set(TrainerSettings.KEY_FORMATS, List.of(formats));
    }

    /** Adds a listener, called after every epoch on the thread of the fit. */
    public Builder listener(GmnnListener listener) {
      return add(TrainerSettings.LISTENERS, List.of(listener));
    }

    /** Adds DL4J listeners to q, such as {@code StatsListener} of its training UI. */
    public Builder inferenceListeners(TrainingListener... added) {
      return add(TrainerSettings.INFERENCE_LISTENERS, List.of(added));
    }

    /** Adds DL4J listeners to p. */
    public Builder learningListeners(TrainingListener... added) {
      return add(TrainerSettings.LEARNING_LISTENERS, List.of(added));
    }

    /**
     * Returns an immutable trainer with these settings.
     *
     * @throws IllegalArgumentException if settings exclude each other
     */
    public GmnnTrainer build() {
      boolean amortized = settings.get(AMORTIZED);
      if (!amortized && settings.get(TEACHER) == Teacher.SELF) {
        throw new IllegalArgumentException(
            "nonAmortized() has no network to train by itself: use the teacher LEARNING_NETWORK");
      }
      if (!amortized && settings.get(EM_ITERATIONS) == 0) {
        throw new IllegalArgumentException(
            "nonAmortized() learns only in E-steps: use emIterations(1) or more");
      }
      if (!amortized && settings.get(TrainerSettings.FRESH_LEARNING_NETWORKS) > 0) {
        throw new IllegalArgumentException(
            "nonAmortized() goes on with one p: leave out freshLearningNetworks");
      }
      boolean needsLearningNetwork =
          settings.get(PREDICTOR) == Predictor.LEARNING
              || settings.get(PREDICTOR) == Predictor.PRODUCT;
      if (needsLearningNetwork && !TrainerSettings.trainsLearning(settings)) {
        throw new IllegalArgumentException(
            "predictor "
                + settings.get(PREDICTOR)
                + " needs p, which is not trained with emIterations(0) or the"
                + " teacher SELF");
      }
      if (!settings.get(TrainerSettings.CLASS_WEIGHTS).isEmpty()
          && settings.get(TrainerSettings.CLASS_WEIGHTING) != ClassWeighting.UNIFORM) {
        throw new IllegalArgumentException(
            "classWeights and classWeighting(BALANCED) both weigh the classes: use one of them");
      }
      if (settings.get(TrainerSettings.FEATURE_SCALING) == FeatureScaling.LEFT_OUT
          && !settings.get(TrainerSettings.NEIGHBORS_AS_FEATURES)) {
        throw new IllegalArgumentException(
            "featureScaling(LEFT_OUT) leaves q nothing to read: use neighborsAsFeatures(true)");
      }
      if (settings.get(CHECKPOINT) != null) {
        settings.requireNamed();
      }
      Teacher teacher = settings.get(TEACHER);
      boolean freshInference = settings.get(TrainerSettings.FRESH_INFERENCE_NETWORK);
      if (teacher.needsFreshInference()
          && settings.isSet(TEACHER)
          && !freshInference
          && settings.get(TrainerSettings.INFERENCE_AMONG).isEmpty()) {
        throw new IllegalArgumentException(
            "teacher " + teacher + " needs freshInferenceNetwork(true)");
      }
      TrainerSettings.inference(settings); // checks the layers
      TrainerSettings.learning(settings);
      return new GmnnTrainer(settings);
    }

    /** Builds a trainer and fits a model: {@code build().fit(graph)}. */
    public <K> GmnnModel<K> fit(Graph<K> graph) {
      return build().fit(graph);
    }
  }
}
