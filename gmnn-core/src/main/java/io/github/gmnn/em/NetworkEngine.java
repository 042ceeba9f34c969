package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.internal.Score;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Computes EM on matrices with a network as q. */
final class NetworkEngine extends MatrixEngine {
  private final InferenceGraphNetwork q;

  NetworkEngine(FitPlan<?> plan, CsrMatrix attributes, RandomStream random, Workers workers) {
    super(plan, attributes, random, workers);
    this.q =
        new InferenceGraphNetwork(
            plan.inference(),
            plan.graph().adjacency(),
            attributes,
            plan.graph().classes().size(),
            workers);
    q.initialize(Streams.initialInference(random));
    q.addListeners(settings.get(TrainerSettings.INFERENCE_LISTENERS));
  }

  @Override
  public InferenceGraphNetwork inference() {
    return q;
  }

  @Override
  float[][] inferenceParameters() {
    return q.parameters();
  }

  @Override
  @Nullable DenseMatrix embeddings() {
    return q.embeddings();
  }

  @Override
  Targets learned(DenseMatrix annotation) {
    return Targets.of(annotation, allNodes, null);
  }

  @Override
  public Training towardsLabels(Phase.Planned phase) {
    return towards(Targets.of(labels(), trainingNodes, classWeights));
  }

  @Override
  public Training towardsTargets(DenseMatrix targets, Phase.Planned phase, boolean resumed) {
    if (settings.get(TrainerSettings.FRESH_INFERENCE_UPDATER) && !resumed) {
      q.restartUpdaters();
    }
    return towards(
        settings.get(TrainerSettings.TARGET_WEIGHTING) == TargetWeighting.TOGETHER
            ? together(targets)
            : Targets.apart(targets, trainingNodes, unlabelledNodes(), classWeights));
  }

  /** Starts q from new weights. */
  void startInference(RandomStream initial) {
    q.initialize(initial);
  }

  /**
   * Trains q towards the labels and towards distributions of all other nodes, which count by how
   * much of their entropy is gone; each of the two groups counts one in all.
   */
  Training towardsConfident(DenseMatrix distributions) {
    int[] unlabelled = unlabelledNodes();
    int[] nodes = Arrays.copyOf(trainingNodes, allNodes.length);
    System.arraycopy(unlabelled, 0, nodes, trainingNodes.length, unlabelled.length);
    float[] weights = new float[nodes.length];
    double[] sums = new double[2];
    for (int i = 0; i < nodes.length; i++) {
      boolean labelled = i < trainingNodes.length;
      double weight =
          labelled ? labelWeight(distributions, nodes[i]) : certainty(distributions, nodes[i]);
      sums[labelled ? 0 : 1] += weight;
      weights[i] = (float) weight;
    }
    for (int i = 0; i < nodes.length; i++) {
      double sum = sums[i < trainingNodes.length ? 0 : 1];
      weights[i] = sum == 0 ? 0 : (float) (weights[i] / sum);
    }
    return towards(Targets.summed(distributions, nodes, weights));
  }

  /** The weight of the node's class. */
  private double labelWeight(DenseMatrix labels, int node) {
    int classes = labels.columns();
    return classWeights == null
        ? 1
        : classWeights[Elementwise.argMax(labels.data(), node * classes, classes)];
  }

  /** 1 - H / log C: one for a certain label, zero where all are as likely. */
  private static double certainty(DenseMatrix distributions, int node) {
    double entropy = 0;
    for (int c = 0; c < distributions.columns(); c++) {
      double probability = distributions.get(node, c);
      entropy -= probability > 0 ? probability * Math.log(probability) : 0;
    }
    return Math.max(0, 1 - entropy / Math.log(distributions.columns()));
  }

  private Targets together(DenseMatrix targets) {
    float[] weights = new float[allNodes.length];
    Arrays.fill(weights, 1f);
    float[] ofLabels = Targets.of(targets, trainingNodes, classWeights).weights();
    for (int i = 0; i < trainingNodes.length; i++) {
      weights[trainingNodes[i]] = ofLabels[i];
    }
    return Targets.weighted(targets, allNodes, weights);
  }

  private int[] unlabelledNodes() {
    BitSet labelled = new BitSet();
    IntStream.of(trainingNodes).forEach(labelled::set);
    return IntStream.of(allNodes).filter(node -> !labelled.get(node)).toArray();
  }

  private Training towards(Targets targets) {
    Objective objective = settings.get(TrainerSettings.INFERENCE_OBJECTIVE).of(targets);
    return new Training() {
      @Override
      public double train(int epoch, RandomStream random) {
        return q.train(objective, epoch, random);
      }

      @Override
      public @Nullable Score validate(boolean withLoss) {
        return validation.of(q::logits, withLoss);
      }
    };
  }
}
