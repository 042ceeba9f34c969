package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.network.internal.SampledSteps;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.TargetWeighting;
import io.github.gmnn.training.internal.Score;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Computes EM on matrices with a network as q. */
final class NetworkEngine extends MatrixEngine
    implements ConfidentEngine<List<DenseMatrix>, DenseMatrix> {
  private final InferenceGraphNetwork q;
  private final Graph<?> graph;
  private final Workers workers;

  /** What q reads of vectors, where it does. */
  private final @Nullable VectorEncoder vectors;

  /** q's steps on samples of the graph, where they are not on all of it. */
  private final @Nullable SampledSteps sampled;

  NetworkEngine(FitPlan<?> plan, CsrMatrix attributes, RandomStream random, Workers workers) {
    super(plan, attributes, random, workers);
    this.graph = plan.graph();
    this.workers = workers;
    this.q =
        new InferenceGraphNetwork(
            plan.inference(),
            plan.graph().adjacency(),
            attributes,
            plan.graph().classes().size(),
            workers);
    this.vectors = VectorEncoder.of(plan.inference(), plan.graph(), attributes, random, workers);
    startInference(Streams.initialInference(random));
    q.addListeners(settings.get(TrainerSettings.INFERENCE_LISTENERS));
    this.sampled = Sampling.steps(plan, q, workers);
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

  @Override
  public void startInference(RandomStream initial) {
    q.initialize(initial);
    if (vectors != null) {
      vectors.fix(q);
    }
  }

  @Override
  public DenseMatrix distributionsWithLabels() {
    DenseMatrix distributions = inferenceDistributions();
    setTrueLabels(distributions);
    return distributions;
  }

  @Override
  public Distributions<DenseMatrix> distributions() {
    return new MatrixDistributions(
        validation, graph.adjacency().normalized(), this::setTrueLabels, workers);
  }

  @Override
  public Validation validation() {
    return validation;
  }

  @Override
  public LabelAgreement labelAgreement() {
    return LabelAgreement.of(graph);
  }

  @Override
  public Training towardsConfident(DenseMatrix distributions, Phase.Planned phase) {
    int classes = distributions.columns();
    int[] unlabelled = unlabelledNodes();
    int[] nodes = Arrays.copyOf(trainingNodes, allNodes.length);
    System.arraycopy(unlabelled, 0, nodes, trainingNodes.length, unlabelled.length);
    float[] weights = new float[nodes.length];
    double[] sums = new double[2];
    for (int i = 0; i < nodes.length; i++) {
      boolean labelled = i < trainingNodes.length;
      double weight =
          labelled
              ? labelWeight(distributions, nodes[i])
              : Confidence.certainty(distributions.data(), nodes[i] * classes, classes);
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
    Steps steps = steps(targets);
    return new Training() {
      @Override
      public double train(int epoch, RandomStream random) {
        return steps.step(epoch, random);
      }

      @Override
      public @Nullable Score validate(boolean withLoss) {
        return validation.of(q::logits, withLoss);
      }
    };
  }

  private Steps steps(Targets targets) {
    Objective.Factory objective = settings.get(TrainerSettings.INFERENCE_OBJECTIVE);
    if (sampled != null) {
      return sampled.towards(List.of(q.attributes()), List.of(targets), objective)::step;
    }
    Objective ofAll = objective.of(targets);
    return (epoch, random) -> q.train(ofAll, epoch, random);
  }
}
