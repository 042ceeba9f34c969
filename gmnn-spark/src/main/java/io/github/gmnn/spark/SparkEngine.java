package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.ClassWeights;
import io.github.gmnn.em.ConfidentEngine;
import io.github.gmnn.em.LabelAgreement;
import io.github.gmnn.em.Streams;
import io.github.gmnn.em.Training;
import io.github.gmnn.em.Validation;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.Gradient;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.network.internal.SampleMean;
import io.github.gmnn.spark.block.BlockStep;
import io.github.gmnn.spark.block.BlockSteps;
import io.github.gmnn.spark.block.BlockSum;
import io.github.gmnn.spark.block.Blocks;
import io.github.gmnn.spark.block.GroupWeights;
import io.github.gmnn.spark.block.ReceptiveField;
import io.github.gmnn.spark.block.StepTask;
import io.github.gmnn.spark.exchange.FullGraphInference;
import io.github.gmnn.spark.exchange.NetworkPlan;
import io.github.gmnn.spark.layout.LabelPairs;
import io.github.gmnn.spark.layout.NeighborSampling;
import io.github.gmnn.spark.layout.Part;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.PendingPropagation;
import io.github.gmnn.spark.layout.ValidationRows;
import io.github.gmnn.spark.layout.ValidationSample;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.internal.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * Computes EM on a graph in parts: blocks compute losses and gradients, the driver updates, and
 * between the stages q and p are evaluated on the whole graph. The driver holds nothing that grows
 * with the nodes; annotations and targets, an entry per part, stay with the executors.
 */
final class SparkEngine
    implements ConfidentEngine<JavaRDD<float[][]>, JavaRDD<float[][]>>, AutoCloseable {
  private final FitSettings settings;
  private final PartitionedGraph graph;
  private final Blocks blocks;
  private final Broadcast<StepTask.Networks> networks;
  private final FullGraphInference exact;
  private final int classes;
  private final Driver driver;
  private final float @Nullable [] classWeights;
  private final float sampledWeight;

  private final Workers workers;
  private final Held held = new Held();

  /** The validation nodes whose predictions come to the driver. */
  private final ValidationSample sample;

  private final Validation validation;

  /** Those of them whose logits are kept of some epochs. */
  private final ValidationSample traced;

  private SparkEngine(
      FitSettings settings,
      PartitionedGraph graph,
      Driver driver,
      ValidationRows known,
      Blocks blocks) {
    this.settings = settings;
    this.graph = graph;
    this.driver = driver;
    this.blocks = blocks;
    this.exact = new FullGraphInference(graph);
    this.classes = graph.classes().size();
    this.networks =
        graph.context().broadcast(new StepTask.Networks(driver.planOfQ, driver.planOfP));
    this.classWeights = ClassWeights.of(settings.weighting(), graph.trainingCounts());
    long unlabelled = graph.nodes() - graph.trainingCount() - graph.validationCount();
    // together, the targets without a label count as all nodes without one
    this.sampledWeight =
        blocks.sampled() == 0 ? 1f : (float) ((double) unlabelled / blocks.sampled());
    this.workers = settings.driver().workers();
    blocks.toDriver(settings.driver().bytes(), driver.bytesPerRow());
    this.sample = sample(settings, graph);
    this.validation = Validation.ofRows(known.labels(), classes, settings.metric());
    this.traced =
        sample.upTo(validation.traced() == 0 ? -1 : known.nodes()[validation.traced() - 1]);
  }

  private static ValidationSample sample(FitSettings settings, PartitionedGraph graph) {
    return ValidationSample.of(graph.validationCount(), settings.seed());
  }

  /** The numbers and labels of the validation nodes that the driver knows. */
  private static ValidationRows validationNodes(FitSettings settings, PartitionedGraph graph) {
    if (graph.validationCount() == 0) {
      return ValidationRows.joined(List.of());
    }
    ValidationSample wanted = sample(settings, graph);
    return ValidationRows.joined(
        graph.parts().map(part -> ValidationRows.of(part, new float[0], wanted)).collect());
  }

  /** Makes the networks, and then the blocks: what may be refused is, before jobs run. */
  static SparkEngine of(FitSettings settings, PartitionedGraph graph) {
    Driver driver = new Driver(settings, graph);
    graph.describeJobs("make blocks");
    ValidationRows known = validationNodes(settings, graph);
    return new SparkEngine(settings, graph, driver, known, driver.blocks());
  }

  /** The networks on the driver, attached to a graph of one node: updates need no more. */
  private static final class Driver {
    final FitSettings settings;
    final PartitionedGraph graph;
    final NetworkDefinition inference;
    final NetworkDefinition learning;
    final NetworkPlan planOfQ;
    final @Nullable NetworkPlan planOfP;
    final GraphNetwork q;
    final @Nullable GraphNetwork p;

    Driver(FitSettings settings, PartitionedGraph graph) {
      this.settings = settings;
      this.graph = graph;
      int classes = graph.classes().size();
      this.inference = graph.complete(settings.inference());
      this.learning = graph.complete(settings.learning());
      RandomStream random = RandomStream.of(settings.seed());
      int beside = settings.attributesInLearning() ? graph.features() : 0;
      this.planOfQ = NetworkPlan.of(inference, graph.features(), classes, graph.types());
      this.q = network(planOfQ, Streams.initialInference(random));
      if (!settings.trainsLearning()) {
        this.planOfP = null;
        this.p = null;
      } else {
        this.planOfP = NetworkPlan.of(learning, classes + beside, classes, graph.types());
        this.p = network(planOfP, Streams.initialLearning(random));
      }
    }

    /** About what the networks need for a row: values, gradients and what lies between. */
    long bytesPerRow() {
      return 24L * (planOfQ.units() + (planOfP == null ? 0 : planOfP.units()));
    }

    private static GraphNetwork network(NetworkPlan plan, RandomStream initial) {
      plan.onGraph().propagations(false); // says which layer it is that cannot
      CsrMatrix dot = CsrMatrix.of(1, 1, new int[] {0, 0}, new int[0], new float[0]);
      GraphNetwork network = plan.attach(Adjacency.of(dot));
      network.initialize(initial);
      return network;
    }

    Blocks blocks() {
      List<List<PendingPropagation>> propagations = new ArrayList<>();
      propagations.add(planOfQ.onRows().propagations(false));
      if (planOfP != null) {
        propagations.add(planOfP.onRows().propagations(false));
      }
      return Blocks.of(
          graph,
          settings.blocks(),
          ReceptiveField.of(propagations),
          settings.targets(),
          NeighborSampling.of(settings.maxNeighbors(), settings.seed()),
          planOfQ.hops(),
          settings.seed());
    }
  }

  /** q, with the relations that it has weights for. */
  NetworkDefinition definitionOfQ() {
    return driver.inference;
  }

  NetworkDefinition definitionOfP() {
    return driver.learning;
  }

  Blocks blocks() {
    return blocks;
  }

  @Override
  public GraphNetwork inference() {
    return driver.q;
  }

  @Override
  public GraphNetwork learning() {
    if (driver.p == null) {
      throw new IllegalStateException("p is not trained");
    }
    return driver.p;
  }

  private NetworkPlan planOfP() {
    return Objects.requireNonNull(driver.planOfP, "p is not trained");
  }

  /**
   * Trains on blocks. One job an epoch: what tells the validation metric of the parameters brings
   * their next gradient along.
   */
  private final class BlockTraining implements Training {
    private final Phase.Planned phase;
    private final GraphNetwork network;
    private final BlockSteps steps;
    private final @Nullable GroupWeights groups;
    private final Runnable atEnd;
    private @Nullable Gradient ahead;
    private int epoch;

    /** Trains q on what the blocks have themselves. */
    BlockTraining(Phase.Planned phase) {
      this.phase = phase;
      this.network = inference();
      this.steps = steps(null);
      this.groups = null;
      this.atEnd = () -> {};
    }

    /** Trains a network on what blocks are given, an entry each. */
    BlockTraining(
        Phase.Planned phase,
        GraphNetwork network,
        JavaRDD<float[][]> byBlock,
        @Nullable GroupWeights groups) {
      this.phase = phase;
      this.network = network;
      this.steps = steps(held.hold(byBlock));
      this.groups = groups;
      this.atEnd = () -> release(byBlock);
    }

    @Override
    public double train(int newEpoch, RandomStream random) {
      epoch = newEpoch;
      Gradient gradient =
          ahead == null ? Objects.requireNonNull(ask(epoch, false).gradient) : ahead;
      ahead = null;
      network.apply(gradient);
      return gradient.meanLoss();
    }

    @Override
    public @Nullable Score validate(boolean withLoss) {
      if (graph.validationCount() == 0) {
        return null;
      }
      BlockSum sum = ask(epoch < phase.epochs() ? epoch + 1 : 0, true);
      ahead = sum.gradient;
      validation.endEpoch(() -> sum.traced.matrix(classes));
      return new Score(
          sum.counts.of(settings.metric()), withLoss ? sum.counts.meanLoss() : Double.NaN);
    }

    private BlockSum ask(int ofEpoch, boolean validates) {
      graph.describeJobs(
          phase.phase().describe(phase.iteration()) + ", epochs",
          "epoch " + (ofEpoch == 0 ? epoch : ofEpoch) + " of " + phase.epochs());
      BlockStep step =
          new BlockStep(
              phase.phase(),
              phase.iteration(),
              ofEpoch,
              validates,
              settings.seed(),
              classWeights,
              sampledWeight,
              groups,
              validates && validation.isTraceDue() ? traced : null);
      return steps.run(step, network.parameters());
    }

    @Override
    public void end() {
      atEnd.run();
    }
  }

  private BlockSteps steps(@Nullable JavaRDD<float[][]> given) {
    return blocks.steps(networks, given, classes, workers);
  }

  private void describe(Phase.Planned phase, String what) {
    graph.describeJobs(phase.phase().describe(phase.iteration()) + ", " + what);
  }

  @Override
  public void release(JavaRDD<float[][]> kept) {
    held.release(kept);
  }

  @Override
  public Training towardsLabels(Phase.Planned phase) {
    return new BlockTraining(phase);
  }

  @Override
  public JavaRDD<float[][]> annotate(int iteration, int round) {
    graph.describeJobs("annotations " + iteration + ", q on the whole graph");
    JavaRDD<float[]> logits = logitsOfQ();
    Annotation annotation = settings.annotation();
    int columns = classes;
    long seed = settings.seed();
    JavaRDD<float[][]> annotations =
        held.made(
            graph
                .parts()
                .zip(logits)
                .map(
                    pair ->
                        annotation.annotate(pair._1, pair._2, columns, seed, iteration, round)));
    logits.unpersist();
    return annotations;
  }

  /** What q as it is says of all nodes; to be unpersisted. */
  JavaRDD<float[]> logitsOfQ() {
    return exact.evaluate(
        driver.planOfQ, inference().parameters(), nothing(), SparkEngine::attributes, false);
  }

  private JavaRDD<float[][]> nothing() {
    return graph.parts().map(part -> new float[0][]);
  }

  static CsrMatrix attributes(Part part, float[][] given) {
    return part.vertices().features().matrix();
  }

  @Override
  public Training towardsAnnotations(JavaRDD<float[][]> annotations, Phase.Planned phase) {
    describe(phase, "annotations to blocks");
    List<JavaRDD<float[]>> propagated = propagated(annotations);
    JavaRDD<float[][]> byBlock = blocks.collect(appended(annotations, propagated));
    propagated.forEach(JavaRDD::unpersist);
    return new BlockTraining(phase, learning(), byBlock, null);
  }

  /** Where p is trained on rows: what becomes of each annotation by its hops. */
  private List<JavaRDD<float[]>> propagated(JavaRDD<float[][]> annotations) {
    int columns = classes;
    return planOfP()
        .hops()
        .map(hops -> NetworkPlan.ofHops(hops, columns))
        .map(hops -> evaluated(hops, new float[0][], annotations, false))
        .orElse(List.of());
  }

  /** What a network says of each sample of the annotations. */
  private List<JavaRDD<float[]>> evaluated(
      NetworkPlan network,
      float[][] parameters,
      JavaRDD<float[][]> annotations,
      boolean withAttributes) {
    int columns = classes;
    List<JavaRDD<float[]>> outputs = new ArrayList<>();
    for (int s = 0; s < settings.annotation().drawn(); s++) {
      int sample = s;
      outputs.add(
          exact.evaluate(
              network,
              parameters,
              annotations,
              (part, given) -> inputOfP(part, given[sample], columns, withAttributes),
              false));
    }
    return outputs;
  }

  private static JavaRDD<float[][]> appended(
      JavaRDD<float[][]> first, List<JavaRDD<float[]>> others) {
    JavaRDD<float[][]> all = first;
    for (JavaRDD<float[]> other : others) {
      all = all.zip(other).map(pair -> FullGraphInference.appended(pair._1, pair._2));
    }
    return all;
  }

  private static CsrMatrix inputOfP(
      Part part, float[] annotation, int classes, boolean withAttributes) {
    return LearningGraphNetwork.input(
        DenseMatrix.wrap(part.nodes(), classes, annotation),
        withAttributes ? part.vertices().features().matrix() : null);
  }

  @Override
  public JavaRDD<float[][]> predictions(JavaRDD<float[][]> annotations, Phase.Planned phase) {
    describe(phase, "p on the whole graph");
    int columns = classes;
    List<JavaRDD<float[]>> logits =
        evaluated(planOfP(), learning().parameters(), annotations, settings.attributesInLearning());
    JavaRDD<float[][]> targets =
        held.made(
            graph
                .parts()
                .zip(appended(nothing(), logits))
                .map(pair -> targets(pair._1, pair._2, columns)));
    logits.forEach(JavaRDD::unpersist);
    return targets;
  }

  private static float[][] targets(Part part, float[][] logits, int classes) {
    DenseMatrix distributions = DenseMatrix.zeros(part.nodes(), classes);
    SampleMean.distributions(
        logits.length,
        sample -> DenseMatrix.wrap(part.nodes(), classes, logits[sample]),
        DenseMatrix.zeros(part.nodes(), classes),
        distributions);
    return withLabels(part, distributions.data());
  }

  private static float[][] withLabels(Part part, float[] distributions) {
    Annotation.setLabels(part, distributions, distributions.length / part.nodes());
    return new float[][] {distributions};
  }

  @Override
  public Training towardsTargets(JavaRDD<float[][]> targets, Phase.Planned phase, boolean resumed) {
    describe(phase, "targets to blocks");
    JavaRDD<float[][]> byBlock = blocks.collect(targets);
    release(targets);
    return new BlockTraining(phase, inference(), byBlock, null);
  }

  @Override
  public boolean trainsLearning() {
    return driver.p != null;
  }

  @Override
  public void startInference(RandomStream initial) {
    inference().initialize(initial);
  }

  @Override
  public void startLearning(RandomStream initial) {
    learning().initialize(initial);
  }

  @Override
  public JavaRDD<float[][]> distributionsWithLabels() {
    graph.describeJobs("q on the whole graph");
    JavaRDD<float[]> logits = logitsOfQ();
    int columns = classes;
    JavaRDD<float[][]> distributions =
        held.made(
            graph
                .parts()
                .zip(logits)
                .map(pair -> withLabels(pair._1, PredictionRows.softmax(pair._2, columns, 1))));
    logits.unpersist();
    return distributions;
  }

  @Override
  public PartDistributions distributions() {
    return new PartDistributions(graph, validation, sample, held);
  }

  @Override
  public Training towardsConfident(JavaRDD<float[][]> targets, Phase.Planned phase) {
    describe(phase, "targets to blocks");
    JavaRDD<float[][]> byBlock = blocks.collect(targets);
    release(targets);
    GroupWeights none = GroupWeights.of(classes, classWeights, sampledWeight);
    GroupWeights groups = none;
    for (double[] sums :
        blocks.blocks().zip(byBlock).map(pair -> none.sums(pair._1, pair._2)).collect()) {
      groups = groups.plus(sums);
    }
    return new BlockTraining(phase, inference(), byBlock, groups);
  }

  @Override
  public Validation validation() {
    return validation;
  }

  @Override
  public LabelAgreement labelAgreement() {
    graph.describeJobs("how far neighbours agree");
    return LabelPairs.agreement(graph);
  }

  /** What q as it is says of the validation nodes that the driver knows. */
  ValidationRows validationRows() {
    JavaRDD<float[]> logits = logitsOfQ();
    ValidationSample wanted = sample;
    ValidationRows rows =
        ValidationRows.joined(
            graph
                .parts()
                .zip(logits)
                .map(pair -> ValidationRows.of(pair._1, pair._2, wanted))
                .collect());
    logits.unpersist();
    return rows;
  }

  @Override
  public void save(Checkpoint.Builder to) {
    to.state("q", driver.q.state()).state("p", driver.p == null ? null : driver.p.state());
  }

  @Override
  public void restore(Checkpoint from) throws ModelFormatException {
    driver.q.restore(from.state("q"));
    if (driver.p != null) {
      driver.p.restore(from.state("p"));
    }
  }

  @Override
  public void close() {
    held.close();
    blocks.close();
    networks.destroy();
  }
}
