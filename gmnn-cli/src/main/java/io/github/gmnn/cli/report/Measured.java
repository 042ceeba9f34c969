package io.github.gmnn.cli.report;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.Dataset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Predictions beside the true labels they are measured on: those of test nodes, or of validation
 * nodes where there is no test.
 *
 * @param <K> type of the keys
 * @param classes the classes
 * @param on {@code test} or {@code validation}
 * @param cases a prediction with the truth each
 */
record Measured<K>(List<String> classes, String on, List<Case<K>> cases) {
  /** A prediction and what it should have been. */
  record Case<K>(Prediction<K> prediction, String truth) {
    boolean right() {
      return prediction.label().equals(truth);
    }
  }

  static <K> Measured<K> of(TrainingOutcome<K> fitted) {
    Dataset<K> data = fitted.data();
    Predictions<K> predictions = fitted.predictions();
    boolean test = !data.testLabels().isEmpty();
    Map<K, String> labels = test ? data.testLabels() : data.graph().validationLabels();
    List<Case<K>> cases = new ArrayList<>();
    labels.forEach((key, label) -> cases.add(new Case<>(predictions.of(key), label)));
    return new Measured<>(predictions.classes(), test ? "test" : "validation", cases);
  }

  /** The mistakes, the surest first. */
  List<Case<K>> worst(int count) {
    return cases.stream()
        .filter(c -> !c.right())
        .sorted(Comparator.comparingDouble(c -> -c.prediction().probability()))
        .limit(count)
        .toList();
  }

  /** How often a true class (first index) was predicted as another (second). */
  int[][] confusion() {
    int[][] counts = new int[classes.size()][classes.size()];
    for (Case<K> c : cases) {
      counts[classes.indexOf(c.truth())][classes.indexOf(c.prediction().label())]++;
    }
    return counts;
  }
}
