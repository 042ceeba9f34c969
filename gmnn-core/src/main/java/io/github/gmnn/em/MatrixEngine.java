package io.github.gmnn.em;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.Objective;
import io.github.gmnn.network.Targets;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.network.internal.Posterior;
import io.github.gmnn.network.internal.SampledSteps;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.internal.Score;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes EM on matrices of this process: a row per node, a column per class. What q is, its
 * subclasses know.
 */
abstract class MatrixEngine implements Engine<List<DenseMatrix>, DenseMatrix> {
  final Settings settings;
  final int[] trainingNodes;
  final int[] allNodes;

  /**
   * They act where true labels are learned. Distributions of q and p say how frequent classes are,
   * and weighted again they would drive each other to the rarest class.
   */
  final float @Nullable [] classWeights;

  final Validation validation;
  private final Annotator annotator;
  private final int nodes;
  private final int classes;
  private final DenseMatrix targets;

  /** p, where it is trained. */
  private final @Nullable LearningGraphNetwork p;

  /** p's steps on samples of the graph, where they are not on all of it. */
  private final @Nullable SampledSteps sampledP;

  /** Whether anything asks what p predicted in its best epoch. */
  private final boolean keepsPredictions;

  private final DenseMatrix bestPredictions;
  private List<DenseMatrix> annotations = List.of();

  MatrixEngine(FitPlan<?> plan, CsrMatrix attributes, RandomStream random, Workers workers) {
    Graph<?> graph = plan.graph();
    this.settings = plan.settings();
    this.nodes = graph.nodeCount();
    this.classes = graph.classes().size();
    this.trainingNodes = graph.trainingNodes();
    this.allNodes = IntStream.range(0, nodes).toArray();
    this.classWeights = ClassWeights.of(settings, graph);
    this.validation = new Validation(graph, settings.get(TrainerSettings.VALIDATION_METRIC));
    this.annotator = new Annotator(graph, settings.get(TrainerSettings.APPROXIMATION), random);
    this.targets = zeros();
    this.p = plan.trainsLearning() ? learning(plan, attributes, random, workers) : null;
    this.sampledP = p == null ? null : Sampling.steps(plan, p, workers);
    this.keepsPredictions =
        p != null && settings.get(TrainerSettings.PREDICTOR) != Predictor.INFERENCE;
    this.bestPredictions = DenseMatrix.zeros(keepsPredictions ? nodes : 0, classes);
  }

  private LearningGraphNetwork learning(
      FitPlan<?> plan, CsrMatrix attributes, RandomStream random, Workers workers) {
    LearningGraphNetwork network =
        new LearningGraphNetwork(
            plan.learning(),
            plan.graph().adjacency(),
            settings.get(TrainerSettings.ATTRIBUTES_IN_LEARNING) ? attributes : null,
            classes,
            workers);
    network.initialize(Streams.initialLearning(random));
    network.addListeners(settings.get(TrainerSettings.LEARNING_LISTENERS));
    return network;
  }

  /** The steps of a stage. */
  interface Steps {
    double step(int epoch, RandomStream random);
  }

  final DenseMatrix zeros() {
    return DenseMatrix.zeros(nodes, classes);
  }

  @Override
  public abstract Posterior inference();

  @Override
  public final LearningGraphNetwork learning() {
    if (p == null) {
      throw new IllegalStateException("p is not trained");
    }
    return p;
  }

  /** Returns whether there is a p. */
  public final boolean trainsLearning() {
    return p != null;
  }

  /** Starts p from new weights. */
  public final void startLearning(RandomStream initial) {
    learning().initialize(initial);
  }

  /** Makes the label of every labelled node certain. */
  final void setTrueLabels(DenseMatrix distributions) {
    annotator.setTrueLabels(distributions);
  }

  /** The labels of the labelled nodes; nothing for all others. */
  final DenseMatrix labels() {
    targets.fill(0f);
    setTrueLabels(targets);
    return targets;
  }

  @Override
  public final List<DenseMatrix> annotate(int iteration, int round) {
    return annotator.annotate(inference(), iteration, round);
  }

  /** What p learns of an annotation. */
  abstract Targets learned(DenseMatrix annotation);

  @Override
  public final Training towardsAnnotations(List<DenseMatrix> given, Phase.Planned phase) {
    give(given);
    LearningGraphNetwork network = learning();
    Steps steps = steps(network, given.stream().map(this::learned).toList());
    return new Training() {
      @Override
      public double train(int epoch, RandomStream random) {
        return steps.step(epoch, random);
      }

      @Override
      public @Nullable Score validate(boolean withLoss) {
        if (given.size() == 1) {
          return validation.of(network::scores, withLoss);
        }
        double metric = validation.metric(network.distributions());
        return Double.isNaN(metric) ? null : Score.of(metric);
      }

      @Override
      public void kept() {
        if (keepsPredictions) {
          bestPredictions.copyFrom(network.distributions());
        }
      }
    };
  }

  /** The steps of p towards an annotation or several. */
  private Steps steps(LearningGraphNetwork network, List<Targets> annotated) {
    Objective.Factory objective = settings.get(TrainerSettings.LEARNING_OBJECTIVE);
    if (sampledP != null) {
      return sampledP.towards(network.inputsOfSamples(), annotated, objective)::step;
    }
    List<Objective> objectives = annotated.stream().map(objective::of).toList();
    return (epoch, random) -> network.train(objectives, epoch, random);
  }

  @Override
  public final DenseMatrix predictions(List<DenseMatrix> given, Phase.Planned phase) {
    give(given);
    targets.copyFrom(learning().distributions());
    setTrueLabels(targets);
    return targets;
  }

  @Override
  public final void release(List<DenseMatrix> given) {
    if (annotations == given) {
      learning().annotate(List.of());
      annotations = List.of();
    }
  }

  /** Makes annotations p's input, if they are not. */
  private void give(List<DenseMatrix> newAnnotations) {
    if (annotations != newAnnotations) {
      learning().annotate(newAnnotations);
      annotations = newAnnotations;
    }
  }

  /** What q predicts as it is. */
  final DenseMatrix inferenceDistributions() {
    DenseMatrix distributions = zeros();
    Dense.softmax(inference().logits(), 1, distributions);
    return distributions;
  }

  /** What q predicts for the validation nodes as it is; other rows hold anything. */
  final DenseMatrix validationDistributions() {
    DenseMatrix distributions = zeros();
    Dense.softmax(inference().logits(validation.rows()), 1, distributions);
    return distributions;
  }

  /** q's parameters, or null if it is no network. */
  abstract float @Nullable [][] inferenceParameters();

  /** q's last hidden layer, or null if it has none. */
  abstract @Nullable DenseMatrix embeddings();

  /** What p predicted in its best epoch, or null if q alone predicts. */
  final @Nullable DenseMatrix learningDistributions() {
    return keepsPredictions ? bestPredictions : null;
  }

  @Override
  public final void save(Checkpoint.Builder to) {
    to.state("q", inference().state());
    if (p != null) {
      to.state("p", p.state());
    }
    if (keepsPredictions) {
      to.array("distributionsOfP", bestPredictions.data());
    }
  }

  @Override
  public final void restore(Checkpoint from) throws ModelFormatException {
    inference().restore(from.state("q"));
    if (p != null) {
      p.restore(from.state("p"));
    }
    if (keepsPredictions) {
      copy(from, "distributionsOfP", bestPredictions);
    }
  }

  static void copy(Checkpoint from, String name, DenseMatrix to) throws ModelFormatException {
    float[] values = from.array(name, to.data().length);
    to.copyFrom(DenseMatrix.wrap(to.rows(), to.columns(), values));
  }
}
