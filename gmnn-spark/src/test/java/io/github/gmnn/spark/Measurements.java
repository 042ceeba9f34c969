package io.github.gmnn.spark;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Graph;
import java.io.IOException;
import java.nio.file.Path;
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
      Usage: gmnn-spark/measure step|scale [options]
        --master M      Spark's master; local[2]
        --blocks B      blocks of targets; 8
      step: the median time of a step of 100,000 parameters, the first third left out
        --nodes N       nodes of the graph; 400, next to no work
        --labels N      labelled nodes of each of ten classes; 5
        --epochs N      how many steps; 600
      scale: a generated graph from Parquet through fit and transform
        --folder DIR    where its files are, or will be written to
        --nodes N       nodes; 1000000, with ten times as many edges
        --parts P       parts of the graph; 16
        --targets F     share of the unlabelled nodes that are targets; 0.005
        --q KIND        what q is; gc
        --epochs N      epochs of each phase; 20
        --only PHASE    generate, fit or transform; all of them
      """;

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
    if (arguments.length == 0 || !List.of("step", "scale").contains(arguments[0])) {
      System.err.print(USAGE);
      System.exit(2);
    }
    Measurements measurements = new Measurements(arguments);
    if (arguments[0].equals("step")) {
      measurements.step();
    } else {
      measurements.scale();
    }
  }

  private String text(String option, String otherwise) {
    return options.getOrDefault(option, otherwise);
  }

  private int number(String option, int otherwise) {
    return Integer.parseInt(text(option, "" + otherwise));
  }

  private SparkSession session() {
    String master = text("--master", "local[2]");
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .appName("gmnn-spark measurements")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "" + number("--parts", 4));
    if (master.startsWith("local-cluster")) { // executors are JVMs of their own
      builder
          .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
          .config("spark.executor.extraJavaOptions", String.join(" ", ClusterFit.flags()));
      if (master.matches("local-cluster\\[\\d+,\\d+,\\d+]")) {
        builder.config("spark.executor.memory", master.replaceAll(".*,(\\d+)]", "$1m"));
      }
    }
    SparkSession session = builder.getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    return session;
  }

  private void step() throws IOException {
    Graph<?> graph =
        CitationGraphGenerator.builder()
            .nodes(number("--nodes", 400))
            .classes(10)
            .words(990)
            .trainPerClass(number("--labels", 5))
            .validation(50)
            .build()
            .generate()
            .graph();
    try (SparkSession spark = session()) {
      GmnnClassifier classifier = new GmnnClassifier();
      List<Long> ends = new ArrayList<>();
      classifier
          .with(classifier.validationIndicatorCol(), "validation")
          .with(classifier.hiddenUnits(), 100)
          .with(classifier.pretrainEpochs(), number("--epochs", 600))
          .with(classifier.emIterations(), 0)
          .with(classifier.targets(), 0.1)
          .with(classifier.maxNeighbors(), 10)
          .with(classifier.numPartitions(), 2)
          .with(classifier.blocks(), number("--blocks", 8))
          .addListener(report -> ends.add(System.nanoTime()));
      Frames frames = Frames.of(spark, graph);
      classifier.fit(frames.vertices(), frames.edges());
      double[] milliseconds = new double[ends.size() - 1 - ends.size() / 3];
      for (int i = 0; i < milliseconds.length; i++) {
        int epoch = ends.size() / 3 + 1 + i;
        milliseconds[i] = (ends.get(epoch) - ends.get(epoch - 1)) / 1e6;
      }
      Arrays.sort(milliseconds);
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

  private void scale() throws IOException {
    String folder = Path.of(text("--folder", "target/scale")).toUri().toString();
    List<String> phases =
        options.containsKey("--only")
            ? List.of(options.get("--only"))
            : List.of("generate", "fit", "transform");
    try (SparkSession spark = session()) {
      if (phases.contains("generate")) {
        GeneratedFrames.write(spark, number("--nodes", 1_000_000), number("--parts", 16), folder);
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
        model.with(model.numPartitions(), number("--parts", 16));
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
        .with(classifier.validationIndicatorCol(), "validation")
        .with(classifier.inferenceKind(), text("--q", "gc"))
        .with(classifier.pretrainEpochs(), epochs)
        .with(classifier.learningEpochs(), epochs)
        .with(classifier.inferenceEpochs(), epochs)
        .with(classifier.targets(), Double.parseDouble(text("--targets", "0.005")))
        .with(classifier.maxNeighbors(), 10)
        .with(classifier.numPartitions(), number("--parts", 16))
        .with(classifier.blocks(), number("--blocks", 8))
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
