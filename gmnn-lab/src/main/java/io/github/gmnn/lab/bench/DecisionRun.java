package io.github.gmnn.lab.bench;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnModel;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.Splits;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints what prediction sets and thresholds ask for beside what they give: {@code DecisionRun DATA
 * DRAWS [hold]}. Each draw deals validation and test nodes out anew, as many validation nodes as
 * the folder has, fits with the paper's settings and the draw as seed, and measures on the test
 * nodes; the rarest class is the one whose recall and precision are asked for. With {@code hold}
 * half of the validation nodes choose nothing.
 */
final class DecisionRun {
  private static final double[] LEVELS = {0.9, 0.95};
  private static final double[] SHARES = {0.7, 0.8, 0.9};

  private final Map<String, List<Double>> figures = new LinkedHashMap<>();

  private DecisionRun() {}

  public static void main(String[] arguments) throws IOException {
    Dataset<String> data = DatasetReader.read(Path.of(arguments[0]));
    boolean hold = arguments.length > 2 && arguments[2].equals("hold");
    DecisionRun run = new DecisionRun();
    for (long draw = 1; draw <= Long.parseLong(arguments[1]); draw++) {
      run.measure(data, draw, hold);
    }
    System.out.println(data.name() + (hold ? ", half of the validation nodes held" : ""));
    run.print();
  }

  private void measure(Dataset<String> data, long draw, boolean hold) {
    Graph<String> graph = data.graph();
    Map<String, String> pool = new LinkedHashMap<>(graph.validationLabels());
    int validation = pool.size();
    pool.putAll(data.testLabels());
    List<String> drawn =
        Splits.perClass(pool, 1, 0, pool.size() - classes(pool), draw).testKeys();
    List<String> held = drawn.subList(0, validation);
    Map<String, String> labels = new LinkedHashMap<>(graph.trainingLabels());
    held.forEach(key -> labels.put(key, pool.get(key)));
    Map<String, String> test = new LinkedHashMap<>();
    drawn.subList(validation, drawn.size()).forEach(key -> test.put(key, pool.get(key)));
    GmnnModel<String> model =
        Gmnn.paper()
            .seed(draw)
            .threads(1)
            .holdForSets(hold)
            .fit(graph.withClasses(graph.classes()).withLabels(labels, held));
    Evaluation evaluation = model.evaluate(test);
    for (double level : LEVELS) {
      add("sets of " + level, evaluation.sets(level));
      if (model.predictionSets().orElseThrow().byClass().reach(level)) {
        add("sets of " + level + " by class", evaluation.setsByClass(level));
      }
    }
    String rare = rarest(pool);
    for (double share : SHARES) {
      Evaluation decided = model.deciding(DecisionRule.recall(rare, share)).evaluate(test);
      add("recall " + share + " asked: recall", decided.recall(rare));
      add("recall " + share + " asked: precision", decided.precision(rare));
    }
    for (double share : SHARES) {
      try {
        Evaluation decided = model.deciding(DecisionRule.precision(rare, share)).evaluate(test);
        add("precision " + share + " asked: precision", decided.precision(rare));
        add("precision " + share + " asked: recall", decided.recall(rare));
      } catch (IllegalArgumentException e) {
        add("precision " + share + " asked: not reached", 1);
      }
    }
  }

  private static int classes(Map<String, String> labels) {
    return (int) labels.values().stream().distinct().count();
  }

  private static String rarest(Map<String, String> labels) {
    Map<String, Integer> counts = new TreeMap<>();
    labels.values().forEach(label -> counts.merge(label, 1, Integer::sum));
    return counts.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private void add(String name, Evaluation.Coverage sets) {
    add(name + ": coverage", sets.coverage());
    add(name + ": worst class", sets.worst());
    add(name + ": labels", sets.meanSize());
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
