package io.github.gmnn.spark;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.em.Checkpointing;
import io.github.gmnn.em.ConfidentEm;
import io.github.gmnn.em.Em;
import io.github.gmnn.em.Schedule;
import io.github.gmnn.io.ModelFormatException;
import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.spark.block.Blocks;
import io.github.gmnn.spark.layout.PartitionedGraph;
import io.github.gmnn.spark.layout.TaskFailures;
import io.github.gmnn.spark.layout.ValidationRows;
import io.github.gmnn.training.TrainingHistory;
import io.github.gmnn.training.internal.CheckpointPlan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.spark.api.java.JavaRDD;
import org.jspecify.annotations.Nullable;

/** The fit of a classifier on a graph in parts: EM on a {@link SparkEngine}, and calibration. */
final class SparkFit implements AutoCloseable {
  private final FitSettings settings;
  private final PartitionedGraph graph;
  private final SparkEngine engine;
  private final Em<JavaRDD<float[][]>, JavaRDD<float[][]>> em;

  private SparkFit(FitSettings settings, PartitionedGraph graph, SparkEngine engine) {
    this.settings = settings;
    this.graph = graph;
    this.engine = engine;
    this.em = em();
  }

  private Em<JavaRDD<float[][]>, JavaRDD<float[][]>> em() {
    RandomStream random = RandomStream.of(settings.seed());
    BooleanSupplier stop = () -> Thread.currentThread().isInterrupted();
    return settings.freshInference()
        ? new ConfidentEm<>(settings.trainer(), engine, random, checkpointing(), stop)
        : new Em<>(Schedule.of(settings.trainer()), engine, random, checkpointing(), stop);
  }

  /**
   * Makes a fit, which runs jobs: the blocks stay with the executors until it is closed.
   *
   * @param graph of no use after the fit
   */
  static SparkFit of(FitSettings settings, PartitionedGraph graph) {
    check(graph);
    return new SparkFit(
        settings, graph, TaskFailures.unwrap(() -> SparkEngine.of(settings, graph)));
  }

  /** Refuses a graph that there is nothing to learn from. */
  static void check(PartitionedGraph graph) {
    if (graph.classes().size() < 2) {
      throw new IllegalArgumentException(
          "the labels have the classes "
              + graph.classes()
              + ", classification needs at least 2: add labels of another class");
    }
    if (graph.trainingCount() == 0) {
      throw new IllegalArgumentException(
          "there is no labelled vertex to train on ("
              + graph.validationCount()
              + " are held for validation): label at least one more");
    }
  }

  private Checkpointing checkpointing() {
    String path = settings.checkpoint();
    return new Checkpointing(
        "spark classifier",
        () -> settings.described().toString(),
        this::sizes,
        settings.choice() == null ? Map.of() : settings.choice().texts(),
        path == null
            ? null
            : new CheckpointPlan(Path.of("checkpoint"), settings.checkpointInterval(), null),
        (checkpoint, ignored) ->
            ClusterFiles.write(graph.context(), Objects.requireNonNull(path), checkpoint::write));
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

  Blocks blocks() {
    return engine.blocks();
  }

  /** Goes on from a checkpoint of the same settings and a graph of the same sizes. */
  void resume(Checkpoint from) throws ModelFormatException {
    em.resume(from);
  }

  /** Runs the stages and leaves the networks in their best states. */
  void run() {
    TaskFailures.unwrap(
        () -> {
          em.run();
          return null;
        });
    graph.describeJobs(null);
  }

  /** q, with the relations that it has weights for. */
  NetworkDefinition inference() {
    return engine.definitionOfQ();
  }

  NetworkDefinition learning() {
    return engine.definitionOfP();
  }

  /**
   * What q predicts for the validation nodes on the whole graph, to calibrate by: what it predicts
   * on blocks would be that of sampled neighbours. One more evaluation of q.
   */
  ValidationPredictions validationPredictions() {
    int columns = graph.classes().size();
    if (graph.validationCount() == 0) {
      return ValidationPredictions.none(columns);
    }
    graph.describeJobs("calibration, q on the whole graph");
    ValidationRows rows = TaskFailures.unwrap(engine::validationRows);
    graph.describeJobs(null);
    return new ValidationPredictions(
        rows.labels(),
        DenseMatrix.wrap(
            rows.labels().length, columns, PredictionRows.softmax(rows.values(), columns, 1)));
  }

  float[][] inferenceParameters() {
    return engine.inference().parameters();
  }

  float @Nullable [][] learningParameters() {
    return em.hasLearned() ? engine.learning().parameters() : null;
  }

  TrainingHistory history() {
    return em.history();
  }

  @Override
  public void close() {
    engine.close();
    graph.forgetSource();
  }
}
