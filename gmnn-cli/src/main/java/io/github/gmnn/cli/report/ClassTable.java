package io.github.gmnn.cli.report;

import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.ClassFigures;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.evaluation.Evaluation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What is measured of each class, and of prediction sets. */
final class ClassTable {
  private static final double LEVEL = 0.9;

  private ClassTable() {}

  static <K> void write(Markup out, TrainingOutcome<K> fitted, Measured<K> measured) {
    Map<K, String> labels = new LinkedHashMap<>();
    measured.cases().forEach(c -> labels.put(c.prediction().key(), c.truth()));
    Predictions<K> predictions = fitted.predictions();
    Map<String, Map<String, Number>> classes = ClassFigures.byClass(predictions, labels);
    Set<String> figures = new LinkedHashSet<>();
    classes.values().forEach(of -> figures.addAll(of.keySet()));
    List<String> columns = new ArrayList<>(List.of("class"));
    figures.forEach(name -> columns.add(ResultTable.words(name)));
    SortableTable table = new SortableTable(columns);
    classes.forEach(
        (label, of) -> {
          List<Object> cells = new ArrayList<>(List.of(label));
          figures.forEach(name -> cells.add(of.getOrDefault(name, Double.NaN)));
          table.row(cells);
        });
    out.element(
        "p",
        "Each class on the "
            + measured.on()
            + " cases; lift5 says how many times denser a class is among the 5 % it is likeliest"
            + " for.");
    table.write(out);
    Evaluation evaluation = predictions.evaluate(labels);
    if (measured.on().equals("test") && evaluation.hasSets(LEVEL)) {
      Evaluation.Coverage sets = evaluation.sets(LEVEL);
      out.element(
          "p",
          String.format(
              Locale.ROOT,
              "Prediction sets of level %.2f: %.3f of them contain the true label (%.3f in the worst"
                  + " class); a set has %.2f labels in the mean, and %.3f of them have one.",
              LEVEL,
              sets.coverage(),
              sets.worst(),
              sets.meanSize(),
              sets.singles()));
    }
  }
}
