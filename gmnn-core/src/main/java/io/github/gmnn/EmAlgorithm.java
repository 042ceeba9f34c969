package io.github.gmnn;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.persistence.Checkpoint;
import io.github.gmnn.persistence.GraphFingerprint;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.Workers;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The pseudolikelihood variational EM of the paper, section 4, on one graph. One instance runs one
 * fit, on one thread.
 *
 * <p>Weights and updater state of q and p go on from phase to phase; the one exception is the end
 * of pre-training, where both of q return to the epoch with the best validation metric.
 */
final class EmAlgorithm {
  /** What each stream of random numbers below the seed's is for. */
  private enum Use {
    INITIAL_Q,
    INITIAL_P,
    ANNOTATION,
    PRE_TRAINING,
    M_STEP,
    E_STEP
  }

  private static final String CHECKPOINT_KIND = "classifier";

  /**
   * The best epoch of a network so far.
   *
   * @param metric its validation metric; NaN without validation
   * @param state the network's state then, or null if there is none yet
   */
  private record Best(double metric, NetworkState state) {
    static final Best NONE = new Best(Double.NEGATIVE_INFINITY, null);

    boolean isBelow(double candidate) {
      return candidate > metric;
    }
  }

  private final TrainerSettings settings;
  private final Graph graph;
  private final BooleanSupplier stopRequested;
  private final long start = System.nanoTime();
  private final RandomStream random;
  private final int classes;
  private final int[] trainingNodes;
  private final int[] validationNodes;
  private final int[] allNodes;
  private final float[] classWeights;
  private final ConfusionMatrix confusion;
  private final Posterior q;
  private final InferenceNetwork inference;
  private final LearningNetwork p;
  private final DenseMatrix inferenceTargets;
  private final List<EpochReport> reports = new ArrayList<>();
  private final String fingerprint;
  private final DenseMatrix bestLearningDistributions;
  private Best bestPretrained = Best.NONE;
  private Best bestInference = Best.NONE;
  private Best bestLearning = Best.NONE;
  private boolean stopped;
  private int epochsSinceCheckpoint;
  private long lastCheckpoint = start;

  /** Where the fit stands: what a checkpoint keeps beside the networks. */
  private int stage;

  private int epoch;
  private double bestOfPhase = Double.NEGATIVE_INFINITY;
  private int epochsSinceBest;

  EmAlgorithm(TrainerSettings settings, Graph graph, BooleanSupplier stopRequested) {
    this.fingerprint = GraphFingerprint.of(graph);
    this.settings = settings;
    this.graph = graph;
    this.stopRequested = stopRequested;
    this.random = RandomStream.of(settings.seed());
    this.classes = graph.classes().size();
    this.trainingNodes = graph.trainingNodes();
    this.validationNodes = graph.validationNodes();
    this.allNodes = new int[graph.nodeCount()];
    Arrays.setAll(allNodes, i -> i);
    this.classWeights = classWeights();
    this.confusion = new ConfusionMatrix(classes);
    CsrMatrix attributes = settings.featureScaling().apply(graph.features());
    Workers workers = Workers.of(settings.threads());
    if (settings.amortized()) {
      inference =
          new InferenceNetwork(
              settings.inference(),
              graph.adjacency(),
              attributes,
              classes,
              stream(Use.INITIAL_Q),
              workers);
      inference.addListeners(settings.inferenceListeners());
      q = new Posterior.Amortized(inference);
    } else {
      inference = null;
      q = new FreePosterior(graph.nodeCount(), classes);
    }
    boolean needsLearningNetwork =
        settings.emIterations() > 0 && settings.teacher() == Teacher.LEARNING_NETWORK;
    if (needsLearningNetwork) {
      p =
          new LearningNetwork(
              settings.learning(),
              graph.adjacency(),
              settings.attributesInLearning() ? attributes : null,
              classes,
              stream(Use.INITIAL_P),
              workers);
      p.addListeners(settings.learningListeners());
    } else {
      p = null;
    }
    this.inferenceTargets = DenseMatrix.zeros(graph.nodeCount(), classes);
    this.bestLearningDistributions =
        p == null ? null : DenseMatrix.zeros(graph.nodeCount(), classes);
  }

  private float[] classWeights() {
    if (settings.classWeighting() == ClassWeighting.UNIFORM) {
      return null;
    }
    float[] counts = new float[classes];
    for (int node : trainingNodes) {
      counts[graph.label(node)]++;
    }
    float[] weights = new float[classes];
    for (int c = 0; c < classes; c++) {
      weights[c] = trainingNodes.length / (classes * Math.max(1f, counts[c]));
    }
    return weights;
  }

  private RandomStream stream(Use use) {
    return random.derive(use.ordinal());
  }

  /** Starts from the networks of a model instead of random weights; updaters start anew. */
  EmAlgorithm warmStart(GmnnModel model) {
    if (inference == null || model.inferenceParameters() == null) {
      throw new IllegalArgumentException("a non-amortized model has no network to start from");
    }
    inference.setParameters(model.inferenceParameters());
    if (p != null && model.learningParameters() != null) {
      p.setParameters(model.learningParameters());
    }
    return this;
  }

  /** Goes on from a checkpoint of the same settings and graph. */
  EmAlgorithm resume(Checkpoint from) {
    if (!from.kind().equals(CHECKPOINT_KIND)
        || !from.settings().equals(settings.fingerprint())
        || !from.fingerprint().equals(fingerprint)) {
      throw new IllegalArgumentException(
          "the checkpoint belongs to "
              + (from.fingerprint().equals(fingerprint) ? "other settings" : "another graph")
              + ": resume with the trainer and the graph of the fit that wrote it");
    }
    try {
      restore(from);
    } catch (ModelFormatException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new UncheckedIOException(new ModelFormatException(e.getMessage(), e));
    }
    return this;
  }

  private void restore(Checkpoint from) throws ModelFormatException {
    stage = from.integer("stage", 0, 2 * settings.emIterations());
    epoch = from.integer("epoch", 0, Integer.MAX_VALUE - 1);
    bestOfPhase = from.number("bestOfPhase");
    epochsSinceBest = from.integer("epochsSinceBest", 0, Integer.MAX_VALUE - 1);
    q.restore(from.state("q"));
    if (p != null) {
      p.restore(from.state("p"));
    }
    copy(from.array("targets", inferenceTargets.data().length), inferenceTargets);
    bestPretrained = best("bestPretrained", from);
    bestInference = best("bestInference", from);
    bestLearning = best("bestLearning", from);
    if (stage > 0 && bestPretrained.state() == null) {
      throw new ModelFormatException("the checkpoint has no bestPretrained");
    }
    if (bestLearning.state() != null) {
      int length = bestLearningDistributions.data().length;
      copy(from.array("bestLearningDistributions", length), bestLearningDistributions);
    }
    reports.addAll(from.history().epochs());
  }

  private static Best best(String name, Checkpoint from) throws ModelFormatException {
    return new Best(from.number(name + "Metric"), from.stateIfPresent(name).orElse(null));
  }

  private static void copy(float[] from, DenseMatrix to) {
    to.copyFrom(DenseMatrix.wrap(to.rows(), to.columns(), from));
  }

  private Checkpoint checkpoint() {
    return new Checkpoint.Builder()
        .integer("stage", stage)
        .integer("epoch", epoch)
        .number("bestOfPhase", bestOfPhase)
        .integer("epochsSinceBest", epochsSinceBest)
        .state("q", q.state())
        .state("p", p == null ? null : p.state())
        .array("targets", inferenceTargets.data())
        .number("bestPretrainedMetric", bestPretrained.metric())
        .state("bestPretrained", bestPretrained.state())
        .number("bestInferenceMetric", bestInference.metric())
        .state("bestInference", bestInference.state())
        .number("bestLearningMetric", bestLearning.metric())
        .state("bestLearning", bestLearning.state())
        .array(
            "bestLearningDistributions",
            bestLearning.state() == null ? null : bestLearningDistributions.data())
        .build(
            CHECKPOINT_KIND,
            settings.fingerprint(),
            fingerprint,
            new TrainingHistory(reports, false));
  }

  /** Runs the phases and returns the model of the best epoch; of what there is when stopped. */
  GmnnModel run() {
    int last = 2 * settings.emIterations();
    while (true) {
      int iteration = (stage + 1) / 2;
      if (stage == 0) {
        pretrain();
      } else if (stage % 2 == 1) {
        mStep(iteration);
      } else {
        eStep(iteration);
      }
      if (stopped || stage == last) {
        return model();
      }
      stage++;
      epoch = 0;
      bestOfPhase = Double.NEGATIVE_INFINITY;
      epochsSinceBest = 0;
    }
  }

  /** Trains q on the labelled nodes: the supervised term, Eq. 11. */
  private void pretrain() {
    inferenceTargets.fill(0f);
    setTrueLabels(inferenceTargets);
    Targets targets = new Targets(inferenceTargets, trainingNodes, classWeights);
    runEpochs(
        Phase.PRE_TRAINING,
        0,
        settings.amortized() ? settings.pretrainEpochs() : 1,
        epochRandom -> q.train(targets, epochRandom),
        q::logits,
        bestPretrained,
        best -> bestPretrained = best,
        q::state);
    q.restore(bestPretrained.state());
  }

  /** Learns p from annotations: the expectation of Eq. 14 approximated by the strategy. */
  private void mStep(int iteration) {
    List<DenseMatrix> annotations = annotate(iteration, 0);
    if (p == null) {
      inferenceTargets.copyFrom(annotations.get(0)); // self-training: q is its own teacher
      return;
    }
    p.annotate(annotations);
    List<Targets> targets =
        annotations.stream().map(ŷ -> new Targets(ŷ, allNodes, classWeights)).toList();
    runEpochs(
        Phase.M_STEP,
        iteration,
        settings.learningEpochs(),
        epochRandom -> p.trainEpoch(targets, epochRandom),
        p::scores,
        bestLearning,
        best -> {
          bestLearning = best;
          bestLearningDistributions.copyFrom(p.distributions());
        },
        p::state);
  }

  /** Annotates all nodes from q; labelled ones keep their labels. */
  private List<DenseMatrix> annotate(int iteration, int round) {
    List<DenseMatrix> annotations =
        settings
            .approximation()
            .annotate(q.logits(), stream(Use.ANNOTATION).derive(iteration).derive(round));
    if (annotations.isEmpty()) {
      throw new IllegalStateException(
          settings.approximation() + " gave no annotation; it must give at least one");
    }
    annotations.forEach(this::checkAnnotation);
    annotations.forEach(this::setTrueLabels);
    return annotations;
  }

  private void checkAnnotation(DenseMatrix annotation) {
    if (annotation.rows() != graph.nodeCount() || annotation.columns() != classes) {
      throw new IllegalStateException(
          settings.approximation()
              + " gave an annotation of "
              + annotation.rows()
              + " x "
              + annotation.columns()
              + ", expected "
              + graph.nodeCount()
              + " nodes x "
              + classes
              + " classes");
    }
  }

  private void setTrueLabels(DenseMatrix distributions) {
    for (int node : trainingNodes) {
      for (int c = 0; c < classes; c++) {
        distributions.set(node, c, graph.label(node) == c ? 1f : 0f);
      }
    }
  }

  /**
   * Trains q towards p's predictions on unlabelled nodes (Eq. 10) and towards the labels on
   * labelled ones (Eq. 11), both together (Eq. 12).
   */
  private void eStep(int iteration) {
    if (p != null && epoch == 0) {
      setInferenceTargets();
    }
    Targets targets = new Targets(inferenceTargets, allNodes, classWeights);
    runEpochs(
        Phase.E_STEP,
        iteration,
        settings.inferenceEpochs(),
        epochRandom -> {
          if (!settings.amortized() && epoch > 1) {
            p.annotate(annotate(iteration, epoch)); // the next round of the fixed point, Eq. 8
            setInferenceTargets();
          }
          return q.train(targets, epochRandom);
        },
        q::logits,
        bestInference,
        best -> bestInference = best,
        q::state);
  }

  private void setInferenceTargets() {
    inferenceTargets.copyFrom(p.distributions());
    setTrueLabels(inferenceTargets);
  }

  /** Runs the epochs of a phase that are still to do, and keeps the best one. */
  private void runEpochs(
      Phase phase,
      int iteration,
      int epochs,
      ToDoubleFunction<RandomStream> step,
      Function<int[], DenseMatrix> scores,
      Best soFar,
      Consumer<Best> keep,
      Supplier<NetworkState> state) {
    RandomStream phaseRandom = stream(Use.valueOf(phase.name())).derive(iteration);
    boolean validated = validationNodes.length > 0;
    Best best = soFar;
    while (epoch < epochs && !stopped && epochsSinceBest < settings.patience()) {
      epoch++;
      long before = System.nanoTime();
      double loss = step.applyAsDouble(phaseRandom.derive(epoch));
      long after = System.nanoTime();
      checkLoss(loss, phase);
      double validation = validate(scores);
      report(phase, iteration, epochs, loss, validation, after - before);
      if (validated ? best.isBelow(validation) : epoch == epochs || stopped) {
        best = new Best(validation, requireFinite(state.get(), phase));
        keep.accept(best);
      }
      epochsSinceBest = !validated || validation > bestOfPhase ? 0 : epochsSinceBest + 1;
      bestOfPhase = Math.max(bestOfPhase, validation);
      checkpointIfDue();
    }
  }

  /** The loss is that before the update: the last update of all is noticed by what it left. */
  private NetworkState requireFinite(NetworkState state, Phase phase) {
    if (!state.isFinite()) {
      throw new ArithmeticException(
          "the parameters are no longer finite after epoch "
              + epoch
              + " of "
              + phase
              + ": lower the updater's learning rate, or check the scale of the features");
    }
    return state;
  }

  /** Finite parameters may still be too large to predict with. */
  private static void requireFinite(DenseMatrix distributions) {
    for (float value : distributions.data()) {
      if (!Float.isFinite(value)) {
        throw new ArithmeticException(
            "the predictions of the fitted networks are not finite: lower the updater's learning"
                + " rate, or check the scale of the features");
      }
    }
  }

  private void checkLoss(double loss, Phase phase) {
    if (!Double.isFinite(loss)) {
      throw new ArithmeticException(
          "the loss is "
              + loss
              + " in epoch "
              + epoch
              + " of "
              + phase
              + ": lower the updater's learning rate, or check the scale of the features");
    }
  }

  private void checkpointIfDue() {
    CheckpointPlan plan = settings.checkpoint();
    epochsSinceCheckpoint++;
    long now = System.nanoTime();
    if (plan == null || !plan.isDue(epochsSinceCheckpoint, now - lastCheckpoint)) {
      return;
    }
    try {
      checkpoint().write(plan.path());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the checkpoint " + plan.path(), e);
    }
    epochsSinceCheckpoint = 0;
    lastCheckpoint = now;
  }

  private double validate(Function<int[], DenseMatrix> scores) {
    if (validationNodes.length == 0) {
      return Double.NaN;
    }
    float[] data = scores.apply(validationNodes).data();
    confusion.clear();
    for (int node : validationNodes) {
      confusion.add(graph.label(node), ConfusionMatrix.argMax(data, node * classes, classes));
    }
    return settings.validationMetric().of(confusion);
  }

  private void report(
      Phase phase, int iteration, int epochs, double loss, double validation, long stepNanos) {
    EpochReport report =
        new EpochReport(
            phase,
            iteration,
            epoch,
            epochs,
            loss,
            validation,
            Duration.ofNanos(stepNanos),
            Duration.ofNanos(System.nanoTime() - start));
    reports.add(report);
    for (GmnnListener listener : settings.listeners()) {
      stopped |= !listener.onEpoch(report);
    }
    stopped |= stopRequested.getAsBoolean();
  }

  private GmnnModel model() {
    q.restore(bestInference.state() != null ? bestInference.state() : bestPretrained.state());
    DenseMatrix ofQ = DenseMatrix.zeros(graph.nodeCount(), classes);
    SoftmaxCrossEntropy.softmax(q.logits(), 1, ofQ);
    NetworkState learned = bestLearning.state();
    DenseMatrix distributions =
        GmnnModel.combine(
            settings.predictor(), ofQ, learned == null ? null : bestLearningDistributions);
    requireFinite(distributions);
    TrainingHistory history = new TrainingHistory(reports, !stopped);
    return new GmnnModel(
        ModelSettings.of(settings),
        GmnnModel.Features.of(graph),
        new Predictions(graph.nodeIndex(), graph.classes(), distributions),
        inference == null ? null : inference.embeddings(),
        inference == null ? null : inference.parameters(),
        learned == null ? null : learned.parameters(),
        history,
        Provenance.of(settings.describe(), fingerprint, history));
  }
}
