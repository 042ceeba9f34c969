package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.Predictions;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.evaluation.PredictionSets;
import io.github.gmnn.evaluation.Thresholds;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Prints what prediction sets and thresholds ask for beside what they give: {@code DecisionRun DATA
 * MODELS DRAWS}, with {@code default} after it for fits by the default instead of the paper's
 * settings. Half of the validation nodes choose the epoch of a fit; the other half and the test
 * nodes are a pool that nothing was chosen on. Each draw takes as many nodes of it to calibrate by
 * as the folder has for validation (half of the pool if that is less) and measures on the rest;
 * {@code smoothed} are sets of distributions mixed with those of similar nodes. The rarest class of
 * the pool is the one whose recall and precision are asked for. {@code as fitted} are the sets that
 * a fit on all validation nodes gives, which chose the epoch too, on the test nodes.
 */
final class DecisionRun {
  private static final double[] LEVELS = {0.9, 0.95};
  private static final double[] SHARES = {0.7, 0.8, 0.9};

  private final Dataset<String> data;
  private final boolean byDefault;
  private final Map<String, List<Double>> figures = new LinkedHashMap<>();

  private DecisionRun(Dataset<String> data, boolean byDefault) {
    this.data = data;
    this.byDefault = byDefault;
  }

  public static void main(String[] arguments) throws IOException {
    boolean byDefault = arguments.length > 3 && arguments[3].equals("default");
    DecisionRun run = new DecisionRun(DatasetReader.read(Path.of(arguments[0])), byDefault);
    for (int model = 1; model <= Integer.parseInt(arguments[1]); model++) {
      run.measure(model, Integer.parseInt(arguments[2]));
      run.measureAsFitted(model);
    }
    System.out.println(arguments[0]);
    run.print();
  }

  private GmnnTrainer.Builder trainer(long seed) {
    return (byDefault ? Gmnn.builder() : Gmnn.paper()).seed(seed).threads(1);
  }

  private void measureAsFitted(long seed) {
    Evaluation evaluation = trainer(seed).fit(data.graph()).evaluate(data.testLabels());
    for (double level : LEVELS) {
      add("sets of " + level + " as fitted", evaluation.sets(level));
    }
  }

  private void measure(long seed, int draws) {
    Graph<String> graph = data.graph();
    List<String> validation = new ArrayList<>(graph.validationLabels().keySet());
    Collections.shuffle(validation, new Random(seed));
    List<String> choosing = validation.subList(0, validation.size() / 2);
    Map<String, String> labels = new LinkedHashMap<>(graph.trainingLabels());
    choosing.forEach(key -> labels.put(key, graph.validationLabels().get(key)));
    Graph<String> fitted = graph.withClasses(graph.classes()).withLabels(labels, choosing);
    Predictions<String> plain = trainer(seed).fit(fitted).predictions();
    Predictions<String> smoothed = plain.smoothedForSets(fitted);
    Map<String, String> pool = new LinkedHashMap<>(graph.validationLabels());
    choosing.forEach(pool::remove);
    pool.putAll(data.testLabels());
    List<String> keys = new ArrayList<>(pool.keySet());
    int calibrating = Math.min(validation.size(), keys.size() / 2);
    for (int draw = 0; draw < draws; draw++) {
      Collections.shuffle(keys, new Random(1000 * seed + draw));
      List<String> held = keys.subList(0, calibrating);
      List<String> rest = keys.subList(calibrating, keys.size());
      Examples test = Examples.of(plain, pool, rest);
      Examples holding = Examples.of(plain, pool, held);
      measureSets("sets of ", holding, test);
      measureSets(
          "smoothed sets of ",
          Examples.of(smoothed, pool, held),
          Examples.of(smoothed, pool, rest));
      measureDecisions(holding, test);
    }
  }

  /** Labelled nodes with what is predicted for them. */
  private record Examples(List<String> classes, int[] labels, float[][] rows) {
    static Examples of(
        Predictions<String> predictions, Map<String, String> labels, List<String> keys) {
      List<String> classes = predictions.classes();
      int[] truth = new int[keys.size()];
      float[][] rows = new float[truth.length][classes.size()];
      for (int i = 0; i < truth.length; i++) {
        truth[i] = classes.indexOf(labels.get(keys.get(i)));
        int c = 0;
        for (double p : predictions.of(keys.get(i)).distribution().values()) {
          rows[i][c++] = (float) p;
        }
      }
      return new Examples(classes, truth, rows);
    }

    PredictionSets sets() {
      DenseMatrix matrix = DenseMatrix.zeros(rows.length, classes.size());
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(rows[i], 0, matrix.data(), i * classes.size(), classes.size());
      }
      return PredictionSets.of(classes, labels, matrix);
    }

    Evaluation evaluate(Thresholds thresholds, PredictionSets sets) {
      return Evaluation.of("nodes", classes, labels, rows, thresholds, sets);
    }

    String rarest() {
      int[] counts = new int[classes.size()];
      Arrays.stream(labels).forEach(label -> counts[label]++);
      return classes.get(
          IntStream.range(0, counts.length)
              .boxed()
              .min(Comparator.comparingInt(c -> counts[c]))
              .orElseThrow());
    }
  }

  private void measureSets(String name, Examples held, Examples test) {
    PredictionSets sets = held.sets();
    Evaluation evaluation = test.evaluate(null, sets);
    for (double level : LEVELS) {
      add(name + level, evaluation.sets(level));
      if (sets.byClass().reach(level)) {
        add(name + level + " by class", evaluation.setsByClass(level));
      }
    }
  }

  private void measureDecisions(Examples held, Examples test) {
    String rare = test.rarest();
    for (double share : SHARES) {
      Evaluation decided = decided(held, test, DecisionRule.recall(rare, share));
      add("recall " + share + " asked, recall", decided.recall(rare));
      add("recall " + share + " asked, precision", decided.precision(rare));
    }
    for (double share : SHARES) {
      try {
        Evaluation decided = decided(held, test, DecisionRule.precision(rare, share));
        add("precision " + share + " asked, precision", decided.precision(rare));
        add("precision " + share + " asked, recall", decided.recall(rare));
      } catch (IllegalArgumentException e) {
        add("precision " + share + " not reached", 1);
      }
    }
  }

  private static Evaluation decided(Examples held, Examples test, DecisionRule rule) {
    return test.evaluate(Thresholds.choose(held.classes(), held.labels(), held.rows(), rule), null);
  }

  private void add(String name, Evaluation.Coverage sets) {
    add(name + ", coverage", sets.coverage());
    add(name + ", worst class", sets.worst());
    add(name + ", labels", sets.meanSize());
  }

  private void add(String name, double figure) {
    figures.computeIfAbsent(name, key -> new ArrayList<>()).add(figure);
  }

  private void print() {
    figures.forEach(
        (name, values) -> {
          double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
          double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
          double deviation = Math.sqrt(squares / Math.max(1, values.size() - 1));
          System.out.printf(
              Locale.ROOT, "%-40s %.4f ± %.4f (%d)%n", name, mean, deviation, values.size());
        });
  }
}
