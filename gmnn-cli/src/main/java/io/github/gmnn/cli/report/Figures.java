package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.ClassFigures;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.ResultTable;
import java.util.List;
import java.util.Locale;

/** What was measured, in words and with as many digits as people read. */
final class Figures {
  private Figures() {}

  /** The metrics that runs have a figure of, without those of prediction sets. */
  static List<String> measured(ExperimentResult result) {
    return result.metrics().stream()
        .filter(name -> !ClassFigures.isOfSets(name) && !Double.isNaN(result.mean(name)))
        .toList();
  }

  /** A metric's name as people write it: {@code macro F1}. */
  static String name(String metric) {
    return ResultTable.words(metric)
        .replaceAll("\\bf1\\b", "F1")
        .replaceAll("\\broc auc\\b", "ROC AUC")
        .replaceAll("\\bset(\\d+) coverage", "in set $1 %")
        .replaceAll("precision(\\d+)", "precision $1 %")
        .replaceAll("\\blift(\\d+)", "lift at $1 %");
  }

  /** A figure with its unit. */
  static String shown(String metric, double value) {
    return digits(metric, value) + (isShare(metric) ? " %" : "");
  }

  /** A figure without its unit. */
  static String digits(String metric, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (isShare(metric)) {
      return percent(value);
    }
    return String.format(Locale.ROOT, metric.endsWith("Megabytes") ? "%.0f" : "%.3f", value);
  }

  private static boolean isShare(String metric) {
    return !metric.endsWith("Megabytes") && !metric.equals("logLoss");
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Writes all but the headline's as tiles; with deviations where there are several runs. */
  static void writeTiles(Markup out, ExperimentResult result) {
    List<String> measured = measured(result);
    if (measured.isEmpty()) {
      return;
    }
    String first = Headline.main(measured);
    out.open("dl", "class", "tiles");
    for (String metric : measured) {
      if (!metric.equals(first)) {
        out.open("div").element("dt", name(metric)).open("dd");
        out.text(shown(metric, result.mean(metric)));
        if (result.runs().size() > 1) {
          out.text(" ").element("small", "± " + digits(metric, result.std(metric)));
        }
        out.close().close();
      }
    }
    out.open("div").element("dt", "time").open("dd");
    out.text(String.format(Locale.ROOT, "%.1f s", result.trainSeconds())).close().close();
    out.close();
  }
}
