package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.InferenceKind;
import io.github.gmnn.InferenceKinds;
import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import io.github.gmnn.io.DatasetReader;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.Consistency;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Selection;
import io.github.gmnn.training.TargetWeighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.RmsProp;

/**
 * Prints what a kind of q reaches on words scaled as in the paper, a line for each fit and one for
 * all: {@code AccuracyRun DATA KIND SEEDS [name=value...]}, SEEDS being {@code 1-100}. A folder of
 * splits (s1, s2, ...) is run split by split. With {@code perClass=5} so many of each class's
 * training labels are kept, drawn by the seed; with {@code alone=true} what q gives before EM is
 * measured on the way. Settings of random propagation are named {@code order}, {@code nodeDropout},
 * {@code columnDropout}, {@code hiddenDropout}, {@code antithetic} and {@code
 * consistency=passes,weight,ramp,temperature,sure,alignedLabels}, and change {@code
 * random-propagation}.
 */
final class AccuracyRun {
  private AccuracyRun() {}

  public static void main(String[] arguments) throws IOException {
    String[] seeds = arguments[2].split("-");
    List<double[]> figures = new ArrayList<>();
    for (Path folder : folders(Path.of(arguments[0]))) {
      Dataset<String> data = DatasetReader.read(folder);
      for (long seed = Long.parseLong(seeds[0]); seed <= Long.parseLong(seeds[1]); seed++) {
        GmnnTrainer.Builder builder = Gmnn.paper();
        List<String> settings = List.of(arguments).subList(3, arguments.length);
        InferenceKinds.RandomPropagation.Builder propagation =
            InferenceKinds.RandomPropagation.builder();
        List<String> others =
            settings.stream().filter(setting -> !set(propagation, setting.split("="))).toList();
        InferenceKind kind = InferenceKinds.named(arguments[1]);
        builder.inference(others.size() == settings.size() ? kind : propagation.build()).seed(seed);
        int perClass = 0;
        boolean alone = false;
        for (String setting : others) {
          String value = setting.substring(setting.indexOf('=') + 1);
          if (setting.startsWith("perClass=")) {
            perClass = Integer.parseInt(value);
          } else if (setting.startsWith("alone=")) {
            alone = Boolean.parseBoolean(value);
          } else {
            set(builder, setting.split("="));
          }
        }
        Dataset<String> ofSeed = perClass == 0 ? data : fewer(data, perClass, seed);
        double[] row = row(builder, ofSeed, alone);
        figures.add(row);
        print(folder.getFileName() + " " + seed, row);
      }
    }
    print("mean", statistic(figures, false));
    print("deviation", statistic(figures, true));
  }

  private static List<Path> folders(Path path) {
    List<Path> splits = new ArrayList<>();
    for (int i = 1; Files.isDirectory(path.resolve("s" + i)); i++) {
      splits.add(path.resolve("s" + i));
    }
    return splits.isEmpty() ? List.of(path) : splits;
  }

  /** Sets a setting of random propagation; false if it is none. */
  private static boolean set(InferenceKinds.RandomPropagation.Builder builder, String[] setting) {
    String value = setting[1];
    switch (setting[0]) {
      case "order" -> builder.order(Integer.parseInt(value));
      case "nodeDropout" -> builder.nodeDropout(Double.parseDouble(value));
      case "columnDropout" -> builder.columnDropout(Double.parseDouble(value));
      case "hiddenDropout" -> builder.hiddenDropout(Double.parseDouble(value));
      case "antithetic" -> builder.antithetic(Boolean.parseBoolean(value));
      case "consistency" -> builder.consistency(consistency(value.split(",")));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static Consistency consistency(String[] values) {
    return new Consistency(
        Integer.parseInt(values[0]),
        Double.parseDouble(values[1]),
        Integer.parseInt(values[2]),
        Double.parseDouble(values[3]),
        Double.parseDouble(values[4]),
        Double.parseDouble(values[5]));
  }

  private static void set(GmnnTrainer.Builder builder, String[] setting) {
    String value = setting[1];
    switch (setting[0]) {
      case "em" -> builder.emIterations(Integer.parseInt(value));
      case "guard" -> builder.emGuard(Boolean.parseBoolean(value));
      case "predictor" -> builder.predictor(Predictor.valueOf(value));
      case "pretrainSelection" -> builder.pretrainSelection(Selection.valueOf(value));
      case "inferenceSelection" -> builder.inferenceSelection(Selection.valueOf(value));
      case "fresh" -> builder.freshLearningNetworks(Integer.parseInt(value));
      case "freshUpdater" -> builder.freshInferenceUpdater(Boolean.parseBoolean(value));
      case "weighting" -> builder.targetWeighting(TargetWeighting.valueOf(value));
      case "pretrainEpochs" -> builder.pretrainEpochs(Integer.parseInt(value));
      case "inferenceEpochs" -> builder.inferenceEpochs(Integer.parseInt(value));
      case "patience" -> builder.patience(Integer.parseInt(value));
      case "neighbors" -> builder.neighborsAsFeatures(Boolean.parseBoolean(value));
      case "hidden" -> builder.hiddenUnits(Integer.parseInt(value));
      case "threads" -> builder.threads(Integer.parseInt(value));
      case "approximation" -> builder.approximation(approximation(value));
      case "learningEpochs" -> builder.learningEpochs(Integer.parseInt(value));
      case "p" -> learning(builder, value);
      case "convolutions" -> convolutions(builder, value.split(","));
      case "scaling" -> builder.featureScaling(FeatureScaling.valueOf(value));
      default -> builder.set(setting[0], value);
    }
  }

  /** As many convolutions as named; those of the default but for what is named beside. */
  private static void convolutions(GmnnTrainer.Builder builder, String[] values) {
    int count = Integer.parseInt(values[0]);
    int units = values.length > 1 ? Integer.parseInt(values[1]) : 16;
    boolean tuned = values.length > 2;
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      GraphConvLayer.Builder layer = GraphConvLayer.builder().hasBias(tuned);
      if (i < count - 1) {
        layer.nOut(units).activation(Activation.RELU);
      }
      double dropout = tuned ? Double.parseDouble(values[2]) : 0.5;
      layers.add(layer.inputDropout((i == 0) == tuned ? 0 : dropout).build());
    }
    builder.inferenceLayers(layers.toArray(Layer[]::new));
    if (tuned) {
      builder.inferenceUpdater(new Adam(Double.parseDouble(values[3])));
    }
  }

  private static void learning(GmnnTrainer.Builder builder, String kind) {
    if (!kind.equals("gc")) {
      throw new IllegalArgumentException("p may be named gc, the paper's, got " + kind);
    }
    builder
        .learningLayers(
            GraphConvLayer.builder().nOut(16).activation(Activation.RELU).inputDropout(0.5).build(),
            GraphConvLayer.builder().build())
        .learningUpdater(new RmsProp(0.05, 0.99, 1e-8));
  }

  private static ApproximationStrategy approximation(String name) {
    return switch (name) {
      case "annealing" -> Approximations.annealing(0.1);
      case "mean" -> Approximations.meanPooling();
      default -> throw new IllegalArgumentException("no approximation is named " + name);
    };
  }

  /** Keeps some labels of each class to train on: those of {@code reproduce few-shot}. */
  private static Dataset<String> fewer(Dataset<String> data, int perClass, long seed) {
    Graph<String> graph = data.graph();
    Map<String, String> training = graph.trainingLabels();
    Map<String, String> kept = new LinkedHashMap<>(graph.validationLabels());
    List<String> held = List.copyOf(kept.keySet());
    for (String key : Splits.perClass(training, perClass, 0, 0, (seed - 1) % 10 + 1).trainKeys()) {
      kept.put(key, training.get(key));
    }
    return new Dataset<>(data.name(), graph.withLabels(kept, held), data.testLabels());
  }

  /**
   * Test and calibration error, the same before EM, best validation before and after EM, seconds,
   * epochs and ms a step of pre-training.
   */
  private static double[] row(GmnnTrainer.Builder builder, Dataset<String> data, boolean alone)
      throws IOException {
    Evaluation before = null;
    GmnnModel<String> model;
    long start = System.nanoTime();
    if (alone) {
      Path folder = Files.createTempDirectory("accuracy");
      Path checkpoint = folder.resolve("checkpoint");
      boolean[] stop = {true};
      GmnnTrainer trainer =
          builder
              .checkpoint(checkpoint, 200)
              .listener(report -> !stop[0] || report.phase() == Phase.PRE_TRAINING)
              .build();
      before = trainer.fit(data.graph()).evaluate(data.testLabels());
      stop[0] = false;
      boolean resumes = Files.exists(checkpoint);
      model = resumes ? trainer.resume(checkpoint, data.graph()) : trainer.fit(data.graph());
      Files.deleteIfExists(checkpoint);
      Files.delete(folder);
    } else {
      model = builder.fit(data.graph());
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Evaluation test = model.evaluate(data.testLabels());
    List<EpochReport> pretraining = model.history().epochs(Phase.PRE_TRAINING);
    double[] steps = pretraining.stream().mapToDouble(e -> e.step().toNanos() / 1e6).toArray();
    Arrays.sort(steps);
    return new double[] {
      100 * test.accuracy(),
      100 * test.calibrationError(),
      before == null ? Double.NaN : 100 * before.accuracy(),
      before == null ? Double.NaN : 100 * before.calibrationError(),
      100 * model.history().bestValidation(Phase.PRE_TRAINING).orElse(Double.NaN),
      100 * model.history().bestValidation(Phase.E_STEP).orElse(Double.NaN),
      seconds,
      pretraining.size(),
      steps[steps.length / 2]
    };
  }

  private static double[] statistic(List<double[]> rows, boolean deviation) {
    double[] result = new double[rows.get(0).length];
    for (int i = 0; i < result.length; i++) {
      int column = i;
      double mean = rows.stream().mapToDouble(row -> row[column]).average().orElseThrow();
      double squares =
          rows.stream().mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum()
              / Math.max(1, rows.size() - 1);
      result[i] = deviation ? Math.sqrt(squares) : mean;
    }
    return result;
  }

  private static void print(String name, double[] row) {
    System.out.printf(
        Locale.ROOT,
        "%-14s test %6.2f  calibration %5.2f  alone %6.2f  calibration %5.2f  before %6.2f"
            + "  after %6.2f  %6.2f s  %6.1f epochs  %6.3f ms%n",
        name,
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        row[7],
        row[8]);
  }
}
