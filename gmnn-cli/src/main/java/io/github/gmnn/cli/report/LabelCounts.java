package io.github.gmnn.cli.report;

import io.github.gmnn.Prediction;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What the data has, and which labels were given and predicted. */
final class LabelCounts {
  private LabelCounts() {}

  /** What things are called: links are nodes of a line graph, but nobody thinks so. */
  static String things(Graph<?> graph) {
    return graph.nodeCount() > 0 && graph.key(0) instanceof LinkKey ? "links" : "nodes";
  }

  /** Writes the section on the data. */
  static <K> void writeData(Markup out, String name, Dataset<K> data) {
    Graph<K> graph = data.graph();
    String things = things(graph);
    int[] training = graph.trainingNodes();
    int[] validation = graph.validationNodes();
    out.element("h3", "Data: " + name);
    StringBuilder words = new StringBuilder();
    words.append(graph.nodeCount()).append(' ').append(things).append(", ");
    words.append(graph.edgeCount()).append(graph.isDirected() ? " directed" : "");
    words.append(graph.edgeCount() == 1 ? " edge" : " edges").append(" between them, ");
    words.append(
        graph.hasFeatures() ? graph.featureCount() + " features" : "no features of their own");
    int labels = training.length + validation.length + data.testLabels().size();
    if (labels == 0) {
      out.element("p", words.append("; no labels."));
      return;
    }
    words.append("; labels of ").append(training.length).append(" for training, ");
    words.append(validation.length).append(" for validation, ");
    words.append(data.testLabels().size()).append(" for testing.");
    out.element("p", words);
    Map<String, int[]> counts = new LinkedHashMap<>();
    graph.classes().forEach(label -> counts.put(label, new int[3]));
    new TreeSet<>(data.testLabels().values())
        .forEach(label -> counts.putIfAbsent(label, new int[3]));
    graph.trainingLabels().values().forEach(label -> counts.get(label)[0]++);
    graph.validationLabels().values().forEach(label -> counts.get(label)[1]++);
    data.testLabels().values().forEach(label -> counts.get(label)[2]++);
    SortableTable table =
        new SortableTable(List.of("label", "training", "validation", "test", "all"));
    counts.forEach(
        (label, of) -> table.row(List.of(label, of[0], of[1], of[2], of[0] + of[1] + of[2])));
    table.write(out);
  }

  /** Writes how many of the nodes without a label in training were given which. */
  static <K> void writePredicted(Markup out, Predictions<K> predictions, Graph<K> graph) {
    Map<String, List<Double>> probabilities = new LinkedHashMap<>();
    predictions.classes().forEach(label -> probabilities.put(label, new ArrayList<>()));
    int all = 0;
    for (Prediction<K> prediction : predictions.all()) {
      if (graph.label(graph.indexOf(prediction.key())) < 0) {
        probabilities.get(prediction.label()).add(prediction.probability());
        all++;
      }
    }
    int unlabelled = all;
    if (unlabelled == 0) {
      return;
    }
    out.element("h3", "Predicted labels");
    String things = things(graph);
    out.element("p", "Of the " + unlabelled + " " + things + " without a label in training:");
    SortableTable table = new SortableTable(List.of("label", things, "share", "mean probability"));
    probabilities.forEach(
        (label, of) ->
            table.row(
                List.of(
                    label,
                    of.size(),
                    (double) of.size() / unlabelled,
                    of.stream().mapToDouble(p -> p).average().orElse(Double.NaN))));
    table.write(out);
  }
}
