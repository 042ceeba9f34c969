package io.github.gmnn.examples.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Results as a Markdown table whose columns are aligned, so that it reads well as plain text. */
final class ResultTable {
  private ResultTable() {}

  static String of(List<Result> results) {
    Set<String> metrics = new LinkedHashSet<>();
    results.forEach(result -> metrics.addAll(result.metrics()));
    Set<String> published = Result.publishedMetrics(results);
    List<String> header = new ArrayList<>(List.of("data", "setting"));
    for (String metric : metrics) {
      header.add(words(metric));
      if (published.contains(metric)) {
        header.add("published");
      }
    }
    header.addAll(List.of("runs", "seconds"));
    List<List<String>> rows = new ArrayList<>(List.of(header));
    for (Result result : results) {
      List<String> row = new ArrayList<>();
      row.add(result.setting().dataset());
      row.add(result.setting().name());
      for (String metric : metrics) {
        row.add(result.metrics().contains(metric) ? meanAndStd(result, metric) : "");
        if (published.contains(metric)) {
          Double figure = result.setting().published().get(metric);
          row.add(figure == null ? "" : percent(figure));
        }
      }
      int runs = result.runs().size();
      int asked = result.setting().seeds().size();
      row.add(runs == asked ? "" + runs : runs + " of " + asked);
      row.add(String.format(Locale.ROOT, "%.1f", result.trainSeconds()));
      rows.add(row);
    }
    return render(rows);
  }

  private static String meanAndStd(Result result, String metric) {
    if (metric.endsWith("Megabytes")) {
      return String.format(Locale.ROOT, "%.0f", result.mean(metric));
    }
    return percent(result.mean(metric))
        + (result.runs().size() < 2
            ? ""
            : String.format(Locale.ROOT, " ± %.1f", 100 * result.std(metric)));
  }

  private static String percent(double fraction) {
    // Half up, as published figures are: 83.25 is shown as 83.3 whatever its binary form.
    return Double.isFinite(fraction)
        ? String.format(Locale.ROOT, "%.1f", Math.round(1e4 * fraction) / 1e2)
        : "-";
  }

  /** {@code validationAccuracy} as {@code validation accuracy}. */
  private static String words(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String render(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      out.append('|');
      for (int c = 0; c < columns; c++) {
        out.append(String.format(" %-" + widths[c] + "s |", rows.get(r).get(c)));
      }
      out.append('\n');
      if (r == 0) {
        out.append('|');
        for (int width : widths) {
          out.append("-".repeat(width + 2)).append('|');
        }
        out.append('\n');
      }
    }
    return out.toString();
  }
}
