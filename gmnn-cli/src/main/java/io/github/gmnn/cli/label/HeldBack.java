package io.github.gmnn.cli.label;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.Prediction;
import io.github.gmnn.cli.run.Interval;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.evaluation.PredictionSets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What labels say of a model that has not seen them.
 *
 * @param accuracy the share it gets right
 * @param classes the classes then
 * @param sets sets of labels, calibrated by these nodes
 */
record HeldBack(Interval accuracy, List<String> classes, PredictionSets sets) {
  private static final int FOLDS = 5;

  /** Labels from which folds of them say something. */
  static final int FEWEST = 10;

  /** Asks about the validation nodes that the model was fitted with. */
  static HeldBack of(GmnnModel<String> model, List<String> nodes, Map<String, String> truth) {
    int right = 0;
    for (String node : nodes) {
      right += model.predict(node).label().equals(truth.get(node)) ? 1 : 0;
    }
    return new HeldBack(
        Interval.of(right, nodes.size()), model.classes(), model.predictionSets().orElseThrow());
  }

  /**
   * Asks about all labels, each of five parts of them by a model of the other four.
   *
   * @param classes the classes
   * @param labels at least {@value #FEWEST}
   * @param fit fits a model of these classes to some of the labels
   */
  static HeldBack inTurn(
      List<String> classes,
      Map<String, String> labels,
      Function<Map<String, String>, GmnnModel<String>> fit) {
    List<String> nodes = new ArrayList<>(labels.keySet());
    nodes.sort((a, b) -> labels.get(a).compareTo(labels.get(b))); // stable: parts are alike
    int[] truth = nodes.stream().mapToInt(node -> classes.indexOf(labels.get(node))).toArray();
    DenseMatrix distributions = DenseMatrix.zeros(nodes.size(), classes.size());
    int right = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      Map<String, String> rest = new LinkedHashMap<>(labels);
      for (int i = fold; i < nodes.size(); i += FOLDS) {
        rest.remove(nodes.get(i));
      }
      GmnnModel<String> model = fit.apply(rest);
      for (int i = fold; i < nodes.size(); i += FOLDS) {
        Prediction<String> prediction = model.predict(nodes.get(i));
        right += prediction.label().equals(labels.get(nodes.get(i))) ? 1 : 0;
        for (int c = 0; c < classes.size(); c++) {
          distributions.set(i, c, (float) prediction.probability(classes.get(c)));
        }
      }
    }
    return new HeldBack(
        Interval.of(right, nodes.size()),
        classes,
        PredictionSets.of(classes, truth, distributions));
  }

  /** Returns the labels that contain the true one with a probability; empty if that is unknown. */
  List<String> set(Prediction<String> prediction, double level) {
    if (!sets.reach(level) || !prediction.distribution().keySet().equals(Set.copyOf(classes))) {
      return List.of(); // too few labels, or a class is new
    }
    float[] shares = new float[classes.size()];
    for (int c = 0; c < shares.length; c++) {
      shares[c] = (float) prediction.probability(classes.get(c));
    }
    return sets.of(shares, level);
  }
}
