package io.github.gmnn.cli.run;

import io.github.gmnn.internal.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Results as a Markdown table. */
public final class ResultTable {
  private ResultTable() {}

  public static String of(List<ExperimentResult> results) {
    Set<String> metrics = new LinkedHashSet<>();
    results.forEach(result -> metrics.addAll(measured(result)));
    Set<String> published = ExperimentResult.publishedMetrics(results);
    List<String> header = new ArrayList<>(List.of("data", "setting", "preset"));
    for (String metric : metrics) {
      header.add(words(metric));
      if (published.contains(metric)) {
        header.add("published");
      }
    }
    // A figure that was published without saying which of ours it is.
    List<String> unmatched = published.stream().filter(name -> !metrics.contains(name)).toList();
    unmatched.forEach(name -> header.add("published " + words(name)));
    header.addAll(List.of("runs", "seconds"));
    List<List<String>> rows = new ArrayList<>(List.of(header));
    for (ExperimentResult result : results) {
      List<String> row = new ArrayList<>();
      row.add(result.configuration().dataset());
      row.add(result.configuration().name());
      row.add(result.configuration().preset());
      for (String metric : metrics) {
        row.add(measured(result).contains(metric) ? meanAndStd(result, metric) : "");
        if (published.contains(metric)) {
          row.add(published(result, metric));
        }
      }
      unmatched.forEach(metric -> row.add(published(result, metric)));
      int runs = result.runs().size();
      int asked = result.configuration().runs();
      row.add(runs == asked ? "" + runs : runs + " of " + asked);
      row.add(String.format(Locale.ROOT, "%.1f", result.trainSeconds()));
      rows.add(row);
    }
    return TextTable.markdown(rows);
  }

  /** The validation accuracy of q and p, in percent, at the end of each EM iteration. */
  public static String ofIterations(double[] q, double[] p) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("iteration", "validation accuracy of q", "of p"));
    for (int i = 0; i < q.length; i++) {
      rows.add(List.of("" + i, percent(q[i] / 100), i == 0 ? "" : percent(p[i - 1] / 100)));
    }
    return TextTable.markdown(rows);
  }

  private static String published(ExperimentResult result, String metric) {
    Double figure = result.configuration().published().get(metric);
    return figure == null ? "" : percent(figure);
  }

  /** The metrics that some run has a figure of: without test labels there are fewer. */
  private static List<String> measured(ExperimentResult result) {
    return result.metrics().stream()
        .filter(name -> !ClassFigures.isOfSets(name) && !Double.isNaN(result.mean(name)))
        .toList();
  }

  private static String meanAndStd(ExperimentResult result, String metric) {
    if (metric.endsWith("Megabytes") || metric.endsWith("Millis")) {
      return String.format(Locale.ROOT, "%.0f", result.mean(metric));
    }
    if (metric.equals("logLoss") || metric.equals("loadAverage")) { // no share of anything
      return String.format(Locale.ROOT, "%.3f", result.mean(metric));
    }
    return percent(result.mean(metric))
        + (result.runs().size() < 2
            ? ""
            : String.format(Locale.ROOT, " ± %.1f", 100 * result.std(metric)));
  }

  private static String percent(double fraction) {
    return Double.isFinite(fraction) ? String.format(Locale.ROOT, "%.1f", 100 * fraction) : "-";
  }

  /** {@code validationAccuracy} as {@code validation accuracy}. */
  public static String words(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }
}
