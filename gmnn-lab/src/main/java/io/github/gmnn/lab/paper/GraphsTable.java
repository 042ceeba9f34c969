package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.Statistics;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.lab.paper.ResultsPage.Row;
import io.github.gmnn.lab.paper.RunStore.StoredRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** All graphs beside all methods: a table of figures and one of seconds. */
final class GraphsTable {
  private GraphsTable() {}

  /**
   * Writes both tables.
   *
   * @param rows the runs of each method on each split
   */
  static String text(List<Row> rows) {
    List<List<String>> figures =
        new ArrayList<>(List.of(header("test accuracy", "best published", "runs")));
    List<List<String>> seconds = new ArrayList<>(List.of(header("seconds a fit")));
    for (String dataset : datasets(rows)) {
      boolean ranked = GraphMethod.metric(dataset).ranks();
      List<String> line = new ArrayList<>();
      line.add(ranked ? dataset + " (ROC AUC)" : dataset);
      line.addAll(cells(rows, dataset, runs -> figure(runs, ranked ? "rocAuc" : "accuracy")));
      line.add(
          Published.best(dataset)
              .map(best -> best.percent() + " " + best.method() + ", " + best.source())
              .orElse(""));
      line.add("" + of(rows, dataset, GraphMethod.DEFAULT).size());
      figures.add(line);
      List<String> times = new ArrayList<>(List.of(dataset));
      times.addAll(cells(rows, dataset, ResultsPage::seconds));
      seconds.add(times);
    }
    return TextTable.markdown(figures) + "\n" + TextTable.markdown(seconds);
  }

  private static List<String> header(String first, String... last) {
    List<String> header = new ArrayList<>(List.of(first));
    for (GraphMethod method : GraphMethod.values()) {
      header.add(method.title());
    }
    header.addAll(List.of(last));
    return header;
  }

  private static Set<String> datasets(List<Row> rows) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.add(row.configuration().dataset()));
    return names;
  }

  private static List<String> cells(
      List<Row> rows, String dataset, Function<List<StoredRun>, String> cell) {
    List<String> cells = new ArrayList<>();
    for (GraphMethod method : GraphMethod.values()) {
      List<StoredRun> runs = of(rows, dataset, method);
      cells.add(runs.isEmpty() ? "" : cell.apply(runs));
    }
    return cells;
  }

  /** The runs of a method on all splits. */
  private static List<StoredRun> of(List<Row> rows, String dataset, GraphMethod method) {
    return rows.stream()
        .filter(row -> row.configuration().dataset().equals(dataset))
        .filter(row -> row.configuration().name().equals(method.toString()))
        .flatMap(row -> row.runs().stream())
        .toList();
  }

  /** Mean and standard error. */
  private static String figure(List<StoredRun> runs, String metric) {
    double[] values = runs.stream().mapToDouble(run -> run.metrics().get(metric)).toArray();
    double mean = Statistics.mean(Arrays.stream(values));
    return values.length < 2
        ? String.format(Locale.ROOT, "%.1f", 100 * mean)
        : String.format(
            Locale.ROOT,
            "%.1f ± %.1f",
            100 * mean,
            100 * Statistics.std(values) / Math.sqrt(values.length));
  }
}
