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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ArrayNode;
import org.nd4j.shade.jackson.databind.node.ObjectNode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fits a data folder on Spark and tells the test accuracy: {@code gmnn-spark/run}. */
@Command(
    name = "gmnn-spark/run",
    sortOptions = false,
    description = "Fit a data folder on Spark and tell the test accuracy.")
final class DataFolderRun implements Callable<Integer> {
  private static final int DEFAULT_PARTITIONS = 4;

  /** What is fitted. */
  enum Method {
    GMNN,
    GCN,
    LP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "A data folder, as the command line reads them.")
  private Path folder;

  @Option(names = "--master", paramLabel = "M", description = "Spark's master; ${DEFAULT-VALUE}.")
  private String master = "local[*]";

  @Option(
      names = "--parts",
      paramLabel = "P",
      description = "Parts of the graph; Spark's default parallelism.")
  private int parts;

  @Option(
      names = "--blocks",
      paramLabel = "B",
      description = "Blocks of targets; Spark's default parallelism.")
  private int blocks;

  @Option(
      names = "--targets",
      paramLabel = "F",
      description = "Share of the unlabelled nodes that are targets; 1.")
  private double targets = 1;

  @Option(
      names = "--cap",
      paramLabel = "N",
      description = "Neighbours of a node that training sees; all.")
  private int cap;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How many fits, of seeds S, S+1, ...; ${DEFAULT-VALUE}.")
  private int count = 1;

  @Option(names = "--seed", paramLabel = "S", description = "The first seed; ${DEFAULT-VALUE}.")
  private int firstSeed = 1;

  @Option(
      names = "--method",
      paramLabel = "M",
      description =
          "One of ${COMPLETION-CANDIDATES}: gcn is q alone, lp label propagation; ${DEFAULT-VALUE}.")
  private Method method = Method.GMNN;

  @Option(
      names = "--q",
      paramLabel = "KIND",
      description = "What q is: gc, sage, mlp, decoupled, rgcn; gc.")
  private String kind;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Features in so many dense columns, by a singular value decomposition.")
  private int columns;

  @Option(
      names = "--hold-validation",
      paramLabel = "SHARE",
      description = "Hold that share of each class's training labels for validation.")
  private double heldShare;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results as JSON; - prints them.")
  private String json;

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  private boolean help;

  private DataFolderRun() {}

  private String kind() {
    return kind == null ? "gc" : kind;
  }

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new DataFolderRun())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler((e, words) -> complain(e))
            .setExecutionExceptionHandler((e, command, parsed) -> failed(e))
            .execute(arguments));
  }

  private static int failed(Exception e) throws Exception {
    if (e instanceof IllegalArgumentException || e instanceof IOException) {
      return complain(e);
    }
    throw e;
  }

  private static int complain(Exception e) {
    System.err.println("gmnn-spark/run: " + e.getMessage());
    return CommandLine.ExitCode.USAGE;
  }

  @Override
  public Integer call() throws IOException {
    run(System.out);
    return CommandLine.ExitCode.OK;
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
    Dataset<?> data = DatasetReader.read(folder);
    SparkSession spark =
        LocalSessions.open(master, parts == 0 ? DEFAULT_PARTITIONS : parts, "WARN");
    Graph<?> graph = columns == 0 ? data.graph() : ReducedFeatures.of(spark, data.graph(), columns);
    ShuffleMeter meter = new ShuffleMeter();
    spark.sparkContext().addSparkListener(meter);
    List<Run> runs = new ArrayList<>();
    for (int seed = firstSeed; seed < firstSeed + count; seed++) {
      Run run = run(spark, data, held(graph, seed), seed, meter);
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
    if (json != null) {
      write(json(data, runs), out);
    }
    spark.stop();
  }

  private Run run(
      SparkSession spark, Dataset<?> data, Graph<?> graph, int seed, ShuffleMeter meter) {
    Frames frames = Frames.of(spark, graph);
    long bytesBefore = meter.bytes();
    long start = System.nanoTime();
    org.apache.spark.sql.Dataset<Row> predicted;
    double validation = Double.NaN;
    double step = Double.NaN;
    long checksum = 0;
    if (method == Method.LP) {
      SparkLabelPropagation propagation = new SparkLabelPropagation();
      propagation
          .setValidationIndicatorCol("validation")
          .setEdgeWeightCol("weight")
          .setDirected(graph.isDirected())
          .setNumPartitions(parts);
      predicted = propagation.transform(frames.vertices(), frames.edges());
    } else {
      GmnnSparkModel model =
          classifier(data.name(), graph, seed).fit(frames.vertices(), frames.edges());
      predicted = model.transform(frames.vertices());
      checksum = model.checksum();
      step = secondsPerStep(model.history().epochs());
      validation =
          model
              .history()
              .bestValidation(method == Method.GCN ? Phase.PRE_TRAINING : Phase.E_STEP)
              .orElse(Double.NaN);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double accuracy = accuracy(predicted, data);
    return new Run(
        seed, accuracy, validation, seconds, step, meter.bytes() - bytesBefore, checksum);
  }

  /** The graph, with labels held for validation by the seed of the run if that is asked for. */
  private Graph<?> held(Graph<?> graph, int seed) {
    return heldShare == 0 ? graph : Splits.holdValidation(graph, heldShare, seed);
  }

  private GmnnClassifier classifier(String name, Graph<?> graph, int seed) {
    GmnnClassifier classifier = new GmnnClassifier();
    classifier
        .setValidationIndicatorCol("validation")
        .setEdgeWeightCol("weight")
        .setEdgeTypeCol(graph.edgeTypes().isEmpty() ? "" : "type")
        .setDirected(graph.isDirected())
        .setFeaturesCol(graph.hasFeatures() ? "features" : "")
        .setSeed((long) seed)
        .setNumPartitions(parts)
        .setBlocks(blocks)
        .setTargets(targets)
        .setMaxNeighbors(cap)
        .setInferenceKind(kind());
    if (method == Method.GCN) {
      classifier.setEmIterations(0);
    }
    if (kind != null) {
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

  private ObjectNode json(Dataset<?> data, List<Run> runs) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    ObjectNode result = root.putArray("results").addObject();
    result.put("dataset", data.name());
    result.put("task", "object");
    result.put("setting", method.toString());
    result.put("q", kind());
    result.put("master", master);
    result.put("parts", parts);
    result.put("blocks", blocks);
    result.put("targets", targets);
    result.put("cap", cap);
    result.put("columns", columns);
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

  private void write(ObjectNode results, PrintStream out) throws IOException {
    String text = results.toPrettyString() + "\n";
    if (json.equals("-")) {
      out.print(text);
    } else {
      Files.writeString(Path.of(json), text);
    }
  }
}
