package io.github.gmnn.cli.report;

import io.github.gmnn.Prediction;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The nodes whose prediction says least: the next to label by hand. */
final class Uncertain {
  private static final int MOST = 20;

  private Uncertain() {}

  static <K> void write(Markup out, TrainingOutcome<K> fitted) {
    Graph<K> graph = fitted.data().graph();
    String things = ClassTable.things(graph);
    String thing = things.substring(0, things.length() - 1);
    List<Prediction<K>> open = new ArrayList<>();
    for (Prediction<K> prediction : fitted.predictions().all()) {
      if (graph.label(graph.indexOf(prediction.key())) < 0) {
        open.add(prediction);
      }
    }
    if (open.isEmpty()) {
      return;
    }
    out.open("section").element("h2", "The least certain " + things);
    out.element(
        "p",
        "Sorted by entropy, the least certain first. Labelling one of these teaches the most.");
    open.sort(Comparator.comparingDouble(prediction -> -prediction.entropy()));
    SortableTable table =
        new SortableTable(
            List.of(thing, "predicted", "probability", "next", "its probability", "true"));
    for (Prediction<K> prediction : open.subList(0, Math.min(MOST, open.size()))) {
      Map.Entry<String, Double> second =
          prediction.distribution().entrySet().stream()
              .filter(entry -> !entry.getKey().equals(prediction.label()))
              .max(Map.Entry.comparingByValue())
              .orElseThrow();
      table.row(
          List.of(
              prediction.key(),
              prediction.label(),
              prediction.probability(),
              second.getKey(),
              second.getValue(),
              fitted.data().testLabels().getOrDefault(prediction.key(), "")));
    }
    table.write(out);
    out.close();
  }
}
