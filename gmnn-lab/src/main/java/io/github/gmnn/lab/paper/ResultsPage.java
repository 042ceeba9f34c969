package io.github.gmnn.lab.paper;

import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Statistics;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.lab.paper.RunStore.StoredRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The page of all results: the text of {@code results.md}, a resource, with the tables in place of
 * their words in double braces.
 */
public final class ResultsPage {
  private static final String TEMPLATE = "results.md";
  private static final double FAR = 2;

  private final RunStore store;
  private final Path images;

  /**
   * Makes a page.
   *
   * @param store where the runs are
   * @param images the folder that pictures are drawn into
   */
  public ResultsPage(RunStore store, Path images) {
    this.store = store;
    this.images = images;
  }

  /**
   * Writes the page's text.
   *
   * @param machine what it ran on
   * @param rows the rows of every table, empty for tables whose data is not there
   */
  public String text(String machine, Map<PaperTable, List<Configuration>> rows) throws IOException {
    String text;
    try (InputStream in = ResultsPage.class.getResourceAsStream(TEMPLATE)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Set<String> dates = new TreeSet<>();
    for (PaperTable table : PaperTable.values()) {
      List<Row> made = made(table, rows.getOrDefault(table, List.of()));
      made.forEach(row -> row.runs().forEach(run -> dates.add(run.date())));
      text = text.replace("{{" + table + "}}", sectionOf(table, made));
    }
    return text.replace("{{machine}}", machine)
        .replace("{{revision}}", store.revision())
        .replace("{{dates}}", String.join(", ", dates));
  }

  /**
   * A row of a table.
   *
   * @param configuration what was run
   * @param runs its runs
   */
  record Row(Configuration configuration, List<StoredRun> runs) {
    double mean(String metric) {
      return Statistics.mean(runs.stream().mapToDouble(run -> run.metrics().get(metric)));
    }

    double deviation(String metric) {
      return Statistics.std(runs.stream().mapToDouble(run -> run.metrics().get(metric)).toArray());
    }

    boolean has(String metric) {
      return runs.stream().allMatch(run -> run.metrics().get(metric) != null);
    }

    String figure(String metric) {
      if (!has(metric)) {
        return "";
      }
      return runs.size() < 2
          ? String.format(Locale.ROOT, "%.1f", 100 * mean(metric))
          : String.format(Locale.ROOT, "%.1f ± %.1f", 100 * mean(metric), 100 * deviation(metric));
    }

    String published() {
      return configuration.published().values().stream()
          .findFirst()
          .map(value -> String.format(Locale.ROOT, "%.1f", 100 * value))
          .orElse("");
    }

    /** The mean of the runs on each split, in ascending order. */
    double[] splitMeans(String metric) {
      return runs.stream()
          .collect(
              Collectors.groupingBy(
                  run -> Seeds.splitOf(run.seed()),
                  Collectors.averagingDouble(run -> run.metrics().get(metric))))
          .values()
          .stream()
          .mapToDouble(Double::doubleValue)
          .sorted()
          .toArray();
    }

    /**
     * Ours less the published, with a star beyond two standard errors of ours.
     *
     * @param bySplit whether runs on one split are alike, so that splits count and not runs
     */
    String difference(String metric, boolean bySplit) {
      if (configuration.published().isEmpty()) {
        return "";
      }
      double difference = mean(metric) - configuration.published().values().iterator().next();
      double[] splits = splitMeans(metric);
      double error =
          bySplit
              ? Statistics.std(splits) / Math.sqrt(splits.length)
              : deviation(metric) / Math.sqrt(runs.size());
      String star = Math.abs(difference) > FAR * error ? "*" : ""; // none of a single run
      return String.format(Locale.ROOT, "%+.1f%s", 100 * difference, star);
    }
  }

  /** The rows that have runs. */
  private List<Row> made(PaperTable table, List<Configuration> configurations) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Configuration configuration : configurations) {
      List<StoredRun> runs = store.runs(table, configuration);
      if (!runs.isEmpty()) {
        rows.add(new Row(configuration, runs));
      }
    }
    return rows;
  }

  /** The section of a table: its rows that have runs. */
  String section(PaperTable table, List<Configuration> rows) throws IOException {
    return sectionOf(table, made(table, rows));
  }

  private String sectionOf(PaperTable table, List<Row> rows) throws IOException {
    String section;
    if (rows.isEmpty()) {
      section = "Not made.";
    } else if (table == PaperTable.CONVERGENCE) {
      section = convergence(rows);
    } else if (table.isOfGraphs()) {
      section = new GraphsTable(rows).text(table);
    } else {
      section = table(table, rows);
    }
    return section.stripTrailing();
  }

  /** The metrics that a table shows, that of the published figures first. */
  private static Map<String, String> metrics(PaperTable table) {
    Map<String, String> metrics = new LinkedHashMap<>();
    switch (table) {
      case LINKS -> {
        metrics.put("macroF1", "macro-F1");
        metrics.put("negativeF1", "F1 of negative");
        metrics.put("rocAuc", "ROC AUC");
      }
      case UNSUPERVISED -> {
        metrics.put("probeAccuracy", "test accuracy");
        metrics.put("validationAccuracy", "validation");
      }
      default -> {
        metrics.put("accuracy", "test accuracy");
        metrics.put("validationAccuracy", "validation");
      }
    }
    return metrics;
  }

  private static String table(PaperTable table, List<Row> rows) {
    Map<String, String> metrics = metrics(table);
    String main = metrics.keySet().iterator().next();
    boolean published = rows.stream().anyMatch(row -> !row.configuration().published().isEmpty());
    List<String> header = new ArrayList<>(List.of("data", "setting"));
    if (table == PaperTable.LINKS) {
      header.add("preset");
    }
    for (Map.Entry<String, String> metric : metrics.entrySet()) {
      header.add(metric.getValue());
      if (published && metric.getKey().equals(main)) {
        header.addAll(List.of("published", "difference"));
      }
    }
    if (table.hasSplits()) {
      header.addAll(List.of("lowest to highest split", "splits below the published"));
    }
    header.addAll(List.of("runs", "seconds a run"));
    List<List<String>> cells = new ArrayList<>(List.of(header));
    for (Row row : rows) {
      List<String> line = new ArrayList<>();
      line.add(row.configuration().dataset());
      boolean chosen = table == PaperTable.BEST && isChosen(row, rows);
      line.add(chosen ? "**" + row.configuration().name() + "**" : row.configuration().name());
      if (table == PaperTable.LINKS) {
        line.add(row.configuration().preset());
      }
      for (String metric : metrics.keySet()) {
        line.add(row.figure(metric));
        if (published && metric.equals(main)) {
          boolean compared = table != PaperTable.BEST || chosen;
          line.add(compared ? row.published() : "");
          line.add(compared ? row.difference(metric, table.hasSplits()) : "");
        }
      }
      if (table.hasSplits()) {
        line.addAll(splits(row, main));
      }
      line.add("" + row.runs().size());
      line.add(seconds(row.runs()));
      cells.add(line);
    }
    return TextTable.markdown(cells);
  }

  /** The median of the runs. */
  static String seconds(List<StoredRun> runs) {
    double median = Statistics.median(runs.stream().mapToDouble(StoredRun::seconds));
    return String.format(Locale.ROOT, median < 10 ? "%.2f" : "%.0f", median);
  }

  /** Whether a row is the first that validation prefers among those of its data. */
  private static boolean isChosen(Row row, List<Row> rows) {
    return rows.stream()
            .filter(other -> other.configuration().dataset().equals(row.configuration().dataset()))
            .reduce((one, other) -> validation(other) > validation(one) ? other : one)
            .orElseThrow()
        == row;
  }

  private static double validation(Row row) {
    return row.mean("validationAccuracy");
  }

  /** The means of the splits' runs: the lowest, the highest, and where the published one lies. */
  private static List<String> splits(Row row, String metric) {
    double[] means = row.splitMeans(metric);
    String range =
        String.format(Locale.ROOT, "%.1f to %.1f", 100 * means[0], 100 * means[means.length - 1]);
    String below =
        row.configuration().published().values().stream()
            .findFirst()
            .map(
                figure ->
                    Arrays.stream(means).filter(mean -> mean < figure).count()
                        + " of "
                        + means.length)
            .orElse("");
    return List.of(range, below);
  }

  private String convergence(List<Row> rows) throws IOException {
    List<List<String>> cells = new ArrayList<>();
    cells.add(new ArrayList<>(List.of("iteration")));
    int iterations = rows.get(0).runs().get(0).p().size();
    for (int i = 0; i <= iterations; i++) {
      cells.add(new ArrayList<>(List.of("" + i)));
    }
    StringBuilder pictures = new StringBuilder();
    for (Row row : rows) {
      String dataset = row.configuration().dataset();
      double[] q = means(row, StoredRun::q);
      double[] p = means(row, StoredRun::p);
      cells.get(0).addAll(List.of(dataset + ": validation accuracy of q", "of p"));
      for (int i = 0; i <= iterations; i++) {
        cells.get(i + 1).add(String.format(Locale.ROOT, "%.1f", q[i]));
        cells.get(i + 1).add(i == 0 ? "" : String.format(Locale.ROOT, "%.1f", p[i - 1]));
      }
      String name = "convergence-" + dataset;
      Charts.save(Charts.overIterations("GMNN on " + dataset, q, p), images, name);
      pictures.append(
          String.format(
              "%n![Validation accuracy of q and p over EM iterations on %s, mean of %d"
                  + " runs](images/%s.png)%n",
              dataset, row.runs().size(), name));
    }
    return TextTable.markdown(cells) + pictures;
  }

  private static double[] means(Row row, Function<StoredRun, List<Double>> of) {
    double[] means = new double[of.apply(row.runs().get(0)).size()];
    for (int i = 0; i < means.length; i++) {
      int iteration = i;
      means[i] =
          Statistics.mean(row.runs().stream().mapToDouble(run -> of.apply(run).get(iteration)));
    }
    return means;
  }
}
