package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.em.ClassWeights;
import io.github.gmnn.em.Engine;
import io.github.gmnn.em.Streams;
import io.github.gmnn.em.Training;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.Gradient;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.LearningNetwork;
import io.github.gmnn.network.internal.SampleMean;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.training.PlannedPhase;
import io.github.gmnn.training.internal.Score;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Computes EM on a graph in parts: blocks compute losses and gradients, the driver updates, and
 * between the stages q and p are evaluated on the whole graph. The driver holds nothing that grows
 * with the nodes; annotations and targets, an entry per part, stay with the executors.
 */
final class SparkEngine implements Engine<JavaRDD<float[][]>, JavaRDD<float[][]>>, AutoCloseable {
  private final FitSettings settings;
  private final PartitionedGraph graph;
  private final Blocks blocks;
  private final Broadcast<StepTask.Networks> networks;
  private final Inference exact;
  private final int classes;
  private final Driver driver;
  private final float @Nullable [] classWeights;
  private final float sampledWeight;

  /** What executors keep until it is released, or the fit ends. */
  private final Set<JavaRDD<?>> held = new LinkedHashSet<>();

  private SparkEngine(FitSettings settings, PartitionedGraph graph, Driver driver, Blocks blocks) {
    this.settings = settings;
    this.graph = graph;
    this.driver = driver;
    this.blocks = blocks;
    this.exact = new Inference(graph);
    this.classes = graph.classes().size();
    this.networks =
        graph.context().broadcast(new StepTask.Networks(driver.planOfQ, driver.planOfP));
    this.classWeights = ClassWeights.of(settings.weighting(), graph.trainingCounts());
    long unlabelled = graph.nodes() - graph.trainingCount() - graph.validationCount();
    // together, the targets without a label count as all nodes without one
    this.sampledWeight =
        blocks.sampled() == 0 ? 1f : (float) ((double) unlabelled / blocks.sampled());
  }

  /** Makes the networks, and then the blocks: what may be refused is, before jobs run. */
  static SparkEngine of(FitSettings settings, PartitionedGraph graph) {
    Driver driver = new Driver(settings, graph);
    graph.describeJobs("make blocks");
    return new SparkEngine(settings, graph, driver, driver.blocks());
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
      this.inference = graph.types().complete(settings.inference());
      this.learning = graph.types().complete(settings.learning());
      RandomStream random = RandomStream.of(settings.seed());
      int beside = settings.attributesInLearning() ? graph.features() : 0;
      this.planOfQ = NetworkPlan.of(inference, graph.features(), classes, graph.types());
      this.q = network(planOfQ, Streams.initialInference(random));
      if (settings.emIterations() == 0) {
        this.planOfP = null;
        this.p = null;
      } else {
        this.planOfP = NetworkPlan.of(learning, classes + beside, classes, graph.types());
        this.p = network(planOfP, Streams.initialLearning(random));
      }
    }

    private static GraphNetwork network(NetworkPlan plan, RandomStream initial) {
      plan.onGraph().propagations(false); // says which layer it is that cannot
      CsrMatrix dot = CsrMatrix.of(1, 1, new int[] {0, 0}, new int[0], new float[0]);
      GraphNetwork network = plan.attach(Adjacency.of(dot));
      network.initialize(initial);
      return network;
    }

    Blocks blocks() {
      List<List<Wanted>> propagations = new ArrayList<>();
      propagations.add(planOfQ.onRows().propagations(false));
      if (planOfP != null) {
        propagations.add(planOfP.onRows().propagations(false));
      }
      return Blocks.of(
          graph,
          settings.blocks(),
          Sight.of(propagations),
          settings.targets(),
          Neighbours.of(settings.maxNeighbors(), settings.seed()),
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
    private final PlannedPhase phase;
    private final GraphNetwork network;
    private final JavaRDD<Tuple2<Block, float[][]>> given;
    private final Runnable atEnd;
    private @Nullable Gradient ahead;
    private int epoch;

    /** Trains q on what the blocks have themselves. */
    BlockTraining(PlannedPhase phase) {
      this.phase = phase;
      this.network = inference();
      this.given = blocks.blocks().map(block -> new Tuple2<>(block, new float[0][]));
      this.atEnd = () -> {};
    }

    /** Trains a network on what blocks are given, an entry each. */
    BlockTraining(PlannedPhase phase, GraphNetwork network, JavaRDD<float[][]> byBlock) {
      this.phase = phase;
      this.network = network;
      this.given = blocks.blocks().zip(hold(byBlock)).map(pair -> pair);
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
      return new Score(
          sum.votes.of(settings.metric()), withLoss ? sum.votes.meanLoss() : Double.NaN);
    }

    private BlockSum ask(int ofEpoch, boolean validation) {
      describe(phase, "epoch " + (ofEpoch == 0 ? epoch : ofEpoch));
      Broadcast<float[][]> parameters = graph.context().broadcast(network.parameters());
      Step step =
          new Step(
              phase.phase(),
              phase.iteration(),
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
    public void end() {
      atEnd.run();
    }
  }

  private void describe(PlannedPhase phase, String what) {
    graph.describeJobs(phase.phase().describe(phase.iteration()) + ", " + what);
  }

  private <R extends JavaRDD<?>> R hold(R kept) {
    held.add(kept);
    return kept;
  }

  @Override
  public void release(JavaRDD<float[][]> kept) {
    kept.unpersist();
    held.remove(kept);
  }

  @Override
  public Training towardsLabels(PlannedPhase phase) {
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
        graph
            .parts()
            .zip(logits)
            .map(pair -> annotation.annotate(pair._1, pair._2, columns, seed, iteration, round))
            .persist(StorageLevel.MEMORY_AND_DISK());
    hold(annotations).count();
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
  public Training towardsAnnotations(JavaRDD<float[][]> annotations, PlannedPhase phase) {
    describe(phase, "annotations to blocks");
    List<JavaRDD<float[]>> propagated = propagated(annotations);
    JavaRDD<float[][]> byBlock = blocks.collect(appended(annotations, propagated));
    propagated.forEach(JavaRDD::unpersist);
    return new BlockTraining(phase, learning(), byBlock);
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
      all = all.zip(other).map(pair -> Inference.appended(pair._1, pair._2));
    }
    return all;
  }

  private static CsrMatrix inputOfP(
      Part part, float[] annotation, int classes, boolean withAttributes) {
    return LearningNetwork.input(
        DenseMatrix.wrap(part.nodes(), classes, annotation),
        withAttributes ? part.vertices().features().matrix() : null);
  }

  @Override
  public JavaRDD<float[][]> predictions(JavaRDD<float[][]> annotations, PlannedPhase phase) {
    describe(phase, "p on the whole graph");
    int columns = classes;
    List<JavaRDD<float[]>> logits =
        evaluated(planOfP(), learning().parameters(), annotations, settings.attributesInLearning());
    JavaRDD<float[][]> targets =
        graph
            .parts()
            .zip(appended(nothing(), logits))
            .map(pair -> targets(pair._1, pair._2, columns))
            .persist(StorageLevel.MEMORY_AND_DISK());
    hold(targets).count();
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
    Annotation.setLabels(part, distributions.data(), classes);
    return new float[][] {distributions.data()};
  }

  @Override
  public Training towardsTargets(JavaRDD<float[][]> targets, PlannedPhase phase, boolean resumed) {
    describe(phase, "targets to blocks");
    JavaRDD<float[][]> byBlock = blocks.collect(targets);
    release(targets);
    return new BlockTraining(phase, inference(), byBlock);
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
    held.forEach(JavaRDD::unpersist);
    blocks.close();
    networks.destroy();
  }
}
