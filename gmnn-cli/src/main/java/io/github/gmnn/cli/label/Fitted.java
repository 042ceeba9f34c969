package io.github.gmnn.cli.label;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the newest fit says of all nodes. Immutable.
 *
 * @param revision grows with every answer
 * @param version of the labels that it was fitted on
 * @param classes the classes then
 * @param graph the graph with these labels; null without a model
 * @param model the model; null as long as there are labels of fewer than two classes
 * @param predictions of all nodes; null without a model
 * @param measured how good it is, or a model of somewhat fewer labels; null if not known
 * @param millis how long the fit took
 * @param problem why there is no newer model; empty if all is well
 */
record Fitted(
    int revision,
    long version,
    List<String> classes,
    Graph<String> graph,
    GmnnModel<String> model,
    Predictions<String> predictions,
    HeldBack measured,
    long millis,
    String problem) {
  static Fitted none() {
    return new Fitted(0, 0, List.of(), null, null, null, null, 0, "");
  }

  /** What a model from elsewhere says of the graph. */
  static Fitted of(GmnnModel<String> model, Graph<String> graph) {
    return new Fitted(0, 0, model.classes(), graph, model, model.predict(graph), null, 0, "");
  }

  boolean hasModel() {
    return model != null;
  }

  /** How many nodes are predicted to be of each class. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    if (hasModel()) {
      classes.forEach(name -> counts.put(name, 0));
      for (Prediction<String> prediction : predictions().all()) {
        counts.merge(prediction.label(), 1, Integer::sum);
      }
    }
    return counts;
  }

  Fitted of(int newRevision, long newVersion) {
    return new Fitted(
        newRevision, newVersion, classes, graph, model, predictions, measured, millis, problem);
  }

  /** With another model; what was measured last stays if this one is not measured yet. */
  Fitted with(
      List<String> newClasses,
      Graph<String> newGraph,
      GmnnModel<String> newModel,
      HeldBack newMeasured,
      long newMillis) {
    HeldBack known = newMeasured == null ? measured : newMeasured;
    return new Fitted(
        revision,
        version,
        newClasses,
        newGraph,
        newModel,
        newModel.predictions(),
        known,
        newMillis,
        "");
  }

  Fitted with(HeldBack newMeasured) {
    return new Fitted(
        revision, version, classes, graph, model, predictions, newMeasured, millis, problem);
  }

  Fitted with(String newProblem) {
    return new Fitted(
        revision, version, classes, graph, model, predictions, measured, millis, newProblem);
  }
}
