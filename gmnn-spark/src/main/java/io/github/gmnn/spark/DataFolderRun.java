package io.github.gmnn.spark;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.kernel.KernelProvider;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;

/** Fits a data folder on Spark and tells the test accuracy: {@code gmnn-spark/run}. */
public final class DataFolderRun {
  private static final String USAGE =
      """
      Usage: gmnn-spark/run --data DIR [options]
        --data DIR      a data folder, as the command line reads them
        --master M      Spark's master; local[*]
        --parts P       parts of the graph; Spark's default parallelism
        --blocks B      blocks of targets; Spark's default parallelism
        --targets F     share of the unlabelled nodes that are targets; 1
        --cap N         neighbours of a node that training sees; all
        --runs N        how many fits, of seeds S, S+1, ...; 1
        --seed S        the first seed; 1
        --method M      gmnn, gcn (q alone) or lp (label propagation); gmnn
        --q KIND        what q is: gc, sage, mlp, decoupled, rgcn; gc
        --columns N     features in so many dense columns, by a singular value decomposition
        --hold-validation SHARE
                        holds that share of each class's training labels for validation
        --json FILE     the results as JSON; - prints them
      """;

  private final Map<String, String> options = new HashMap<>();

  private DataFolderRun(String[] arguments) {
    List<String> known =
        USAGE
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("--"))
            .map(line -> line.split(" ")[0])
            .toList();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!known.contains(arguments[i])) {
        throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(arguments[i] + " needs a value");
      }
      options.put(arguments[i], arguments[i + 1]);
    }
    if (!options.containsKey("--data")) {
      throw new IllegalArgumentException("--data is missing");
    }
  }

  /** Runs it. */
  public static void main(String[] arguments) throws IOException {
    if (Arrays.asList(arguments).contains("--help")) {
      System.out.print(USAGE);
      return;
    }
    int status = 0;
    try {
      new DataFolderRun(arguments).run(System.out);
    } catch (IllegalArgumentException | IOException e) {
      System.err.println("gmnn-spark/run: " + e.getMessage());
      status = 2;
    }
    System.exit(status);
  }

  private int number(String option, int otherwise) {
    String text = options.get(option);
    try {
      return text == null ? otherwise : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " takes a whole number, got " + text, e);
    }
  }

  private double share(String option, double otherwise) {
    String text = options.getOrDefault(option, "" + otherwise);
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " takes a number, got " + text, e);
    }
  }

  /** What one fit brought. */
  private record Run(
      long seed,
      double accuracy,
      double validation,
      double seconds,
      double secondsPerStep,
      long shuffleBytes,
      long checksum) {}

  private void run(PrintStream out) throws IOException {
    Dataset<?> data = DatasetReader.read(Path.of(options.get("--data")));
    String method = options.getOrDefault("--method", "gmnn");
    if (!List.of("gmnn", "gcn", "lp").contains(method)) {
      throw new IllegalArgumentException("--method is gmnn, gcn or lp, got " + method);
    }
    SparkSession spark =
        LocalSessions.open(
            options.getOrDefault("--master", "local[*]"), number("--parts", 4), "WARN");
    int columns = number("--columns", 0);
    Graph<?> graph = columns == 0 ? data.graph() : ReducedFeatures.of(spark, data.graph(), columns);
    ShuffleMeter meter = new ShuffleMeter();
    spark.sparkContext().addSparkListener(meter);
    List<Run> runs = new ArrayList<>();
    int first = number("--seed", 1);
    for (int seed = first; seed < first + number("--runs", 1); seed++) {
      Run run = run(spark, data, held(graph, seed), method, seed, meter);
      runs.add(run);
      out.printf(
          Locale.ROOT,
          "%s %s, seed %d: accuracy %.4f, validation %.4f, %.1f s, %.1f ms a step, %.1f MB"
              + " shuffled, checksum %016x%n",
          data.name(),
          method,
          run.seed,
          run.accuracy,
          run.validation,
          run.seconds,
          1e3 * run.secondsPerStep,
          run.shuffleBytes / 1e6,
          run.checksum);
    }
    double[] accuracies = runs.stream().mapToDouble(Run::accuracy).toArray();
    out.printf(
        Locale.ROOT,
        "%s %s, %d runs: accuracy %.4f ± %.4f%n",
        data.name(),
        method,
        runs.size(),
        mean(accuracies),
        deviation(accuracies));
    if (options.containsKey("--json")) {
      write(json(data, method, runs), out);
    }
    spark.stop();
  }

  private Run run(
      SparkSession spark,
      Dataset<?> data,
      Graph<?> graph,
      String method,
      int seed,
      ShuffleMeter meter) {
    Frames frames = Frames.of(spark, graph);
    long bytesBefore = meter.bytes();
    long start = System.nanoTime();
    org.apache.spark.sql.Dataset<Row> predicted;
    double validation = Double.NaN;
    double step = Double.NaN;
    long checksum = 0;
    if (method.equals("lp")) {
      SparkLabelPropagation propagation = new SparkLabelPropagation();
      propagation
          .setValidationIndicatorCol("validation")
          .setEdgeWeightCol("weight")
          .setDirected(graph.isDirected())
          .setNumPartitions(number("--parts", 0));
      predicted = propagation.transform(frames.vertices(), frames.edges());
    } else {
      GmnnSparkModel model =
          classifier(data.name(), graph, method, seed).fit(frames.vertices(), frames.edges());
      predicted = model.transform(frames.vertices());
      checksum = model.checksum();
      step = secondsPerStep(model.history().epochs());
      validation =
          model
              .history()
              .bestValidation(method.equals("gcn") ? Phase.PRE_TRAINING : Phase.E_STEP)
              .orElse(Double.NaN);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double accuracy = accuracy(predicted, data);
    return new Run(
        seed, accuracy, validation, seconds, step, meter.bytes() - bytesBefore, checksum);
  }

  /** The graph, with labels held for validation by the seed of the run if that is asked for. */
  private Graph<?> held(Graph<?> graph, int seed) {
    double share = share("--hold-validation", 0);
    return share == 0 ? graph : Splits.holdValidation(graph, share, seed);
  }

  private GmnnClassifier classifier(String name, Graph<?> graph, String method, int seed) {
    GmnnClassifier classifier = new GmnnClassifier();
    classifier
        .setValidationIndicatorCol("validation")
        .setEdgeWeightCol("weight")
        .setEdgeTypeCol(graph.edgeTypes().isEmpty() ? "" : "type")
        .setDirected(graph.isDirected())
        .setFeaturesCol(graph.hasFeatures() ? "features" : "")
        .setSeed((long) seed)
        .setNumPartitions(number("--parts", 0))
        .setBlocks(number("--blocks", 0))
        .setTargets(share("--targets", 1))
        .setMaxNeighbors(number("--cap", 0))
        .setInferenceKind(options.getOrDefault("--q", "gc"))
        .setEmIterations(method.equals("gcn") ? 0 : 1);
    if (options.containsKey("--q")) {
      return classifier; // with the settings of its kind
    }
    // the settings of the paper for these sets
    if (name.equals("citeseer") || name.equals("pubmed")) {
      classifier.setPretrainEpochs(200);
    }
    if (name.equals("pubmed")) {
      classifier.setUpdater("adam").setLearningRate(0.01);
    }
    return classifier;
  }

  /** The median time from epoch to epoch: an epoch is one job. */
  private static double secondsPerStep(List<EpochReport> epochs) {
    double[] seconds = new double[epochs.size() - 1];
    for (int i = 1; i < epochs.size(); i++) {
      seconds[i - 1] = epochs.get(i).elapsed().minus(epochs.get(i - 1).elapsed()).toNanos() / 1e9;
    }
    Arrays.sort(seconds);
    return seconds.length == 0 ? Double.NaN : seconds[seconds.length / 2];
  }

  private static <K> double accuracy(org.apache.spark.sql.Dataset<Row> predicted, Dataset<K> data) {
    long right = 0;
    for (Row row : predicted.select("id", "predictedLabel").collectAsList()) {
      K key = data.graph().key((int) row.getLong(0));
      right += row.getString(1).equals(data.testLabels().get(key)) ? 1 : 0;
    }
    return (double) right / data.testLabels().size();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1));
  }

  private ObjectNode json(Dataset<?> data, String method, List<Run> runs) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    ObjectNode result = root.putArray("results").addObject();
    result.put("dataset", data.name());
    result.put("task", "object");
    result.put("setting", method);
    result.put("q", options.getOrDefault("--q", "gc"));
    result.put("master", options.getOrDefault("--master", "local[*]"));
    result.put("parts", number("--parts", 0));
    result.put("blocks", number("--blocks", 0));
    result.put("targets", share("--targets", 1));
    result.put("cap", number("--cap", 0));
    result.put("columns", number("--columns", 0));
    ArrayNode list = result.putArray("runs");
    for (Run run : runs) {
      ObjectNode node = list.addObject();
      node.put("seed", run.seed);
      node.put("accuracy", run.accuracy);
      put(node, "validationAccuracy", run.validation);
      node.put("trainSeconds", run.seconds);
      put(node, "secondsPerStep", run.secondsPerStep);
      node.put("shuffleBytes", run.shuffleBytes);
      node.put("checksum", String.format("%016x", run.checksum));
    }
    double[] accuracies = runs.stream().mapToDouble(Run::accuracy).toArray();
    result.putObject("mean").put("accuracy", mean(accuracies));
    put(result.putObject("std"), "accuracy", deviation(accuracies));
    result.put("trainSeconds", runs.stream().mapToDouble(Run::seconds).sum());
    put(
        result,
        "secondsPerStep",
        runs.stream().mapToDouble(Run::secondsPerStep).average().orElse(Double.NaN));
    result.put("shuffleBytes", runs.stream().mapToLong(Run::shuffleBytes).sum());
    result.put("kernel", KernelProvider.name());
    return root;
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  private void write(ObjectNode json, PrintStream out) throws IOException {
    String text = json.toPrettyString() + "\n";
    if (options.get("--json").equals("-")) {
      out.print(text);
    } else {
      Files.writeString(Path.of(options.get("--json")), text);
    }
  }
}
