package io.github.gmnn.cli.report;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.Locale;

/**
 * What is known of the nodes around an error.
 *
 * @param <K> type of the keys
 */
final class NodeFacts<K> {
  private final Dataset<K> data;
  private final Predictions<K> predictions;

  NodeFacts(TrainingOutcome<K> fitted) {
    this.data = fitted.data();
    this.predictions = fitted.predictions();
  }

  Graph<K> graph() {
    return data.graph();
  }

  /** The true class of a node, or -1. */
  int truth(int node) {
    int label = graph().label(node);
    String test = data.testLabels().get(graph().key(node));
    return label >= 0 || test == null ? label : predictions.classes().indexOf(test);
  }

  int predicted(int node) {
    return predictions.classes().indexOf(prediction(node).label());
  }

  Prediction<K> prediction(int node) {
    return predictions.of(graph().key(node));
  }

  String className(int index) {
    return index < 0 ? "not known" : predictions.classes().get(index);
  }

  /** What a mark says when one points at it. */
  String words(int node) {
    Prediction<K> prediction = prediction(node);
    return String.format(
        Locale.ROOT,
        "%s: true label %s, predicted %s (%.3f)",
        Markup.shortened(prediction.key()),
        className(truth(node)),
        prediction.label(),
        prediction.probability());
  }
}
