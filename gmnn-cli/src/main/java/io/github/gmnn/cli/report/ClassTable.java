package io.github.gmnn.cli.report;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.ClassFigures;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The classes: how many labels each has and was given, and what is measured of it. */
final class ClassTable {
  private static final double LEVEL = 0.9;

  private ClassTable() {}

  /** What things are called: links are nodes of a line graph, but nobody thinks so. */
  static String things(Graph<?> graph) {
    return graph.nodeCount() > 0 && graph.key(0) instanceof LinkKey ? "links" : "nodes";
  }

  /** The data in a sentence. */
  static <K> String sentence(Dataset<K> data) {
    Graph<K> graph = data.graph();
    StringBuilder words = new StringBuilder();
    words.append(Figures.count(graph.nodeCount())).append(' ').append(things(graph)).append(", ");
    words.append(Figures.count(graph.edgeCount())).append(graph.isDirected() ? " directed" : "");
    words.append(graph.edgeCount() == 1 ? " edge, " : " edges, ");
    words.append(
        graph.hasFeatures() ? Figures.count(graph.featureCount()) + " features" : "no features");
    int training = graph.trainingNodes().length;
    int validation = graph.validationNodes().length;
    if (training + validation + data.testLabels().size() == 0) {
      return words.append("; no labels.").toString();
    }
    words.append("; labels of ").append(Figures.count(training)).append(" for training, ");
    words.append(Figures.count(validation)).append(" for validation, ");
    return words.append(Figures.count(data.testLabels().size())).append(" for testing.").toString();
  }

  /** Writes the card of data without predictions; nothing where it has no labels. */
  static <K> void writeCounts(Markup out, Dataset<K> data) {
    Map<String, List<Object>> rows = counts(data);
    if (!rows.isEmpty()) {
      open(out);
      write(out, List.of("class", "training", "validation", "test"), rows);
      out.close();
    }
  }

  /** Writes the card. */
  static <K> void write(Markup out, TrainingOutcome<K> fitted, Measured<K> measured) {
    Map<String, List<Object>> rows = counts(fitted.data());
    List<String> columns = new ArrayList<>(List.of("class", "training", "validation", "test"));
    addPredicted(columns, rows, fitted.predictions(), fitted.data().graph());
    Map<K, String> labels = new LinkedHashMap<>();
    measured.cases().forEach(c -> labels.put(c.prediction().key(), c.truth()));
    addMeasured(columns, rows, ClassFigures.byClass(fitted.predictions(), labels));
    open(out);
    write(out, columns, rows);
    out.element(
        "p",
        "Training, validation and test count labels; predicted counts the "
            + things(fitted.data().graph())
            + " that have no label in the data."
            + (labels.isEmpty()
                ? ""
                : " All figures after that are of the "
                    + measured.on()
                    + " labels. Lift at 5 %: how many times more frequent the class is among the"
                    + " twentieth it is likeliest for."),
        "class",
        "soft");
    writeSets(out, fitted.predictions(), labels, measured);
    out.close();
  }

  private static void open(Markup out) {
    out.open("section").element("h2", "Classes");
  }

  private static void write(Markup out, List<String> columns, Map<String, List<Object>> rows) {
    SortableTable table = new SortableTable(columns);
    rows.values().forEach(table::row);
    table.write(out);
  }

  /** The name and the labels of each class; those of the test last that training does not have. */
  private static <K> Map<String, List<Object>> counts(Dataset<K> data) {
    Graph<K> graph = data.graph();
    Map<String, int[]> counts = new LinkedHashMap<>();
    graph.classes().forEach(label -> counts.put(label, new int[3]));
    new TreeSet<>(data.testLabels().values())
        .forEach(label -> counts.putIfAbsent(label, new int[3]));
    graph.trainingLabels().values().forEach(label -> counts.get(label)[0]++);
    graph.validationLabels().values().forEach(label -> counts.get(label)[1]++);
    data.testLabels().values().forEach(label -> counts.get(label)[2]++);
    Map<String, List<Object>> rows = new LinkedHashMap<>();
    counts.forEach(
        (label, of) -> rows.put(label, new ArrayList<>(List.of(label, of[0], of[1], of[2]))));
    return rows;
  }

  private static <K> void addPredicted(
      List<String> columns,
      Map<String, List<Object>> rows,
      Predictions<K> predictions,
      Graph<K> graph) {
    Map<String, List<Double>> probabilities = new LinkedHashMap<>();
    predictions.classes().forEach(label -> probabilities.put(label, new ArrayList<>()));
    for (Prediction<K> prediction : predictions.all()) {
      if (graph.label(graph.indexOf(prediction.key())) < 0) {
        probabilities.get(prediction.label()).add(prediction.probability());
      }
    }
    columns.addAll(List.of("predicted", "mean probability"));
    probabilities.keySet().forEach(label -> rows.computeIfAbsent(label, ClassTable::unlabelled));
    rows.forEach(
        (label, cells) -> {
          List<Double> of = probabilities.getOrDefault(label, List.of());
          cells.add(of.size());
          cells.add(of.stream().mapToDouble(p -> p).average().orElse(Double.NaN));
        });
  }

  private static List<Object> unlabelled(String label) {
    return new ArrayList<>(List.of(label, 0, 0, 0));
  }

  private static void addMeasured(
      List<String> columns,
      Map<String, List<Object>> rows,
      Map<String, Map<String, Number>> figures) {
    Set<String> names = new LinkedHashSet<>();
    figures.values().forEach(of -> names.addAll(of.keySet()));
    names.remove("count"); // that of the labels above
    names.forEach(name -> columns.add(Figures.name(name)));
    rows.forEach(
        (label, cells) ->
            names.forEach(
                name ->
                    cells.add(
                        figures.getOrDefault(label, Map.of()).getOrDefault(name, Double.NaN))));
  }

  private static <K> void writeSets(
      Markup out, Predictions<K> predictions, Map<K, String> labels, Measured<K> measured) {
    if (!measured.on().equals("test") || labels.isEmpty()) {
      return;
    }
    Evaluation evaluation = predictions.evaluate(labels);
    if (evaluation.hasSets(LEVEL)) {
      Evaluation.Coverage sets = evaluation.sets(LEVEL);
      out.element(
          "p",
          String.format(
              Locale.ROOT,
              "Prediction sets asked to hold the true label for %.0f %% hold it for %.1f %% (%.1f"
                  + " %% in the worst class). A set has %.2f labels on average; %.0f %% have one.",
              100 * LEVEL,
              100 * sets.coverage(),
              100 * sets.worst(),
              sets.meanSize(),
              100 * sets.singles()));
    }
  }
}
