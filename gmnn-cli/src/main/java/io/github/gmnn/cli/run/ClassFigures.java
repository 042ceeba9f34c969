package io.github.gmnn.cli.run;

import io.github.gmnn.Predictions;
import io.github.gmnn.evaluation.Evaluation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** What is measured of each class, and of prediction sets. */
public final class ClassFigures {
  /** The levels of the prediction sets that are measured, in percent. */
  private static final int[] LEVELS = {90, 95};

  private static final String SET = "set";
  private static final double PRECISION = 0.9;
  private static final double SHARE = 0.05;

  private ClassFigures() {}

  /** Whether a figure is one of prediction sets, which tables of runs have no room for. */
  public static boolean isOfSets(String metric) {
    return metric.startsWith(SET);
  }

  /**
   * The figures of prediction sets by name; NaN where there are too few validation nodes for them.
   *
   * @param evaluation may be null if there is nothing to measure with
   */
  public static Map<String, Double> ofSets(Evaluation evaluation) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int percent : LEVELS) {
      double level = percent / 100.0;
      Evaluation.Coverage sets =
          evaluation != null && evaluation.hasSets(level) ? evaluation.sets(level) : null;
      String name = SET + percent;
      figures.put(name + "Coverage", sets == null ? Double.NaN : sets.coverage());
      figures.put(name + "WorstClass", sets == null ? Double.NaN : sets.worst());
      figures.put(name + "Size", sets == null ? Double.NaN : sets.meanSize());
    }
    return figures;
  }

  /** The figures of each class by name; none without labels. */
  public static <K> Map<String, Map<String, Number>> byClass(
      Predictions<K> predictions, Map<K, String> labels) {
    Map<String, Map<String, Number>> classes = new LinkedHashMap<>();
    if (labels.isEmpty()) {
      return classes;
    }
    Evaluation evaluation = predictions.evaluate(labels);
    for (String label : predictions.classes()) {
      Map<String, Number> figures = new LinkedHashMap<>();
      figures.put("count", evaluation.count(label));
      figures.put("precision", evaluation.precision(label));
      figures.put("recall", evaluation.recall(label));
      figures.put("f1", evaluation.f1(label));
      put(figures, "rocAuc", evaluation.rocAuc(label));
      put(figures, "averagePrecision", evaluation.prAuc(label));
      put(figures, "recallAtPrecision90", evaluation.recallAt(label, PRECISION));
      put(figures, "lift5", evaluation.lift(label, SHARE));
      for (int percent : LEVELS) {
        if (evaluation.hasSets(percent / 100.0) && evaluation.count(label) > 0) {
          figures.put(
              SET + percent + "Coverage", evaluation.sets(percent / 100.0).byClass().get(label));
        }
      }
      classes.put(label, figures);
    }
    return classes;
  }

  private static void put(Map<String, Number> figures, String name, OptionalDouble figure) {
    figure.ifPresent(value -> figures.put(name, value));
  }
}
