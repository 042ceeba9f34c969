package io.github.gmnn.em;

import static io.github.gmnn.em.TrainerSettings.CALIBRATION;
import static io.github.gmnn.em.TrainerSettings.FEATURE_SCALING;
import static io.github.gmnn.em.TrainerSettings.FRESH_LEARNING_NETWORKS;
import static io.github.gmnn.em.TrainerSettings.PREDICTOR;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.Combination;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Settings;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fit of a classifier on one graph in this process: EM, predictions, calibration, the model.
 * One instance runs one fit, on one thread.
 *
 * @param <K> type of the nodes' keys
 */
public final class ClassifierFit<K> {
  private static final Logger LOG = LoggerFactory.getLogger(ClassifierFit.class);
  private static final String KIND = "classifier";

  private final FitPlan<K> plan;
  private final BooleanSupplier stopRequested;
  private final ModelState.Features features;
  private final MatrixEngine engine;
  private final Em<List<DenseMatrix>, DenseMatrix> em;
  private final String fingerprint;
  private HeldNodes held;

  /**
   * Makes the fit of a plan.
   *
   * @param plan what it runs with
   * @param stopRequested whether it is to end after the current epoch
   */
  public ClassifierFit(FitPlan<K> plan, BooleanSupplier stopRequested) {
    this.plan = plan;
    this.stopRequested = stopRequested;
    Settings settings = plan.settings();
    Graph<K> graph = plan.graph();
    RandomStream random = RandomStream.of(settings.get(TrainerSettings.SEED));
    Workers workers = Workers.of(settings.get(TrainerSettings.THREADS));
    this.fingerprint = GraphFingerprint.of(graph);
    this.held = HeldNodes.validationOf(graph);
    this.features =
        ModelState.Features.of(
            graph, settings.get(FEATURE_SCALING).fit(graph), plan.readsNeighbors());
    NodeIndex<K> nodes = NodeIndex.of(graph.keys());
    CsrMatrix attributes = features.attributes(graph.features(), graph, nodes);
    this.engine =
        settings.get(TrainerSettings.AMORTIZED)
            ? new NetworkEngine(plan, attributes, random, workers)
            : new FreeEngine(plan, attributes, random, workers);
    this.em = em(random);
    if (plan.first() != null) {
      em.goOnFrom(plan.first());
    }
  }

  /** EM, or the variant of it that the settings name. */
  private Em<List<DenseMatrix>, DenseMatrix> em(RandomStream random) {
    Settings settings = plan.settings();
    Schedule schedule = Schedule.of(settings);
    Checkpointing checkpoints =
        new Checkpointing(
            KIND,
            plan::fingerprint,
            () -> fingerprint,
            plan.choice() == null ? Map.of() : plan.choice().texts(),
            settings.get(TrainerSettings.CHECKPOINT),
            Checkpoint::write);
    if (!settings.get(TrainerSettings.AMORTIZED)) {
      return new NonAmortizedEm<>(schedule, engine, random, checkpoints, stopRequested);
    }
    if (settings.get(TrainerSettings.FRESH_INFERENCE_NETWORK)
        && engine instanceof NetworkEngine networks) {
      return new ConfidentEm<>(settings, networks, random, checkpoints, stopRequested);
    }
    if (settings.get(TrainerSettings.TEACHER) == Teacher.SELF) {
      return new SelfTrainingEm(schedule, engine, random, checkpoints, stopRequested);
    }
    int fresh = settings.get(FRESH_LEARNING_NETWORKS);
    return fresh > 0
        ? new FreshNetworksEm(fresh, schedule, engine, random, checkpoints, stopRequested)
        : new Em<>(schedule, engine, random, checkpoints, stopRequested);
  }

  /**
   * Starts from the networks of a model instead of random weights; updaters start anew, and gently.
   * Validation compares what is learned with the start.
   *
   * @return this fit
   * @throws IllegalArgumentException if there is no q to start from, or one of another shape
   */
  public ClassifierFit<K> warmStart(ModelState<?> model) {
    float[][] ofQ = model.networks().inference().parameters();
    if (!(engine instanceof NetworkEngine ofNetwork) || ofQ == null) {
      throw new IllegalArgumentException("a non-amortized model has no network to start from");
    }
    ofNetwork.inference().setParameters(ofQ);
    float[][] ofP = model.networks().learning().parameters();
    boolean goesOn = plan.trainsLearning() && plan.settings().get(FRESH_LEARNING_NETWORKS) == 0;
    if (goesOn && ofP != null) {
      engine.learning().setParameters(ofP);
    }
    em.warmStart(goesOn && ofP != null);
    return this;
  }

  /**
   * Starts from the q of a model that was trained on another version of the graph: of features,
   * classes and nodes that it knows it takes over the weights.
   *
   * @return this fit
   * @throws IllegalArgumentException if there is no q to start from, or one of other layers
   */
  public ClassifierFit<K> refit(ModelState<?> model) {
    float[][] ofQ = model.networks().inference().parameters();
    if (!(engine instanceof NetworkEngine ofNetwork) || ofQ == null) {
      throw new IllegalArgumentException("a non-amortized model has no network to start from");
    }
    List<String> classes = plan.graph().classes();
    int[] outputOf = classes.stream().mapToInt(model.classes()::indexOf).toArray();
    ofNetwork
        .inference()
        .takeOver(
            ofQ, inputsOf(model), model.features().inputs(), outputOf, model.classes().size());
    em.warmStart(false);
    return this;
  }

  /** The model's input that each of ours is, by the names of features and the keys of nodes. */
  private int[] inputsOf(ModelState<?> model) {
    ModelState.Features old = model.features();
    boolean byKey = !old.present() && !features.present(); // each node is its own feature
    if (old.present() != features.present()
        || old.names().isEmpty() != features.names().isEmpty()
        || !byKey && features.names().isEmpty() && old.count() != features.count()) {
      throw new IllegalArgumentException(
          "the model was trained with "
              + old.count()
              + " features, the graph has "
              + features.count()
              + " or others: features without names must be the same");
    }
    boolean same = features.names().isEmpty() || old.schema().equals(features.schema());
    int[] inputOf = new int[features.inputs()];
    for (int i = 0; i < features.count(); i++) {
      if (byKey) {
        inputOf[i] = model.nodes().index().find(plan.graph().key(i));
      } else {
        inputOf[i] = same ? i : old.schema().indexOf(features.names().get(i));
      }
    }
    for (int node = 0; node < features.neighbors(); node++) {
      int known = model.nodes().index().find(plan.graph().key(node));
      inputOf[features.count() + node] =
          known < 0 || old.neighbors() == 0 ? -1 : old.count() + known;
    }
    return inputOf;
  }

  /**
   * Goes on from a checkpoint of the same settings and graph.
   *
   * @return this fit
   */
  public ClassifierFit<K> resume(Checkpoint from) throws ModelFormatException {
    em.resume(from);
    return this;
  }

  /**
   * Says which nodes of the graph prediction sets go by, in place of the validation nodes.
   *
   * @return this fit
   */
  public ClassifierFit<K> holding(HeldNodes nodes) {
    held = nodes;
    return this;
  }

  /** Runs the first epochs of pre-training alone. */
  TrainingHistory runFirst(int epochs) {
    return em.runFirst(epochs);
  }

  /** How many epochs it has had. */
  int epochs() {
    return em.history().epochs().size();
  }

  /** The log-loss of each validation node by q in the best epoch of pre-training. */
  double[] pretrainedLosses() {
    em.pretrained().restoreTo(engine.inference());
    return validationLosses(engine.validationDistributions());
  }

  /**
   * What validation says of a whole fit.
   *
   * @param metric the metric
   * @param losses the log-loss of each node
   */
  record Fitted(double metric, double[] losses) {}

  /** Runs the fit and asks the validation nodes. */
  Fitted fitted() {
    DenseMatrix distributions = distributions();
    double metric = engine.validation.metric(distributions);
    return new Fitted(metric, validationLosses(distributions));
  }

  /**
   * The log-loss of each validation node at the temperature that they choose. Nodes of a class that
   * no training node has are left out: no q can know it, and their losses would only tell which q
   * is least sure of anything.
   */
  private double[] validationLosses(DenseMatrix distributions) {
    Graph<K> graph = plan.graph();
    BitSet known = new BitSet();
    for (int node : graph.trainingNodes()) {
      known.set(graph.label(node));
    }
    int[] nodes = graph.validationNodes();
    int[] counted =
        IntStream.range(0, nodes.length).filter(i -> known.get(graph.label(nodes[i]))).toArray();
    int[] learnable = IntStream.of(counted).map(i -> nodes[i]).toArray();
    Temperature.apply(Temperature.toCompare(graph, learnable, distributions), distributions);
    double[] losses = engine.validation.losses(distributions);
    return IntStream.of(counted).mapToDouble(i -> losses[i]).toArray();
  }

  /** Where the fit stands, for another instance to go on from. */
  Checkpoint checkpoint() {
    return em.checkpoint();
  }

  /** Runs the fit and returns the model of the best epoch; of what there is when stopped. */
  public ModelState<K> run() {
    em.run();
    Predicted predicted = predict();
    double temperature = Calibrator.of(plan, predicted.distributions(), stopRequested);
    Temperature.apply(temperature, predicted.distributions());
    return state(predicted, temperature);
  }

  /** Runs the fit and returns what is predicted for the nodes of the graph, uncalibrated. */
  DenseMatrix distributions() {
    em.run();
    return predict().distributions();
  }

  /**
   * What a fit predicts.
   *
   * @param predictor which networks do
   * @param distributions a row per node
   */
  private record Predicted(Predictor predictor, DenseMatrix distributions) {}

  private Predicted predict() {
    DenseMatrix ofQ = engine.inferenceDistributions();
    boolean asksP = plan.settings().get(PREDICTOR) != Predictor.INFERENCE && em.hasLearned();
    DenseMatrix ofP = asksP ? engine.learningDistributions() : null;
    Predictor predictor = predictor(ofQ, ofP);
    DenseMatrix distributions = Combination.of(predictor, ofQ, ofP);
    if (!NetworkState.areFinite(distributions.data())) {
      throw new ArithmeticException( // finite weights may still be too large to predict with
          "the predictions of the fitted networks are not finite: lower the updater's learning"
              + " rate, or check the scale of the features");
    }
    return new Predicted(predictor, distributions);
  }

  /** What gives the final distributions: as set, or the best on the validation nodes. */
  private Predictor predictor(DenseMatrix ofQ, @Nullable DenseMatrix ofP) {
    Predictor named = plan.settings().get(PREDICTOR);
    if (named != Predictor.AUTO) {
      return named;
    }
    Predictor best = Predictor.INFERENCE;
    if (ofP == null || plan.graph().validationNodes().length == 0) {
      return best;
    }
    double metric = engine.validation.metric(ofQ);
    for (Predictor other : List.of(Predictor.PRODUCT, Predictor.LEARNING)) {
      double ofOther = engine.validation.metric(Combination.of(other, ofQ, ofP));
      if (ofOther > metric) {
        best = other;
        metric = ofOther;
      }
    }
    return best;
  }

  private ModelState<K> state(Predicted predicted, double temperature) {
    Settings settings = plan.settings();
    Graph<K> graph = plan.graph();
    boolean convolutions =
        settings.get(TrainerSettings.INFERENCE_LAYERS) == null
            && settings.get(TrainerSettings.BACKBONE) == Backbone.CONVOLUTIONS;
    List<String> warnings =
        FitWarnings.of(
            graph, predicted.distributions(), settings.get(FEATURE_SCALING), convolutions);
    warnings.forEach(LOG::warn);
    TrainingHistory history = em.history();
    return new ModelState<>(
        graph.classes(),
        new ModelState.Networks(
            new ModelState.Network(plan.inference(), engine.inferenceParameters()),
            new ModelState.Network(
                plan.learning(), em.hasLearned() ? engine.learning().parameters() : null),
            settings.get(TrainerSettings.ATTRIBUTES_IN_LEARNING),
            predicted.predictor(),
            temperature),
        features,
        new ModelState.Nodes<>(
            NodeIndex.of(graph.keys()),
            predicted.distributions(),
            engine.embeddings(),
            settings.get(TrainerSettings.KEY_FORMATS)),
        held.decisions(predicted.distributions()),
        new ModelState.Training(
            history, warnings, Provenance.of(described(temperature), fingerprint, history)));
  }

  /** The settings, and what was chosen where they leave it to the data. */
  private Map<String, String> described(double temperature) {
    Settings settings = plan.settings();
    Map<String, String> text = settings.describe();
    if (plan.choice() != null) {
      text.put("inferenceChosen", plan.choice().toString());
    }
    if (settings.get(FEATURE_SCALING) == FeatureScaling.AUTOMATIC) {
      text.put("featureScaling.chosen", features.scaler().scaling().name());
    }
    if (settings.get(CALIBRATION) != Calibration.NONE) {
      text.put("calibration.temperature", "" + temperature);
    }
    return text;
  }
}
