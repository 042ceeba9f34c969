package io.github.gmnn;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.DenseMatrix;
import io.github.gmnn.sparse.RandomStream;
import io.github.gmnn.sparse.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
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
  private boolean stopped;
  private final Best bestPretrained = new Best();
  private final Best bestInference = new Best();
  private final Best bestLearning = new Best();
  private final DenseMatrix bestLearningDistributions;

  /** The best epoch of a network so far; without validation the last one. */
  private static final class Best {
    private double metric = Double.NEGATIVE_INFINITY;
    private NetworkState state;

    boolean isBelow(double candidate) {
      return Double.isNaN(candidate) || candidate > metric;
    }

    void set(double newMetric, NetworkState newState) {
      metric = newMetric;
      state = newState;
    }
  }

  EmAlgorithm(TrainerSettings settings, Graph graph, BooleanSupplier stopRequested) {
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

  /** Runs the phases and returns the model of the best epoch; of what there is when stopped. */
  GmnnModel run() {
    pretrain();
    for (int iteration = 1; iteration <= settings.emIterations() && !stopped; iteration++) {
      if (settings.teacher() == Teacher.SELF) {
        annotateForSelf(iteration);
      } else {
        mStep(iteration);
        if (stopped) {
          break;
        }
      }
      eStep(iteration);
    }
    return model();
  }

  /** Trains q on the labelled nodes: the supervised term, Eq. 11. */
  private void pretrain() {
    inferenceTargets.fill(0f);
    setTrueLabels(inferenceTargets);
    Targets targets = new Targets(inferenceTargets, trainingNodes, classWeights);
    int epochs = settings.amortized() ? settings.pretrainEpochs() : 1;
    runEpochs(
        Phase.PRE_TRAINING,
        0,
        epochs,
        epochRandom -> q.train(targets, epochRandom),
        q::logits,
        bestPretrained,
        q::state);
    if (bestPretrained.state != null) {
      q.restore(bestPretrained.state);
    }
  }

  /** Learns p from annotations: the expectation of Eq. 14 approximated by the strategy. */
  private void mStep(int iteration) {
    List<DenseMatrix> annotations = annotate(iteration, 0);
    p.annotate(annotations);
    List<Targets> targets =
        annotations.stream().map(ŷ -> new Targets(ŷ, allNodes, classWeights)).toList();
    runEpochs(
        Phase.M_STEP,
        iteration,
        settings.learningEpochs(),
        epochRandom -> p.trainEpoch(targets, epochRandom),
        p::distributions,
        bestLearning,
        () -> {
          bestLearningDistributions.copyFrom(p.distributions());
          return p.state();
        });
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

  /** Self-training: q's own annotation is its target. */
  private void annotateForSelf(int iteration) {
    inferenceTargets.copyFrom(annotate(iteration, 0).get(0));
  }

  /**
   * Trains q towards p's predictions on unlabelled nodes (Eq. 10) and towards the labels on
   * labelled ones (Eq. 11), both together (Eq. 12).
   */
  private void eStep(int iteration) {
    if (p != null) {
      setInferenceTargets();
    }
    Targets targets = new Targets(inferenceTargets, allNodes, classWeights);
    int[] round = {0};
    runEpochs(
        Phase.E_STEP,
        iteration,
        settings.inferenceEpochs(),
        epochRandom -> {
          if (!settings.amortized() && round[0]++ > 0) {
            p.annotate(annotate(iteration, round[0])); // the next round of the fixed point, Eq. 8
            setInferenceTargets();
          }
          return q.train(targets, epochRandom);
        },
        q::logits,
        bestInference,
        q::state);
  }

  private void setInferenceTargets() {
    inferenceTargets.copyFrom(p.distributions());
    setTrueLabels(inferenceTargets);
  }

  private void runEpochs(
      Phase phase,
      int iteration,
      int epochs,
      ToDoubleFunction<RandomStream> step,
      Supplier<DenseMatrix> scores,
      Best best,
      Supplier<NetworkState> state) {
    RandomStream phaseRandom = stream(Use.valueOf(phase.name())).derive(iteration);
    double bestOfPhase = Double.NEGATIVE_INFINITY;
    int epochsSinceBest = 0;
    for (int epoch = 1; epoch <= epochs && !stopped; epoch++) {
      long before = System.nanoTime();
      double loss = step.applyAsDouble(phaseRandom.derive(epoch));
      long after = System.nanoTime();
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
      double validation = validate(scores);
      if (validationNodes.length > 0 ? best.isBelow(validation) : isLast(epoch, epochs)) {
        best.set(validation, state.get());
      }
      report(phase, iteration, epoch, epochs, loss, validation, after - before);
      if (stopped && validationNodes.length == 0) {
        best.set(validation, state.get());
      }
      epochsSinceBest = validation > bestOfPhase ? 0 : epochsSinceBest + 1;
      bestOfPhase = Math.max(bestOfPhase, validation);
      if (validationNodes.length > 0 && epochsSinceBest >= settings.patience()) {
        break;
      }
    }
  }

  private static boolean isLast(int epoch, int epochs) {
    return epoch == epochs;
  }

  private double validate(Supplier<DenseMatrix> scores) {
    if (validationNodes.length == 0) {
      return Double.NaN;
    }
    float[] data = scores.get().data();
    confusion.clear();
    for (int node : validationNodes) {
      confusion.add(graph.label(node), ConfusionMatrix.argMax(data, node * classes, classes));
    }
    return settings.validationMetric().of(confusion);
  }

  private void report(
      Phase phase,
      int iteration,
      int epoch,
      int epochs,
      double loss,
      double validation,
      long stepNanos) {
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
    NetworkState state = bestInference.state != null ? bestInference.state : bestPretrained.state;
    if (state != null) {
      q.restore(state);
    }
    DenseMatrix ofQ = DenseMatrix.zeros(graph.nodeCount(), classes);
    SoftmaxCrossEntropy.softmax(q.logits(), 1, ofQ);
    boolean hasLearned = bestLearning.state != null;
    return new GmnnModel(
        settings,
        graph,
        ofQ,
        hasLearned ? bestLearningDistributions : null,
        inference == null ? null : inference.embeddings(),
        inference == null ? null : q.state(),
        hasLearned ? bestLearning.state : null,
        new TrainingHistory(reports, !stopped));
  }
}
