package io.github.gmnn;

import static io.github.gmnn.em.TrainerSettings.AMORTIZED;
import static io.github.gmnn.em.TrainerSettings.APPROXIMATION;
import static io.github.gmnn.em.TrainerSettings.ATTRIBUTES_IN_LEARNING;
import static io.github.gmnn.em.TrainerSettings.EM_ITERATIONS;
import static io.github.gmnn.em.TrainerSettings.FRESH_LEARNING_NETWORKS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_OBJECTIVE;
import static io.github.gmnn.em.TrainerSettings.INFERENCE_SELECTION;
import static io.github.gmnn.em.TrainerSettings.LEARNING_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.LEARNING_OBJECTIVE;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_EPOCHS;
import static io.github.gmnn.em.TrainerSettings.PRETRAIN_SELECTION;
import static io.github.gmnn.em.TrainerSettings.TEACHER;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Softmax;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.Temperature;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.FeatureScaler;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.model.Combination;
import io.github.gmnn.model.GraphFingerprint;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Posterior;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.Trainable;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.Teacher;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Settings;
import io.github.gmnn.training.internal.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pseudolikelihood variational EM of the paper, section 4, on one graph: a stage for
 * pre-training and for each M-step and E-step, with their equations. One instance runs one fit, on
 * one thread.
 *
 * <p>Weights and updater state of q and p go on from stage to stage; the one exception is the end
 * of pre-training, where both of q return to the epoch with the best validation metric, and what
 * settings start anew. q is given back as it was after the best epoch of all E-steps; as it was
 * before them where validation held that for better, unless the guard is off, as it is in the
 * released code.
 *
 * @param <K> type of the nodes' keys
 */
final class EmAlgorithm<K> {
  private static final Logger LOG = LoggerFactory.getLogger(GmnnTrainer.class);
  private static final String KIND = "classifier";

  private final Settings settings;
  private final BooleanSupplier stopRequested;
  private final Graph<K> graph;
  private final RandomStream random;
  private final int classes;
  private final int[] trainingNodes;
  private final int[] unlabelledNodes;
  private final int[] allNodes;
  private final float @Nullable [] classWeights;
  private final Annotator annotator;
  private final Validation validation;
  private final FeatureScaler scaler;
  private final Posterior q;
  private final @Nullable InferenceNetwork inference;
  private final @Nullable LearningNetwork p;
  private final DenseMatrix inferenceTargets;
  private final @Nullable DenseMatrix bestLearningDistributions;
  private final Best bestPretrained = new Best("bestPretrained");
  private final Best bestInference = new Best("bestInference");
  private final Best bestLearning = new Best("bestLearning");
  private final String fingerprint;
  private final EpochLoop loop;

  EmAlgorithm(Settings settings, Graph<K> graph, BooleanSupplier stopRequested) {
    this.settings = settings;
    this.stopRequested = stopRequested;
    this.graph = graph;
    this.random = RandomStream.of(settings.get(TrainerSettings.SEED));
    this.classes = graph.classes().size();
    this.trainingNodes = graph.trainingNodes();
    this.allNodes = IntStream.range(0, graph.nodeCount()).toArray();
    Set<Integer> labelled = IntStream.of(trainingNodes).boxed().collect(Collectors.toSet());
    this.unlabelledNodes =
        IntStream.of(allNodes).filter(node -> !labelled.contains(node)).toArray();
    this.classWeights = TrainerSettings.classWeights(settings, graph);
    this.annotator = new Annotator(graph, settings.get(APPROXIMATION), random.derive("annotation"));
    this.validation = new Validation(graph, settings.get(TrainerSettings.VALIDATION_METRIC));
    this.inferenceTargets = DenseMatrix.zeros(graph.nodeCount(), classes);
    this.fingerprint = GraphFingerprint.of(graph);
    this.loop =
        new EpochLoop(
            settings.get(TrainerSettings.PATIENCE),
            settings.get(TrainerSettings.LISTENERS),
            stopRequested);
    loop.checkpoint(settings.get(TrainerSettings.CHECKPOINT), path -> checkpoint().write(path));
    this.scaler = settings.get(TrainerSettings.FEATURE_SCALING).fit(graph.features());
    CsrMatrix attributes = scaler.apply(graph.features());
    Workers workers = Workers.of(settings.get(TrainerSettings.THREADS));
    this.inference = settings.get(AMORTIZED) ? inference(attributes, workers) : null;
    this.q = inference == null ? labelledPosterior() : inference;
    boolean needsLearningNetwork =
        settings.get(EM_ITERATIONS) > 0 && settings.get(TEACHER) == Teacher.LEARNING_NETWORK;
    this.p = needsLearningNetwork ? learning(attributes, workers) : null;
    this.bestLearningDistributions =
        p == null ? null : DenseMatrix.zeros(graph.nodeCount(), classes);
  }

  private InferenceNetwork inference(CsrMatrix attributes, Workers workers) {
    InferenceNetwork network =
        new InferenceNetwork(
            TrainerSettings.inference(settings), graph.adjacency(), attributes, classes, workers);
    network.initialize(random.derive("initial q"));
    network.addListeners(settings.get(TrainerSettings.INFERENCE_LISTENERS));
    return network;
  }

  private LearningNetwork learning(CsrMatrix attributes, Workers workers) {
    LearningNetwork network =
        new LearningNetwork(
            TrainerSettings.learning(settings),
            graph.adjacency(),
            settings.get(ATTRIBUTES_IN_LEARNING) ? attributes : null,
            classes,
            workers);
    network.initialize(random.derive("initial p"));
    network.addListeners(settings.get(TrainerSettings.LEARNING_LISTENERS));
    return network;
  }

  /** A free q that knows the labels and holds all other labels for equally likely. */
  private FreePosterior labelledPosterior() {
    FreePosterior free = new FreePosterior(graph.nodeCount(), classes);
    annotator.setTrueLabels(inferenceTargets);
    free.set(inferenceTargets, trainingNodes);
    return free;
  }

  /** Starts from the networks of a model instead of random weights; updaters start anew. */
  EmAlgorithm<K> warmStart(ModelState<?> model) {
    ModelState.Networks start = model.networks();
    if (inference == null || !start.inference().isTrained()) {
      throw new IllegalArgumentException("a non-amortized model has no network to start from");
    }
    inference.setParameters(start.inference().parameters());
    if (p != null && start.learning().isTrained()) {
      p.setParameters(start.learning().parameters());
    }
    return this;
  }

  /** Runs the first epochs of pre-training alone. */
  TrainingHistory runFirst(int epochs) {
    loop.runFirst(stages(), epochs, random);
    return loop.history();
  }

  /** Goes on from the first epochs of the same fit, of which listeners are told now. */
  EmAlgorithm<K> goOn(Checkpoint first) {
    loop.repeatReports();
    try {
      return restore(first);
    } catch (ModelFormatException e) {
      throw new IllegalStateException(e); // it was never a file
    }
  }

  /** Runs the stages and returns the model of the best epoch; of what there is when stopped. */
  ModelState<K> run() {
    loop.run(stages(), random);
    return model();
  }

  private List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    if (inference != null) {
      stages.add(new PreTraining());
    }
    for (int iteration = 1; iteration <= settings.get(EM_ITERATIONS); iteration++) {
      if (p == null) {
        stages.add(new SelfAnnotation(iteration));
      } else {
        stages.addAll(mSteps(iteration));
      }
      stages.add(inference == null ? new FixedPoint(iteration) : new EStep(iteration));
    }
    return stages;
  }

  /** One M-step for the p that goes on; as many as there are fresh ones, one after the other. */
  private List<Stage> mSteps(int iteration) {
    int networks = settings.get(FRESH_LEARNING_NETWORKS);
    return networks == 0
        ? List.of(new MStep(iteration))
        : IntStream.rangeClosed(1, networks)
            .<Stage>mapToObj(network -> new FreshMStep(iteration, network))
            .toList();
  }

  /** A stage that trains q towards targets and validates it. */
  private abstract class InferenceStage extends Stage {
    private final Selection selection;
    private Objective objective;

    InferenceStage(Phase phase, int iteration, int epochs, Best best, Selection selection) {
      super(phase, iteration, epochs, best);
      this.selection = selection;
    }

    final void trainTowards(Targets targets) {
      objective = settings.get(INFERENCE_OBJECTIVE).of(targets);
    }

    @Override
    protected final Trainable network() {
      return inference;
    }

    @Override
    protected final double train(int epoch, RandomStream epochRandom) {
      return inference.train(objective, epoch, epochRandom);
    }

    @Override
    protected final double validate() {
      return validation.of(q::logits);
    }

    @Override
    protected final double validationLoss() {
      return lossOfValidation();
    }

    @Override
    protected final Selection selection() {
      return selection;
    }
  }

  /** Pre-training: q learns the labels of the labelled nodes alone (Eq. 11). */
  private final class PreTraining extends InferenceStage {
    PreTraining() {
      super(
          Phase.PRE_TRAINING,
          0,
          settings.get(PRETRAIN_EPOCHS),
          bestPretrained,
          settings.get(PRETRAIN_SELECTION));
    }

    @Override
    protected void begin(boolean resumed) {
      inferenceTargets.fill(0f);
      annotator.setTrueLabels(inferenceTargets);
      trainTowards(Targets.of(inferenceTargets, trainingNodes, classWeights));
    }

    @Override
    protected void end() {
      bestPretrained.restoreTo(inference);
    }
  }

  /**
   * M-step: p learns to predict the annotation of every node from those around it (Eq. 13), the
   * expectation over q approximated by the strategy's samples (Eq. 14).
   */
  private class MStep extends Stage {
    private List<Objective> objectives;

    MStep(int iteration) {
      super(Phase.M_STEP, iteration, settings.get(LEARNING_EPOCHS), bestLearning);
    }

    @Override
    protected Trainable network() {
      return p;
    }

    @Override
    protected void begin(boolean resumed) {
      train(annotator.annotate(q, iteration(), 0));
    }

    final void train(List<DenseMatrix> annotations) {
      p.annotate(annotations);
      // A free q knows nothing of unlabelled nodes at first: what it drew for them is no target.
      int[] nodes = inference == null ? trainingNodes : allNodes;
      objectives =
          annotations.stream()
              .map(ŷ -> Targets.of(ŷ, nodes, classWeights))
              .map(settings.get(LEARNING_OBJECTIVE)::of)
              .toList();
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return p.train(objectives, epoch, epochRandom);
    }

    @Override
    protected double validate() {
      return validation.of(p::scores);
    }

    @Override
    protected void kept() {
      bestLearningDistributions.copyFrom(p.distributions());
    }
  }

  /**
   * M-step of one of several networks p that start from random weights, each with annotations of
   * its own. The mean of what they predict becomes q's target: an average over what one draw of the
   * annotations and one start happen to be like.
   */
  private final class FreshMStep extends MStep {
    private final int network;

    FreshMStep(int iteration, int network) {
      super(iteration);
      this.network = network;
    }

    @Override
    protected void begin(boolean resumed) {
      if (!resumed) {
        p.initialize(random.derive("initial p").derive(iteration()).derive(network));
      }
      train(annotator.annotate(q, iteration(), network));
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      return super.train(epoch, epochRandom.derive("network").derive(network));
    }

    @Override
    protected void end() {
      if (network == 1) {
        inferenceTargets.fill(0f);
      }
      float share = 1f / settings.get(FRESH_LEARNING_NETWORKS);
      float[] predicted = p.distributions().data();
      for (int i = 0; i < predicted.length; i++) {
        inferenceTargets.data()[i] += share * predicted[i];
      }
    }
  }

  /** In place of an M-step in self-training: q's own annotations become its targets. */
  private final class SelfAnnotation extends Stage {
    SelfAnnotation(int iteration) {
      super(Phase.M_STEP, iteration, 0, bestLearning);
    }

    @Override
    protected Trainable network() {
      return inference;
    }

    @Override
    protected void begin(boolean resumed) {
      inferenceTargets.copyFrom(annotator.annotate(q, iteration(), 0).get(0));
    }

    @Override
    protected double train(int epoch, RandomStream epochRandom) {
      throw new IllegalStateException("there is nothing to train");
    }
  }

  /**
   * E-step: q learns p's predictions on unlabelled nodes (Eq. 10) and the labels on labelled ones
   * (Eq. 11), both together (Eq. 12).
   */
  private final class EStep extends InferenceStage {
    EStep(int iteration) {
      super(
          Phase.E_STEP,
          iteration,
          settings.get(INFERENCE_EPOCHS),
          bestInference,
          settings.get(INFERENCE_SELECTION));
    }

    @Override
    protected void begin(boolean resumed) {
      if (p != null && !resumed) {
        targetPredictionsOfP();
      }
      if (settings.get(TrainerSettings.FRESH_INFERENCE_UPDATER) && !resumed) {
        inference.restartUpdaters();
      }
      trainTowards(
          settings.get(TrainerSettings.TARGET_WEIGHTING) == TargetWeighting.TOGETHER
              ? Targets.of(inferenceTargets, allNodes, classWeights)
              : Targets.apart(inferenceTargets, trainingNodes, unlabelledNodes, classWeights));
    }
  }

  /**
   * E-step without a network: the mean-field fixed point log q(y_n) = E[log p(y_n | y_NB(n))] +
   * const (Eq. 8), iterated. Each round draws annotations from q anew; labelled nodes keep their
   * labels.
   */
  private final class FixedPoint extends Stage {
    private final FreePosterior free = (FreePosterior) q;

    FixedPoint(int iteration) {
      super(Phase.E_STEP, iteration, settings.get(INFERENCE_EPOCHS), bestInference);
    }

    @Override
    protected Trainable network() {
      return free;
    }

    @Override
    protected double train(int round, RandomStream roundRandom) {
      p.annotate(annotator.annotate(q, iteration(), round));
      targetPredictionsOfP();
      return free.set(inferenceTargets, allNodes);
    }

    @Override
    protected double validate() {
      return validation.of(q::logits);
    }
  }

  /** The validation loss of q, if something is chosen by it. */
  private double lossOfValidation() {
    boolean needed =
        settings.get(PRETRAIN_SELECTION).needsLoss()
            || settings.get(INFERENCE_SELECTION).needsLoss();
    return needed ? validation.loss() : Double.NaN;
  }

  /** The targets of Eq. 12: what p predicts (Eq. 10), and the labels where they are known. */
  private void targetPredictionsOfP() {
    if (settings.get(FRESH_LEARNING_NETWORKS) == 0) {
      inferenceTargets.copyFrom(p.distributions());
    } // else the M-steps left the mean there
    annotator.setTrueLabels(inferenceTargets);
  }

  private List<Best> bests() {
    return List.of(bestPretrained, bestInference, bestLearning);
  }

  /** Where the fit stands, for another instance to go on from. */
  Checkpoint checkpoint() {
    Checkpoint.Builder builder = new Checkpoint.Builder().loop(loop, bests());
    builder.state("q", q.state()).array("targets", inferenceTargets.data());
    if (p != null) {
      builder.state("p", p.state()).array("distributionsOfP", bestLearningDistributions.data());
    }
    return builder.build(KIND, TrainerSettings.fingerprint(settings), fingerprint, loop.history());
  }

  /** Goes on from a checkpoint of the same settings and graph. */
  EmAlgorithm<K> resume(Checkpoint from) throws ModelFormatException {
    from.requireOf(KIND, TrainerSettings.fingerprint(settings), fingerprint);
    return restore(from);
  }

  private EmAlgorithm<K> restore(Checkpoint from) throws ModelFormatException {
    from.resume(loop, bests());
    try {
      loop.check(stages());
      bestPretrained.restoreTo(q); // a state of another shape is noticed now, not after hours
      bestInference.restoreTo(q);
      q.restore(from.state("q"));
      copy(from, "targets", inferenceTargets);
      if (p != null) {
        bestLearning.restoreTo(p);
        p.restore(from.state("p"));
        copy(from, "distributionsOfP", bestLearningDistributions);
      }
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the checkpoint does not fit: " + e.getMessage(), e);
    }
    return this;
  }

  private static void copy(Checkpoint from, String name, DenseMatrix to)
      throws ModelFormatException {
    float[] values = from.array(name, to.data().length);
    to.copyFrom(DenseMatrix.wrap(to.rows(), to.columns(), values));
  }

  private ModelState<K> model() {
    restoreBest();
    DenseMatrix ofQ = DenseMatrix.zeros(graph.nodeCount(), classes);
    Softmax.softmax(q.logits(), 1, ofQ);
    boolean learned = bestLearning.exists();
    if (learned) {
      bestLearning.restoreTo(p);
    }
    DenseMatrix ofP = learned ? bestLearningDistributions : null;
    Predictor predictor = predictor(ofQ, ofP);
    DenseMatrix distributions = Combination.of(predictor, ofQ, ofP);
    if (!NetworkState.areFinite(distributions.data())) {
      throw new ArithmeticException( // finite weights may still be too large to predict with
          "the predictions of the fitted networks are not finite: lower the updater's learning"
              + " rate, or check the scale of the features");
    }
    TrainingHistory history = loop.history();
    double temperature = Calibrator.of(settings, graph, distributions, stopRequested);
    Temperature.apply(temperature, distributions);
    boolean convolutions = settings.get(TrainerSettings.INFERENCE_LAYERS) == null;
    List<String> warnings = FitWarnings.of(graph, distributions, convolutions);
    warnings.forEach(LOG::warn);
    return new ModelState<>(
        graph.classes(),
        new ModelState.Networks(
            new ModelState.Network(
                TrainerSettings.inference(settings),
                inference == null ? null : inference.parameters()),
            new ModelState.Network(
                TrainerSettings.learning(settings), learned ? p.parameters() : null),
            settings.get(ATTRIBUTES_IN_LEARNING),
            predictor,
            temperature),
        ModelState.Features.of(graph, scaler),
        new ModelState.Nodes<>(
            graph.nodeIndex(),
            distributions,
            inference == null ? null : inference.embeddings(),
            settings.get(TrainerSettings.KEY_FORMATS)),
        new ModelState.Training(
            history, warnings, Provenance.of(described(temperature), fingerprint, history)));
  }

  /** The settings, and what was chosen where they leave it to the data. */
  private Map<String, String> described(double temperature) {
    Map<String, String> text = settings.describe();
    if (settings.get(TrainerSettings.FEATURE_SCALING) == FeatureScaling.AUTOMATIC) {
      text.put("featureScaling.chosen", scaler.scaling().name());
    }
    if (settings.get(TrainerSettings.CALIBRATION) != Calibration.NONE) {
      text.put("calibration.temperature", "" + temperature);
    }
    return text;
  }

  /** Returns q to the best epoch of the E-steps, or to what it was before if that was better. */
  private void restoreBest() {
    boolean worse = bestInference.isWorseThan(bestPretrained, settings.get(INFERENCE_SELECTION));
    if (worse && settings.get(TrainerSettings.EM_GUARD)) {
      LOG.info(
          "q is returned as it was before EM: validation {} before it, {} after it, loss {} and {}",
          bestPretrained.metric(),
          bestInference.metric(),
          bestPretrained.loss(),
          bestInference.loss());
      bestPretrained.restoreTo(q);
    } else if (bestInference.exists()) {
      bestInference.restoreTo(q);
    } // else q is what pre-training left
  }

  /** What gives the final distributions; where it is left open, what validation holds for best. */
  private Predictor predictor(DenseMatrix ofQ, @Nullable DenseMatrix ofP) {
    Predictor best = settings.get(TrainerSettings.PREDICTOR);
    if (best != Predictor.AUTO) {
      return best;
    }
    best = Predictor.INFERENCE;
    double metric = validation.of(ofQ);
    if (ofP == null || Double.isNaN(metric)) {
      return best;
    }
    for (Predictor other : List.of(Predictor.PRODUCT, Predictor.LEARNING)) {
      double ofOther = validation.of(Combination.of(other, ofQ, ofP));
      if (ofOther > metric) {
        best = other;
        metric = ofOther;
      }
    }
    return best;
  }
}
