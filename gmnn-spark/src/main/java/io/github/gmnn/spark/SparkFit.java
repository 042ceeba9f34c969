package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Softmax;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.Gradient;
import io.github.gmnn.network.GraphNetwork;
import io.github.gmnn.network.LearningNetwork;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Trainable;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.ClassWeighting;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.Best;
import io.github.gmnn.training.internal.CheckpointPlan;
import io.github.gmnn.training.internal.EpochLoop;
import io.github.gmnn.training.internal.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * The stages of {@code EmAlgorithm} on a graph in parts: blocks compute losses and gradients, the
 * driver updates, and between the stages q and p are evaluated on the whole graph. The driver holds
 * nothing that grows with the nodes.
 */
final class SparkFit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SparkFit.class);
  private static final String KIND = "spark classifier";

  /** With fewer validation nodes the temperature is 1. */
  private static final int FEWEST_CALIBRATING = 30;

  /** So many predictions of validation nodes come to the driver; of more a sample does. */
  private static final int MOST_CALIBRATING = 100_000;

  private final FitSettings settings;
  private final PartitionedGraph graph;
  private final Blocks blocks;
  private final Broadcast<StepTask.Networks> networks;
  private final Inference exact;
  private final int classes;
  private final NetworkDefinition inference;
  private final NetworkDefinition learning;
  private final NetworkPlan planOfQ;
  private final @Nullable NetworkPlan planOfP;
  private final GraphNetwork q;
  private final @Nullable GraphNetwork p;
  private final float @Nullable [] classWeights;
  private final float sampledWeight;
  private final boolean validates;
  private final EpochLoop loop;
  private final Best bestPretrained = new Best("bestPretrained");
  private final Best bestInference = new Best("bestInference");
  private final Best bestLearning = new Best("bestLearning");

  /** q as it was when it annotated the nodes last: what the annotations are made of again. */
  private float @Nullable [][] annotating;

  /** By part: what p is given. */
  private @Nullable JavaRDD<float[][]> annotations;

  SparkFit(FitSettings settings, PartitionedGraph graph) {
    this.settings = settings;
    this.graph = graph;
    this.exact = new Inference(graph);
    this.classes = graph.classes().size();
    check();
    this.inference = graph.types().complete(settings.inference());
    this.learning = graph.types().complete(settings.learning());
    this.planOfQ = NetworkPlan.of(inference, graph.features(), classes, graph.types());
    this.planOfP =
        settings.emIterations() == 0
            ? null
            : NetworkPlan.of(
                learning,
                classes + (settings.attributesInLearning() ? graph.features() : 0),
                classes,
                graph.types());
    Sight sight =
        Sight.of(
            planOfP == null
                ? List.of(trainingPropagations(planOfQ))
                : List.of(trainingPropagations(planOfQ), trainingPropagations(planOfP)));
    describe("make blocks");
    this.blocks =
        Blocks.of(
            graph,
            settings.blocks(),
            sight,
            settings.targets(),
            Neighbours.of(settings.maxNeighbors(), settings.seed()),
            planOfQ.hops(),
            settings.seed());
    this.networks = graph.context().broadcast(new StepTask.Networks(planOfQ, planOfP));
    RandomStream random = RandomStream.of(settings.seed());
    this.q = planOfQ.attach(dot());
    q.initialize(random.derive("initial q"));
    this.p = planOfP == null ? null : planOfP.attach(dot());
    if (p != null) {
      p.initialize(random.derive("initial p"));
    }
    this.classWeights = classWeights();
    this.sampledWeight = sampledWeight();
    this.validates = graph.validationCount() > 0;
    this.loop =
        new EpochLoop(
            settings.patience(),
            settings.listeners(),
            () -> Thread.currentThread().isInterrupted());
    if (settings.checkpoint() != null) {
      loop.checkpoint(
          new CheckpointPlan(Path.of("checkpoint"), settings.checkpointInterval(), null),
          ignored -> write(settings.checkpoint()));
    }
  }

  /** What training propagates; a network that is evaluated in parts can also be trained so. */
  private static List<Wanted> trainingPropagations(NetworkPlan plan) {
    plan.onGraph().propagations(false);
    return plan.onRows().propagations(false);
  }

  private void check() {
    if (classes < 2) {
      throw new IllegalArgumentException(
          "the labels have the classes "
              + graph.classes()
              + ", classification needs at least 2: add labels of another class");
    }
    if (trainingCount() == 0) {
      throw new IllegalArgumentException(
          "there is no labelled vertex to train on ("
              + graph.validationCount()
              + " are held for validation): label at least one more");
    }
  }

  private long trainingCount() {
    long sum = 0;
    for (long count : graph.trainingCounts()) {
      sum += count;
    }
    return sum;
  }

  /** A graph of one node: parameters and updaters need no more. */
  private static Adjacency dot() {
    return Adjacency.of(CsrMatrix.of(1, 1, new int[] {0, 0}, new int[0], new float[0]));
  }

  private float @Nullable [] classWeights() {
    if (settings.weighting() == ClassWeighting.UNIFORM) {
      return null;
    }
    float[] weights = new float[classes];
    for (int c = 0; c < classes; c++) {
      weights[c] = trainingCount() / (classes * Math.max(1f, graph.trainingCounts()[c]));
    }
    return weights;
  }

  /** What a target without a label counts for, so that together they count as all such nodes. */
  private float sampledWeight() {
    long unlabelled = graph.nodes() - trainingCount() - graph.validationCount();
    return blocks.sampled() == 0 ? 1f : (float) ((double) unlabelled / blocks.sampled());
  }

  private void describe(@Nullable String what) {
    graph.context().sc().setJobDescription(what == null ? null : "GMNN: " + what);
  }

  Blocks blocks() {
    return blocks;
  }

  /** Runs the stages and leaves the networks in their best states. */
  void run() {
    Failures.unwrap(
        () -> {
          loop.run(stages(), RandomStream.of(settings.seed()));
          return null;
        });
    restoreBest();
    if (bestLearning.exists()) {
      bestLearning.restoreTo(p);
    }
    describe(null);
  }

  private List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    stages.add(new PreTraining());
    for (int iteration = 1; iteration <= settings.emIterations(); iteration++) {
      stages.add(new MStep(iteration));
      stages.add(new EStep(iteration));
    }
    return stages;
  }

  /**
   * A stage that trains on blocks. One job an epoch: what tells the validation metric of the
   * parameters brings their next gradient along.
   */
  private abstract class BlockStage extends Stage {
    private final Phase phase;
    private final int epochs;
    private final GraphNetwork network;
    private final Selection selection;
    private @Nullable JavaRDD<float[][]> kept;
    private JavaRDD<Tuple2<Block, float[][]>> given;
    private @Nullable Gradient ahead;
    private double validationLoss;
    private int epoch;

    BlockStage(
        Phase phase,
        int iteration,
        int epochs,
        Best best,
        GraphNetwork network,
        Selection selection) {
      super(phase, iteration, epochs, best);
      this.phase = phase;
      this.epochs = epochs;
      this.network = network;
      this.selection = selection;
      this.given = blocks.blocks().map(block -> new Tuple2<>(block, new float[0][]));
    }

    final void give(JavaRDD<float[][]> newGiven) {
      kept = newGiven;
      given = blocks.blocks().zip(newGiven).map(pair -> pair);
    }

    @Override
    protected final Trainable network() {
      return network;
    }

    @Override
    protected final double train(int newEpoch, RandomStream random) {
      epoch = newEpoch;
      Gradient gradient = ahead == null ? ask(epoch, false).gradient : ahead;
      ahead = null;
      network.apply(gradient);
      return gradient.meanLoss();
    }

    @Override
    protected final double validate() {
      if (!validates) {
        return Double.NaN;
      }
      BlockSum sum = ask(epoch < epochs ? epoch + 1 : 0, true);
      ahead = sum.gradient;
      validationLoss = sum.votes.meanLoss();
      return sum.votes.of(settings.metric());
    }

    @Override
    protected final double validationLoss() {
      boolean needed =
          settings.pretrainSelection().needsLoss() || settings.inferenceSelection().needsLoss();
      return needed && phase != Phase.M_STEP ? validationLoss : Double.NaN;
    }

    @Override
    protected final Selection selection() {
      return selection;
    }

    private BlockSum ask(int ofEpoch, boolean validation) {
      describe(
          (phase == Phase.PRE_TRAINING
                  ? "pre-training"
                  : (phase == Phase.M_STEP ? "M-step " : "E-step ") + iteration())
              + ", epoch "
              + (ofEpoch == 0 ? epoch : ofEpoch));
      Broadcast<float[][]> parameters = graph.context().broadcast(network.parameters());
      Step step =
          new Step(
              phase,
              iteration(),
              ofEpoch,
              validation,
              parameters,
              settings.seed(),
              classWeights,
              sampledWeight);
      BlockSum sum = BlockSum.of(given, new StepTask(step, networks), blocks.count(), classes);
      parameters.destroy(false);
      return sum;
    }

    @Override
    protected void end() {
      if (kept != null) {
        kept.unpersist();
      }
    }
  }

  /** Pre-training: q learns the labels of the labelled nodes alone (Eq. 11). */
  private final class PreTraining extends BlockStage {
    PreTraining() {
      super(
          Phase.PRE_TRAINING,
          0,
          settings.pretrainEpochs(),
          bestPretrained,
          q,
          settings.pretrainSelection());
    }

    @Override
    protected void end() {
      super.end();
      bestPretrained.restoreTo(q);
    }
  }

  /** M-step: p learns to predict the annotations of nodes from those around them (Eq. 13, 14). */
  private final class MStep extends BlockStage {
    MStep(int iteration) {
      super(Phase.M_STEP, iteration, settings.learningEpochs(), bestLearning, p, Selection.METRIC);
    }

    @Override
    protected void begin(boolean resumed) {
      annotating = resumed ? annotating : q.parameters();
      annotate(iteration());
      describe("M-step " + iteration() + ", annotations to blocks");
      List<JavaRDD<float[]>> propagated = propagatedAnnotations();
      give(blocks.collect(appended(annotations, propagated)));
      propagated.forEach(JavaRDD::unpersist);
    }
  }

  /** E-step: q learns p's predictions on unlabelled nodes, the labels on labelled ones (Eq. 12). */
  private final class EStep extends BlockStage {
    EStep(int iteration) {
      super(
          Phase.E_STEP,
          iteration,
          settings.inferenceEpochs(),
          bestInference,
          q,
          settings.inferenceSelection());
    }

    @Override
    protected void begin(boolean resumed) {
      if (annotations == null) {
        annotate(iteration());
      }
      describe("E-step " + iteration() + ", p on the whole graph");
      JavaRDD<float[][]> targets = targets();
      describe("E-step " + iteration() + ", targets to blocks");
      give(blocks.collect(targets));
      targets.unpersist();
      annotations.unpersist();
      annotations = null;
    }
  }

  /** Annotates all nodes by q as it was when the M-step began (Eq. 9). */
  private void annotate(int iteration) {
    describe("M-step " + iteration + ", q on the whole graph");
    if (annotations != null) {
      annotations.unpersist();
    }
    JavaRDD<float[]> logits =
        exact.evaluate(planOfQ, annotating, nothing(), SparkFit::attributes, false);
    Annotation annotation = settings.annotation();
    int columns = classes;
    long seed = settings.seed();
    annotations =
        graph
            .parts()
            .zip(logits)
            .map(pair -> annotation.annotate(pair._1, pair._2, columns, seed, iteration))
            .persist(StorageLevel.MEMORY_AND_DISK());
    annotations.count();
    logits.unpersist();
  }

  /** Where p is trained on rows: what becomes of each annotation by its hops. */
  private List<JavaRDD<float[]>> propagatedAnnotations() {
    List<JavaRDD<float[]>> propagated = new ArrayList<>();
    int columns = classes;
    for (int s = 0; planOfP.hops().isPresent() && s < samples(); s++) {
      int sample = s;
      propagated.add(
          exact.evaluate(
              NetworkPlan.ofHops(planOfP.hops().get(), classes),
              new float[0][],
              annotations,
              (part, given) -> inputOfP(part, given[sample], columns, false),
              false));
    }
    return propagated;
  }

  private static JavaRDD<float[][]> appended(
      JavaRDD<float[][]> first, List<JavaRDD<float[]>> others) {
    JavaRDD<float[][]> all = first;
    for (JavaRDD<float[]> other : others) {
      all = all.zip(other).map(pair -> Inference.appended(pair._1, pair._2));
    }
    return all;
  }

  private int samples() {
    return settings.annotation().name().equals("multi") ? settings.annotation().samples() : 1;
  }

  private JavaRDD<float[][]> nothing() {
    return graph.parts().map(part -> new float[0][]);
  }

  static CsrMatrix attributes(Part part, float[][] given) {
    return part.vertices().features().matrix();
  }

  /** What p predicts (Eq. 10), and the labels where they are known. */
  private JavaRDD<float[][]> targets() {
    int columns = classes;
    boolean withAttributes = settings.attributesInLearning();
    List<JavaRDD<float[]>> logits = new ArrayList<>();
    for (int s = 0; s < samples(); s++) {
      int sample = s;
      logits.add(
          exact.evaluate(
              planOfP,
              p.parameters(),
              annotations,
              (part, given) -> inputOfP(part, given[sample], columns, withAttributes),
              false));
    }
    JavaRDD<float[][]> targets =
        graph
            .parts()
            .zip(appended(nothing(), logits))
            .map(pair -> targets(pair._1, pair._2, columns))
            .persist(StorageLevel.MEMORY_AND_DISK());
    targets.count();
    logits.forEach(JavaRDD::unpersist);
    return targets;
  }

  private static CsrMatrix inputOfP(
      Part part, float[] annotation, int classes, boolean withAttributes) {
    return LearningNetwork.input(
        DenseMatrix.wrap(part.nodes(), classes, annotation),
        withAttributes ? part.vertices().features().matrix() : null);
  }

  private static float[][] targets(Part part, float[][] logits, int classes) {
    DenseMatrix distributions = DenseMatrix.zeros(part.nodes(), classes);
    if (logits.length == 1) {
      Softmax.softmax(DenseMatrix.wrap(part.nodes(), classes, logits[0]), 1, distributions);
    } else {
      DenseMatrix sum = DenseMatrix.zeros(part.nodes(), classes);
      for (float[] ofSample : logits) {
        Softmax.logSoftmax(DenseMatrix.wrap(part.nodes(), classes, ofSample), distributions);
        for (int i = 0; i < ofSample.length; i++) {
          sum.data()[i] += distributions.data()[i] / logits.length;
        }
      }
      Softmax.softmax(sum, 1, distributions);
    }
    Annotation.setLabels(part, distributions.data(), classes);
    return new float[][] {distributions.data()};
  }

  /** Returns q to the best epoch of the E-steps, or to what it was before if that was better. */
  private void restoreBest() {
    boolean worse = bestInference.isWorseThan(bestPretrained, settings.inferenceSelection());
    if (worse && settings.emGuard()) {
      LOG.info(
          "q is returned as it was before EM: validation {} before it, {} after it",
          bestPretrained.metric(),
          bestInference.metric());
      bestPretrained.restoreTo(q);
    } else if (bestInference.exists()) {
      bestInference.restoreTo(q);
    }
  }

  /** q, with the relations that it has weights for. */
  NetworkDefinition inference() {
    return inference;
  }

  NetworkDefinition learning() {
    return learning;
  }

  /**
   * The temperature that the validation nodes choose, by what q predicts for them on the whole
   * graph: by what it predicts on blocks it would be that of sampled neighbours. One more
   * evaluation of q.
   */
  double temperature() {
    if (settings.calibration() == Calibration.NONE
        || graph.validationCount() < FEWEST_CALIBRATING) {
      return 1;
    }
    describe("calibration, q on the whole graph");
    JavaRDD<float[]> logits =
        exact.evaluate(planOfQ, q.parameters(), nothing(), SparkFit::attributes, false);
    int columns = classes;
    double share = Math.min(1, (double) MOST_CALIBRATING / graph.validationCount());
    long seed = settings.seed();
    List<Validated> collected =
        Failures.unwrap(
            () ->
                graph
                    .parts()
                    .zip(logits)
                    .map(pair -> Validated.of(pair._1, pair._2, columns, share, seed))
                    .collect());
    logits.unpersist();
    describe(null);
    return Validated.temperature(collected, classes);
  }

  float[][] inferenceParameters() {
    return q.parameters();
  }

  float @Nullable [][] learningParameters() {
    return bestLearning.exists() ? p.parameters() : null;
  }

  TrainingHistory history() {
    return loop.history();
  }

  private List<Best> bests() {
    return List.of(bestPretrained, bestInference, bestLearning);
  }

  private void write(String path) throws IOException {
    Checkpoint.Builder builder = new Checkpoint.Builder().loop(loop, bests());
    builder.state("q", q.state());
    if (p != null) {
      builder.state("p", p.state());
    }
    if (annotating != null) {
      float[][] none = new float[annotating.length][0];
      builder.state("annotating", new NetworkState(annotating, none, 0));
    }
    Checkpoint checkpoint = builder.build(KIND, fingerprint(), sizes(), loop.history());
    ClusterFiles.write(graph.context(), path, checkpoint::write);
  }

  /** Goes on from a checkpoint of the same settings and a graph of the same sizes. */
  void resume(Checkpoint from) throws ModelFormatException {
    from.requireOf(KIND, fingerprint(), sizes());
    from.resume(loop, bests());
    try {
      loop.check(stages());
      q.restore(from.state("q"));
      if (p != null) {
        p.restore(from.state("p"));
      }
      annotating =
          from.states().containsKey("annotating") ? from.state("annotating").parameters() : null;
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException("the checkpoint does not fit: " + e.getMessage(), e);
    }
  }

  private String fingerprint() {
    return settings.described().toString();
  }

  private String sizes() {
    return graph.nodes()
        + " nodes, "
        + graph.features()
        + " features, classes "
        + graph.classes()
        + ", labels "
        + Arrays.toString(graph.trainingCounts())
        + ", validation "
        + graph.validationCount()
        + ", "
        + graph.types();
  }

  @Override
  public void close() {
    if (annotations != null) {
      annotations.unpersist();
    }
    blocks.close();
    networks.destroy();
  }
}
