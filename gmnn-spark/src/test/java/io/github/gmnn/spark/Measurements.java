package io.github.gmnn.spark;

import io.github.gmnn.Gmnn;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What steps and large graphs cost on Spark: {@code gmnn-spark/measure}. */
final class Measurements {
  private static final String USAGE =
      """
      Usage: gmnn-spark/measure step|cores|small|scale [options]
        --master M      Spark's master; local[2]
        --blocks B      blocks of targets; 8
      step: the median time of a step of 100,000 parameters, the first third left out
        --nodes N       nodes of the graph; 400, next to no work
        --labels N      labelled nodes of each of ten classes; 5
        --epochs N      how many steps; 600
      cores: steps of much work in local[1] and in local[2], the median of those but the first third
        --nodes N       nodes of the graph; 40000
        --labels N      labelled nodes of each of ten classes; 2000
        --hidden N      hidden units; 400
        --epochs N      how many steps; 9
        --rounds N      how often, after one round to warm up; 2
      small: whole fits of a graph that one machine would do, each with its jobs
        --nodes N       nodes of the graph; 20000
        --labels N      labelled nodes of each of ten classes; 20
        --q KIND        what q is; robust, the default
        --rounds N      how many fits in the same JVM, and of one machine after them; 2
      scale: a generated graph from Parquet through fit and transform
        --folder DIR    where its files are, or will be written to
        --nodes N       nodes; 1000000, with ten times as many edges
        --types N       types of edges; 0, without
        --parts P       parts of the graph; 16
        --targets F     share of the unlabelled nodes that are targets; 0.005
        --q KIND        what q is; gc
        --epochs N      epochs of each phase; 20
        --em N          EM iterations; 1
        --only PHASE    generate, fit or transform; all of them
      """;

  private static final List<String> COMMANDS = List.of("step", "cores", "small", "scale");

  private final Map<String, String> options = new TreeMap<>();

  private Measurements(String[] arguments) {
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      if (!USAGE.contains("  " + arguments[i] + " ")) {
        throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
      options.put(arguments[i], arguments[i + 1]);
    }
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0 || !COMMANDS.contains(arguments[0])) {
      System.err.print(USAGE);
      System.exit(2);
    }
    Measurements measurements = new Measurements(arguments);
    switch (arguments[0]) {
      case "step" -> measurements.step();
      case "cores" -> measurements.cores();
      case "small" -> measurements.small();
      default -> measurements.scale();
    }
  }

  private String text(String option, String otherwise) {
    return options.getOrDefault(option, otherwise);
  }

  private int number(String option, int otherwise) {
    return Integer.parseInt(text(option, "" + otherwise));
  }

  private SparkSession session() {
    return LocalSessions.open(text("--master", "local[2]"), number("--parts", 4), "ERROR");
  }

  private void step() throws IOException {
    Graph<?> graph = graph(number("--nodes", 400), number("--labels", 5), 18);
    try (SparkSession spark = session()) {
      double[] milliseconds = steps(spark, graph, 100, 600).milliseconds();
      System.out.printf(
          Locale.ROOT,
          "%s, %d blocks, 100000 parameters, %d nodes: %.1f ms a step (median of %d; a tenth below"
              + " %.1f, a tenth above %.1f)%n",
          text("--master", "local[2]"),
          number("--blocks", 8),
          graph.nodeCount(),
          milliseconds[milliseconds.length / 2],
          milliseconds.length,
          milliseconds[milliseconds.length / 10],
          milliseconds[milliseconds.length * 9 / 10]);
    }
  }

  /** Steps of much work, by one thread and by two, in turn. */
  private void cores() throws IOException {
    Graph<?> graph = graph(number("--nodes", 40_000), number("--labels", 2_000), 200);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round <= number("--rounds", 2); round++) {
      double[] medians = new double[2];
      for (int cores = 1; cores <= 2; cores++) {
        try (SparkSession spark = LocalSessions.open("local[" + cores + "]", 4, "ERROR")) {
          StepTimes times = steps(spark, graph, number("--hidden", 400), 9);
          medians[cores - 1] = times.median();
          System.out.printf(
              Locale.ROOT,
              "%s, local[%d]: %.0f ms a step, %.0f ms of processor time%n",
              round == 0 ? "to warm up" : "round " + round,
              cores,
              times.median(),
              times.processor());
        }
      }
      if (round > 0) {
        ratios.add(medians[0] / medians[1]);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "local[2] is %.2f times as fast as local[1]%n",
        ratios.stream().mapToDouble(r -> r).average().orElse(Double.NaN));
  }

  private void small() throws IOException {
    Graph<?> graph = graph(number("--nodes", 20_000), number("--labels", 20), 18);
    try (SparkSession spark = session()) {
      Frames frames = onDisk(spark, Frames.of(spark, graph));
      for (int round = 1; round <= number("--rounds", 2); round++) {
        JobTimes times = new JobTimes();
        spark.sparkContext().addSparkListener(times);
        GmnnClassifier classifier = new GmnnClassifier();
        classifier.setValidationIndicatorCol("validation").setInferenceKind(text("--q", "robust"));
        if (options.containsKey("--blocks")) {
          classifier.setBlocks(number("--blocks", 0));
        }
        timed(
            "fit " + round + " of " + graph.nodeCount() + " nodes",
            () -> {
              GmnnSparkModel model = classifier.fit(frames.vertices(), frames.edges());
              System.out.printf("checksum %016x%n", model.checksum());
            });
        times.print(System.out);
        spark.sparkContext().removeSparkListener(times);
      }
    }
    for (int round = 1; round <= number("--rounds", 2); round++) {
      timed(
          "fit " + round + " on one machine",
          () -> Gmnn.builder().inference(InferenceKinds.named(text("--q", "robust"))).fit(graph));
    }
  }

  /** Through files, as applications have them: rows of the driver would travel with every task. */
  private static Frames onDisk(SparkSession spark, Frames frames) throws IOException {
    Path folder = Files.createTempDirectory("gmnn-small");
    String vertices = folder.resolve("vertices").toUri().toString();
    String edges = folder.resolve("edges").toUri().toString();
    frames.vertices().write().parquet(vertices);
    frames.edges().write().parquet(edges);
    return new Frames(spark.read().parquet(vertices), spark.read().parquet(edges));
  }

  private static Graph<?> graph(int nodes, int labels, int words) {
    return CitationGraphGenerator.builder()
        .nodes(nodes)
        .classes(10)
        .words(990)
        .wordsPerNode(words)
        .trainPerClass(labels)
        .validation(50)
        .build()
        .generate()
        .graph();
  }

  /**
   * The times of steps, the first third left out.
   *
   * @param milliseconds sorted
   * @param processor the mean time that processors worked for a step, of the driver and of local
   *     executors, in milliseconds
   */
  private record StepTimes(double[] milliseconds, double processor) {
    double median() {
      return milliseconds[milliseconds.length / 2];
    }
  }

  private static long processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /** Measures steps in pre-training. */
  private StepTimes steps(SparkSession spark, Graph<?> graph, int hidden, int epochs)
      throws IOException {
    GmnnClassifier classifier = new GmnnClassifier();
    List<Long> ends = new ArrayList<>();
    List<Long> processor = new ArrayList<>();
    classifier
        .setValidationIndicatorCol("validation")
        .setInferenceKind("robust-sage")
        .setHiddenUnits(hidden)
        .setPretrainEpochs(number("--epochs", epochs))
        .setEmIterations(0)
        .setTargets(0.1)
        .setMaxNeighbors(10)
        .setNumPartitions(2)
        .setBlocks(number("--blocks", 8))
        .addListener(
            report -> {
              processor.add(processorTime());
              return ends.add(System.nanoTime());
            });
    Frames frames = Frames.of(spark, graph);
    classifier.fit(frames.vertices(), frames.edges());
    double[] milliseconds = new double[ends.size() - 1 - ends.size() / 3];
    for (int i = 0; i < milliseconds.length; i++) {
      int epoch = ends.size() / 3 + 1 + i;
      milliseconds[i] = (ends.get(epoch) - ends.get(epoch - 1)) / 1e6;
    }
    Arrays.sort(milliseconds);
    long worked = processor.get(ends.size() - 1) - processor.get(ends.size() / 3);
    return new StepTimes(milliseconds, worked / 1e6 / milliseconds.length);
  }

  private void scale() throws IOException {
    String folder = Path.of(text("--folder", "target/scale")).toUri().toString();
    List<String> phases =
        options.containsKey("--only")
            ? List.of(options.get("--only"))
            : List.of("generate", "fit", "transform");
    try (SparkSession spark = session()) {
      if (phases.contains("generate")) {
        GeneratedFrames.write(
            spark,
            number("--nodes", 1_000_000),
            number("--types", 0),
            number("--parts", 16),
            folder);
      }
      JobTimes times = new JobTimes();
      spark.sparkContext().addSparkListener(times);
      Dataset<Row> vertices = spark.read().parquet(folder + "/vertices");
      Dataset<Row> edges = spark.read().parquet(folder + "/edges");
      System.out.printf("%d nodes, %d edges%n", vertices.count(), edges.count());
      if (phases.contains("fit")) {
        timed("fit", () -> fit(vertices, edges).write().overwrite().save(folder + "/model"));
      }
      if (phases.contains("transform")) {
        GmnnSparkModel model = GmnnSparkModel.load(folder + "/model");
        model.setNumPartitions(number("--parts", 16));
        timed(
            "transform",
            () -> {
              Dataset<Row> predicted = model.transform(vertices, edges);
              spark.sparkContext().setJobDescription("GMNN: write the answers");
              predicted
                  .select("id", "truth", "predictedLabel")
                  .write()
                  .mode("overwrite")
                  .parquet(folder + "/answers");
            });
        spark.sparkContext().setJobDescription("evaluate");
        Dataset<Row> answers = spark.read().parquet(folder + "/answers");
        double right = answers.filter("truth = predictedLabel").count();
        System.out.printf(Locale.ROOT, "accuracy of all nodes %.4f%n", right / answers.count());
      }
      times.print(System.out);
      printMemory(JavaSparkContext.fromSparkContext(spark.sparkContext()));
    }
  }

  /** Something that is timed. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void timed(String what, Work work) throws IOException {
    long start = System.nanoTime();
    work.run();
    System.out.printf(Locale.ROOT, "%s: %.1f s%n", what, (System.nanoTime() - start) / 1e9);
  }

  private GmnnSparkModel fit(Dataset<Row> vertices, Dataset<Row> edges) {
    int epochs = number("--epochs", 20);
    GmnnClassifier classifier = new GmnnClassifier();
    return classifier
        .setValidationIndicatorCol("validation")
        .setInferenceKind(text("--q", "gc"))
        .setEdgeTypeCol(number("--types", 0) == 0 ? "" : "type")
        .setPretrainEpochs(epochs)
        .setLearningEpochs(epochs)
        .setInferenceEpochs(epochs)
        .setEmIterations(number("--em", 1))
        .setTargets(Double.parseDouble(text("--targets", "0.005")))
        .setMaxNeighbors(10)
        .setNumPartitions(number("--parts", 16))
        .setBlocks(number("--blocks", 8))
        .fit(vertices, edges);
  }

  private static void printMemory(JavaSparkContext context) {
    List<Integer> many = new ArrayList<>(Collections.nCopies(64, 0));
    Map<String, String> executors = new TreeMap<>();
    for (String text : context.parallelize(many, 64).map(i -> ProcessMemory.describe()).collect()) {
      executors.put(text.split(":")[0], text); // peaks grow: the last says it all
    }
    System.out.println("driver " + ProcessMemory.describe());
    executors.values().forEach(text -> System.out.println("executor " + text));
  }
}
