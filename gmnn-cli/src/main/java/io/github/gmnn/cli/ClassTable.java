package io.github.gmnn.cli;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.internal.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How many nodes were given which label. */
final class ClassTable {
  private ClassTable() {}

  /** How many unlabelled nodes were given each label, in the order of classes. */
  static <K> Map<String, Integer> predicted(Predictions<K> predictions, Graph<K> graph) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    predictions.classes().forEach(label -> counts.put(label, 0));
    for (Prediction<K> prediction : predictions.all()) {
      if (graph.label(graph.indexOf(prediction.key())) < 0) {
        counts.merge(prediction.label(), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** A table of the labels of what was trained on. */
  static <K> String of(TrainingOutcome<K> fitted) {
    return of(fitted.predictions(), fitted.data().graph());
  }

  /** A table of labels, those given and those predicted of the nodes without. */
  static <K> String of(Predictions<K> predictions, Graph<K> graph) {
    Map<String, Integer> counts = predicted(predictions, graph);
    Map<String, Integer> given = new LinkedHashMap<>();
    graph.labels().values().forEach(label -> given.merge(label, 1, Integer::sum));
    Map<String, Double> confidence = new LinkedHashMap<>();
    for (Prediction<K> prediction : predictions.all()) {
      if (graph.label(graph.indexOf(prediction.key())) < 0) {
        confidence.merge(prediction.label(), prediction.probability(), Double::sum);
      }
    }
    int unlabelled = counts.values().stream().mapToInt(Integer::intValue).sum();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("label", "given", "predicted", "share", "mean probability"));
    counts.forEach(
        (label, count) ->
            rows.add(
                List.of(
                    label,
                    "" + given.getOrDefault(label, 0),
                    "" + count,
                    percent(unlabelled == 0 ? 0 : (double) count / unlabelled),
                    count == 0
                        ? "-"
                        : String.format(Locale.ROOT, "%.3f", confidence.get(label) / count))));
    return TextTable.markdown(rows);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }
}
