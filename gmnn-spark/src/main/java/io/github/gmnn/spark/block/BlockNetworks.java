package io.github.gmnn.spark.block;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.SoftmaxCrossEntropy;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.Gradient;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.SampleMean;
import io.github.gmnn.spark.exchange.NetworkPlan;
import io.github.gmnn.spark.layout.Role;
import io.github.gmnn.spark.layout.ValidationRows;
import io.github.gmnn.spark.layout.ValidationSample;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * q and p attached to a block, as an executor keeps them from step to step. A step depends on the
 * block, the parameters and the named randomness alone, so that it may be repeated anywhere.
 */
final class BlockNetworks {
  private final Block block;
  private final int classes;
  private final Attached inference;
  private final @Nullable Attached learning;
  private final CsrMatrix attributes;
  private final boolean attributesInLearning;
  private final boolean learnsOnRows;
  private final SparseInput attributeInput;
  private final int[] validation;
  private final RowSet validationRows;

  // What the phase is about; made anew when what it is given changes.
  private @Nullable Phase phase;
  private float @Nullable [][] given;
  private List<Objective> objectives = List.of();
  private List<SparseInput> inputs = List.of();

  /** A network that takes over parameters in every step. */
  private static final class Attached {
    final GraphNetwork network;
    private final float[][] updaterState;

    Attached(NetworkPlan plan, Block block, Workers workers) {
      network =
          plan.onRows()
              .attach(new BlockAdjacency(block, Objects.requireNonNull(plan.types())), workers);
      updaterState = network.state().updaterState();
    }

    GraphNetwork with(float[][] parameters) {
      network.restore(new NetworkState(parameters, updaterState, 0));
      return network;
    }
  }

  BlockNetworks(Block block, StepTask.Networks plans, Workers workers) {
    NetworkPlan ofP = plans.learning();
    this.block = block;
    this.classes = plans.inference().outputs();
    this.inference = new Attached(plans.inference(), block, workers);
    this.learning = ofP == null ? null : new Attached(ofP, block, workers);
    this.attributes = block.features().matrix();
    this.attributesInLearning = ofP != null && ofP.inputs() > classes;
    this.learnsOnRows = ofP != null && ofP.hops().isPresent();
    this.attributeInput = new SparseInput(attributes);
    this.validation = block.targets(Role.VALIDATION);
    this.validationRows = RowSet.of(block.rows(), validation);
  }

  /**
   * Computes the block's share of a step.
   *
   * @param step what is asked
   * @param parameters of the network
   * @param newGiven nothing in pre-training, the annotations in an M-step, the targets in an E-step
   */
  BlockStep.Share share(BlockStep step, float[][] parameters, float[][] newGiven) {
    if (phase != step.phase() || phase != Phase.PRE_TRAINING && given != newGiven) {
      begin(step, newGiven);
    }
    Attached attached =
        step.phase() == Phase.M_STEP
            ? Objects.requireNonNull(learning, "p is not trained")
            : inference;
    GraphNetwork network = attached.with(parameters);
    ConfusionCounts counts = null;
    ValidationRows traced = null;
    if (step.validates() && validation.length > 0) {
      DenseMatrix scores = scores(network);
      counts = counts(scores);
      traced = traced(scores, step.traced());
    }
    if (step.epoch() == 0 || objectives.isEmpty()) {
      return new BlockStep.Share(null, 0, 0, counts, traced);
    }
    Gradient sum = new Gradient(network.parameterCount());
    RandomStream random = step.random().forRows(block.nodes());
    for (int i = 0; i < objectives.size(); i++) {
      network.addGradient(inputs.get(i), objectives.get(i), step.epoch(), random.derive(i), sum);
    }
    return new BlockStep.Share(sum.values(), sum.loss(), sum.weight(), counts, traced);
  }

  private void begin(BlockStep step, float[][] newGiven) {
    phase = step.phase();
    given = newGiven;
    List<DenseMatrix> towards = new ArrayList<>();
    if (phase == Phase.PRE_TRAINING) {
      towards.add(labels());
    } else {
      for (int i = 0; i < count(newGiven); i++) {
        towards.add(DenseMatrix.wrap(block.rows(), classes, newGiven[i]));
      }
    }
    inputs =
        phase == Phase.M_STEP
            ? inputsOfLearning(newGiven).map(SparseInput::new).toList()
            : List.of(attributeInput);
    int[] nodes = phase == Phase.PRE_TRAINING ? block.targets(Role.TRAINING) : block.targets();
    objectives =
        nodes.length == 0
            ? List.of()
            : towards.stream().map(distributions -> objective(distributions, nodes, step)).toList();
  }

  /** How many annotations or targets there are, apart from propagated ones. */
  private int count(float[][] ofPhase) {
    return phase == Phase.M_STEP && learnsOnRows ? ofPhase.length / 2 : ofPhase.length;
  }

  /**
   * The annotations, or where p is trained on rows what became of them, which is given after them.
   */
  private Stream<CsrMatrix> inputsOfLearning(float[][] ofPhase) {
    return Arrays.stream(ofPhase, ofPhase.length - count(ofPhase), ofPhase.length)
        .map(values -> DenseMatrix.wrap(block.rows(), values.length / block.rows(), values))
        .map(rows -> LearningGraphNetwork.input(rows, attributesInLearning ? attributes : null));
  }

  private DenseMatrix labels() {
    DenseMatrix labels = DenseMatrix.zeros(block.rows(), classes);
    for (int row : block.targets(Role.TRAINING)) {
      labels.set(row, block.label(row), 1f);
    }
    return labels;
  }

  private Objective objective(DenseMatrix distributions, int[] nodes, BlockStep step) {
    GroupWeights groups = phase == Phase.E_STEP ? step.groups() : null;
    float[] weights = new float[nodes.length];
    double sum = 0;
    for (int i = 0; i < nodes.length; i++) {
      weights[i] =
          groups == null
              ? weight(nodes[i], step)
              : groups.share(block, nodes[i], distributions.data());
      sum += weights[i];
    }
    if (groups != null) {
      return new SoftmaxCrossEntropy(
          Targets.summed(distributions, nodes, weights, sum / groups.groups()));
    }
    return new SoftmaxCrossEntropy(Targets.weighted(distributions, nodes, weights));
  }

  /** Class weights act where q learns true labels. */
  private float weight(int node, BlockStep step) {
    byte role = block.role(node);
    if (role == Role.UNLABELLED) {
      return step.sampledWeight();
    }
    float[] ofClasses = phase == Phase.M_STEP ? null : step.classWeights();
    return ofClasses == null || role != Role.TRAINING ? 1 : ofClasses[block.label(node)];
  }

  private ConfusionCounts counts(DenseMatrix scores) {
    ConfusionCounts counts = new ConfusionCounts(classes);
    for (int row : validation) {
      counts.add(block.label(row), scores.data(), row * classes);
    }
    return counts;
  }

  private @Nullable ValidationRows traced(DenseMatrix scores, @Nullable ValidationSample wanted) {
    if (wanted == null) {
      return null;
    }
    int[] rows = IntStream.of(validation).filter(row -> wanted.has(block.nodes()[row])).toArray();
    return ValidationRows.of(rows, block.nodes(), block.labels(), scores.data());
  }

  /** With several annotations the mean of the logarithms, as Eq. 10 asks for. */
  private DenseMatrix scores(GraphNetwork network) {
    if (inputs.size() == 1) {
      return network.evaluate(inputs.get(0), validationRows);
    }
    DenseMatrix distributions = DenseMatrix.zeros(block.rows(), classes);
    SampleMean.distributions(
        inputs.size(),
        sample -> network.evaluate(inputs.get(sample)),
        DenseMatrix.zeros(block.rows(), classes),
        distributions);
    return distributions;
  }
}
