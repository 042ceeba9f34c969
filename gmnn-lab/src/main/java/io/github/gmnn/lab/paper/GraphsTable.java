package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.Statistics;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.lab.paper.ResultsPage.Row;
import io.github.gmnn.lab.paper.RunStore.StoredRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All graphs beside all methods, from the runs of each method on each split. */
final class GraphsTable {
  private final List<Row> rows;

  GraphsTable(List<Row> rows) {
    this.rows = rows;
  }

  /** Writes the tables of an experiment: figures, what follows from them, and seconds. */
  String text(PaperTable table) {
    return switch (table) {
      case GRAPHS -> figures(table.columns()) + "\n" + gains() + "\n" + seconds(table.columns());
      case GRAPHS_FEW -> figures(table.columns()) + "\n" + gains();
      case REGRET -> regret(table.columns()) + "\n" + recipes(table.columns());
      default -> figures(table.columns());
    };
  }

  private String figures(List<GraphMethod> methods) {
    List<List<String>> table =
        new ArrayList<>(List.of(header("test accuracy", methods, "best published", "runs")));
    for (String dataset : datasets()) {
      List<String> line = new ArrayList<>(List.of(name(dataset)));
      line.addAll(cells(dataset, methods, runs -> figure(values(dataset, runs))));
      line.add(
          Published.best(dataset)
              .map(best -> best.percent() + " " + best.method() + ", " + best.source())
              .orElse(""));
      line.add("" + of(dataset, GraphMethod.DEFAULT).size());
      table.add(line);
    }
    return TextTable.markdown(table);
  }

  private String seconds(List<GraphMethod> methods) {
    List<List<String>> table = new ArrayList<>(List.of(header("seconds a fit", methods)));
    for (String dataset : datasets()) {
      List<String> line = new ArrayList<>(List.of(dataset));
      line.addAll(cells(dataset, methods, ResultsPage::seconds));
      table.add(line);
    }
    return TextTable.markdown(table);
  }

  /** What EM gains, run by run. */
  private String gains() {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("gain of EM", "over q alone, as long", "over q as its own teacher", "runs"));
    for (String dataset : datasets()) {
      double[] overLonger = differences(dataset, GraphMethod.LONGER);
      double[] overOwn = differences(dataset, GraphMethod.OWN_TEACHER);
      if (overLonger.length > 0) {
        table.add(
            List.of(name(dataset), signed(overLonger), signed(overOwn), "" + overLonger.length));
      }
    }
    return TextTable.markdown(table);
  }

  /** The default less another method, by split and seed. */
  private double[] differences(String dataset, GraphMethod other) {
    Map<String, Double> others = bySplit(dataset, other);
    return bySplit(dataset, GraphMethod.DEFAULT).entrySet().stream()
        .filter(run -> others.containsKey(run.getKey()))
        .mapToDouble(run -> run.getValue() - others.get(run.getKey()))
        .toArray();
  }

  /** The figure of each run of a method, by its split and seed. */
  private Map<String, Double> bySplit(String dataset, GraphMethod method) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Row row : rowsOf(dataset, method)) {
      for (StoredRun run : row.runs()) {
        figures.put(
            row.configuration().trials().keySet() + " " + run.seed(),
            run.metrics().get(metric(dataset)));
      }
    }
    return figures;
  }

  /** How far the default is behind the recipe that is best on the test nodes. */
  private String regret(List<GraphMethod> methods) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "test accuracy",
            "best recipe",
            "its accuracy",
            "best by validation",
            GraphMethod.CHOICE.title(),
            GraphMethod.DEFAULT.title(),
            GraphMethod.AUTO.title(),
            "regret of the choice",
            "of the default",
            "of auto",
            "splits"));
    for (String dataset : datasets()) {
      GraphMethod best = highest(dataset, methods, metric(dataset));
      GraphMethod validated = highest(dataset, methods, "validationAccuracy");
      if (best != null) {
        table.add(
            List.of(
                name(dataset),
                best.title(),
                percent(mean(dataset, best)),
                validated == null ? "" : percent(mean(dataset, validated)),
                percent(mean(dataset, GraphMethod.CHOICE)),
                percent(mean(dataset, GraphMethod.DEFAULT)),
                percent(mean(dataset, GraphMethod.AUTO)),
                percent(mean(dataset, best) - mean(dataset, GraphMethod.CHOICE)),
                percent(mean(dataset, best) - mean(dataset, GraphMethod.DEFAULT)),
                percent(mean(dataset, best) - mean(dataset, GraphMethod.AUTO)),
                "" + of(dataset, best).size()));
      }
    }
    return TextTable.markdown(table);
  }

  /** Every recipe on every graph, a row each: there are too many for columns. */
  private String recipes(List<GraphMethod> methods) {
    List<List<String>> table = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("recipe"));
    datasets().forEach(dataset -> header.add(name(dataset)));
    table.add(header);
    for (GraphMethod method : methods) {
      if (GraphMethod.RECIPES.contains(method)) {
        List<String> line = new ArrayList<>(List.of(method.title()));
        datasets().forEach(dataset -> line.add(percent(mean(dataset, method))));
        table.add(line);
      }
    }
    return TextTable.markdown(table);
  }

  /** The recipe with the highest mean; null if none has the metric. */
  private GraphMethod highest(String dataset, List<GraphMethod> methods, String metric) {
    GraphMethod best = null;
    double highest = Double.NEGATIVE_INFINITY;
    for (GraphMethod method : methods) {
      if (GraphMethod.RECIPES.contains(method)) {
        double mean =
            Statistics.mean(
                of(dataset, method).stream()
                    .filter(run -> run.metrics().containsKey(metric))
                    .mapToDouble(run -> run.metrics().get(metric)));
        if (mean > highest) {
          highest = mean;
          best = method;
        }
      }
    }
    return best;
  }

  /** The mean over the splits that recipes ran on; NaN without a run. */
  private double mean(String dataset, GraphMethod method) {
    Set<String> tried =
        rows.stream()
            .filter(row -> row.configuration().dataset().equals(dataset))
            .filter(row -> !row.runs().isEmpty())
            .filter(
                row ->
                    GraphMethod.RECIPES.stream()
                        .anyMatch(recipe -> recipe.toString().equals(row.configuration().name())))
            .flatMap(row -> row.configuration().trials().keySet().stream())
            .collect(Collectors.toSet());
    return Statistics.mean(
        rowsOf(dataset, method).stream()
            .filter(row -> tried.containsAll(row.configuration().trials().keySet()))
            .flatMap(row -> row.runs().stream())
            .mapToDouble(run -> run.metrics().get(metric(dataset))));
  }

  private static List<String> header(String first, List<GraphMethod> methods, String... last) {
    List<String> header = new ArrayList<>(List.of(first));
    methods.forEach(method -> header.add(method.title()));
    header.addAll(List.of(last));
    return header;
  }

  private Set<String> datasets() {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.add(row.configuration().dataset()));
    return names;
  }

  private static String name(String dataset) {
    return GraphMethod.metric(dataset).ranks() ? dataset + " (ROC AUC)" : dataset;
  }

  private static String metric(String dataset) {
    return GraphMethod.metric(dataset).ranks() ? "rocAuc" : "accuracy";
  }

  private List<String> cells(
      String dataset, List<GraphMethod> methods, Function<List<StoredRun>, String> cell) {
    List<String> cells = new ArrayList<>();
    for (GraphMethod method : methods) {
      List<StoredRun> runs = of(dataset, method);
      cells.add(runs.isEmpty() ? "" : cell.apply(runs));
    }
    return cells;
  }

  private List<Row> rowsOf(String dataset, GraphMethod method) {
    return rows.stream()
        .filter(row -> row.configuration().dataset().equals(dataset))
        .filter(row -> row.configuration().name().equals(method.toString()))
        .toList();
  }

  /** The runs of a method on all splits. */
  private List<StoredRun> of(String dataset, GraphMethod method) {
    return rowsOf(dataset, method).stream().flatMap(row -> row.runs().stream()).toList();
  }

  private static double[] values(String dataset, List<StoredRun> runs) {
    return runs.stream().mapToDouble(run -> run.metrics().get(metric(dataset))).toArray();
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "" : String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  /** Mean and standard error. */
  private static String figure(double[] values) {
    return percent(Statistics.mean(Arrays.stream(values))) + error(values);
  }

  private static String signed(double[] values) {
    return values.length == 0
        ? ""
        : String.format(Locale.ROOT, "%+.1f", 100 * Statistics.mean(Arrays.stream(values)))
            + error(values);
  }

  private static String error(double[] values) {
    return values.length < 2
        ? ""
        : String.format(
            Locale.ROOT, " ± %.1f", 100 * Statistics.std(values) / Math.sqrt(values.length));
  }
}
