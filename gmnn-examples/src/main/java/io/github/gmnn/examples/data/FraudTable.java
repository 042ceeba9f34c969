package io.github.gmnn.examples.data;

import io.github.gmnn.Gmnn;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.Predictions;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.training.ValidationMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.nd4j.linalg.learning.config.Adam;

/** How well fraud is found, as means over seeds: by rank, and by what decisions cost. */
public final class FraudTable {
  private final DecisionRule.Costs costs;
  private final Map<String, List<double[]>> rows = new LinkedHashMap<>();

  /** Makes an empty table of decisions that cost something. */
  public FraudTable(DecisionRule.Costs costs) {
    this.costs = costs;
  }

  /** What GMNN is compared with. */
  public static GmnnTrainer.Builder logistic() {
    return Gmnn.builder()
        .inferenceLayers(LinearLayer.builder().hasBias(true).build())
        .inferenceUpdater(new Adam(0.01))
        .pretrainEpochs(500);
  }

  /**
   * Measures predictions on all accounts without a label; what decides is chosen on the validation
   * accounts, by F1 and by cost.
   */
  public void add(
      String name, Payments payments, Graph<Integer> graph, Predictions<Integer> predictions) {
    Map<Integer, String> unlabelled = new LinkedHashMap<>();
    for (int account = 0; account < payments.accounts(); account++) {
      if (graph.label(account) < 0) {
        unlabelled.put(account, payments.isFraud(account) ? "fraud" : "ok");
      }
    }
    DecisionRule f1 = DecisionRule.metric(ValidationMetric.MACRO_F1);
    Evaluation byF1 = predictions.evaluate(unlabelled, predictions.thresholds(graph, f1));
    Evaluation byCost = predictions.evaluate(unlabelled, predictions.thresholds(graph, costs));
    rows.computeIfAbsent(name, key -> new ArrayList<>())
        .add(
            new double[] {
              byCost.rocAuc("fraud").orElseThrow(),
              byCost.prAuc("fraud").orElseThrow(),
              byF1.f1("fraud"),
              byCost.meanCost(costs)
            });
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
