package io.github.gmnn.examples.data;

import io.github.gmnn.Predictions;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How well fraud is found, as means over seeds: by rank, and by what decisions cost. */
public final class FraudTable {
  /** What a mule costs that nobody stops. */
  private static final double MISSED = 500;

  /** What it costs to look into an account that is none. */
  private static final double FALSE_ALARM = 20;

  private final Map<String, List<double[]>> rows = new LinkedHashMap<>();

  /** Measures predictions on all accounts without a label. */
  public void add(
      String name, Payments payments, Graph<Integer> graph, Predictions<Integer> predictions) {
    Map<Integer, String> unlabelled = new LinkedHashMap<>();
    for (int account = 0; account < payments.accounts(); account++) {
      if (graph.label(account) < 0) {
        unlabelled.put(account, payments.isFraud(account) ? "fraud" : "ok");
      }
    }
    Evaluation evaluation = predictions.evaluate(unlabelled);
    double f1 = best(graph.validationLabels(), predictions, false);
    double cost = best(graph.validationLabels(), predictions, true);
    rows.computeIfAbsent(name, key -> new ArrayList<>())
        .add(
            new double[] {
              evaluation.rocAuc("fraud").orElseThrow(),
              evaluation.prAuc("fraud").orElseThrow(),
              -score(unlabelled, predictions, f1, false),
              score(unlabelled, predictions, cost, true) / unlabelled.size()
            });
  }

  /** The threshold that is best on some accounts: by F1, or by what decisions cost. */
  private static double best(
      Map<Integer, String> labels, Predictions<Integer> predictions, boolean byCost) {
    double[] candidates =
        labels.keySet().stream().mapToDouble(key -> probability(predictions, key)).toArray();
    return Arrays.stream(candidates)
        .boxed()
        .min(
            (a, b) ->
                Double.compare(
                    score(labels, predictions, a, byCost), score(labels, predictions, b, byCost)))
        .orElseThrow();
  }

  private static double probability(Predictions<Integer> predictions, int account) {
    return predictions.of(account).probability("fraud");
  }

  /** What it costs to stop the accounts from a threshold on; or F1 times -1. */
  private static double score(
      Map<Integer, String> labels,
      Predictions<Integer> predictions,
      double threshold,
      boolean byCost) {
    int found = 0;
    int missed = 0;
    int alarms = 0;
    for (Map.Entry<Integer, String> label : labels.entrySet()) {
      boolean stopped = probability(predictions, label.getKey()) >= threshold;
      boolean fraud = label.getValue().equals("fraud");
      found += stopped && fraud ? 1 : 0;
      missed += !stopped && fraud ? 1 : 0;
      alarms += stopped && !fraud ? 1 : 0;
    }
    return byCost
        ? missed * MISSED + alarms * FALSE_ALARM
        : -2.0 * found / (2 * found + missed + alarms);
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder("| | AUC | average precision | F1 | cost an account |\n");
    text.append("|---|--:|--:|--:|--:|\n");
    rows.forEach(
        (name, figures) -> {
          text.append("| ").append(name);
          for (int i = 0; i < 4; i++) {
            int column = i;
            double mean = figures.stream().mapToDouble(row -> row[column]).average().orElse(0);
            double squares =
                figures.stream().mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum();
            text.append(
                String.format(
                    Locale.ROOT,
                    i < 3 ? " | %.3f ± %.3f" : " | %.2f ± %.2f",
                    mean,
                    Math.sqrt(squares / Math.max(1, figures.size() - 1))));
          }
          text.append(" |\n");
        });
    return text.toString();
  }
}
