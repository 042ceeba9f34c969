package io.github.gmnn.cli.report;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.cli.run.ClassFigures;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The page of what a command did: an overview of its settings, and for each of them the runs and
 * what the first of them learned.
 */
public final class Report {
  private final String title;
  private final List<String> words;
  private final List<ExperimentResult> results;
  private final EmbeddedNodes<?> embedded;

  private Report(
      String title, List<String> words, List<ExperimentResult> results, EmbeddedNodes<?> embedded) {
    this.title = title;
    this.words = words;
    this.results = results;
    this.embedded = embedded;
  }

  /**
   * A page of classifications.
   *
   * @param title what the page is called
   * @param words the command line that gave the results, word by word, without the program
   * @return the HTML
   */
  public static String page(String title, List<String> words, List<ExperimentResult> results) {
    return page(title, words, results, null);
  }

  /**
   * A page that shows embeddings too.
   *
   * @param embedded the embeddings of the first run of the only setting; may be null
   */
  public static String page(
      String title, List<String> words, List<ExperimentResult> results, EmbeddedNodes<?> embedded) {
    Report report = new Report(title, words, results, embedded);
    return Page.of("gmnn " + title, report::write);
  }

  private void write(Markup out) {
    out.element("h1", "gmnn " + title);
    out.element("p", "The command that gives this page again:").open("pre");
    out.text("gmnn " + words.stream().map(Report::quoted).collect(Collectors.joining(" "))).close();
    if (results.isEmpty()) {
      out.element("p", "No run was finished.");
    }
    if (results.size() > 1) {
      writeIndex(out);
    }
    Set<String> shown = new HashSet<>();
    for (int i = 0; i < results.size(); i++) {
      ExperimentResult result = results.get(i);
      out.open("section", "id", "setting-" + (i + 1));
      out.element("h2", result.configuration().dataset() + ", " + result.configuration().name());
      writeRuns(out, result);
      boolean first = shown.add(result.configuration().dataset());
      result.fitted().ifPresent(fitted -> writeFitted(out, result, fitted, first));
      if (embedded != null) {
        embedded.write(out);
      }
      writeSettings(out, result);
      out.close();
    }
  }

  /** As a shell takes it. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private void writeIndex(Markup out) {
    Set<String> metrics = new LinkedHashSet<>();
    results.forEach(result -> metrics.addAll(measured(result)));
    out.element("p", "What was compared; means of the runs.");
    List<String> columns = new ArrayList<>(List.of("data", "setting"));
    metrics.forEach(name -> columns.add(ResultTable.words(name)));
    columns.add("runs");
    SortableTable table = new SortableTable(columns);
    for (int i = 0; i < results.size(); i++) {
      ExperimentResult result = results.get(i);
      List<Object> cells = new ArrayList<>();
      cells.add(result.configuration().dataset());
      cells.add(new SortableTable.Link(result.configuration().name(), "setting-" + (i + 1)));
      for (String metric : metrics) {
        cells.add(result.metrics().contains(metric) ? result.mean(metric) : Double.NaN);
      }
      cells.add(result.runs().size());
      table.row(cells);
    }
    table.write(out);
  }

  private static List<String> measured(ExperimentResult result) {
    return result.metrics().stream()
        .filter(name -> !ClassFigures.isOfSets(name) && !Double.isNaN(result.mean(name)))
        .toList();
  }

  private static void writeRuns(Markup out, ExperimentResult result) {
    List<String> metrics = measured(result);
    if (metrics.isEmpty()) {
      out.element("p", "No labels were held back to measure with.");
      return;
    }
    int runs = result.runs().size();
    if (runs > 1) {
      List<String> figures = new ArrayList<>();
      metrics.forEach(
          name ->
              figures.add(
                  ResultTable.words(name)
                      + " "
                      + SortableTable.fraction(result.mean(name))
                      + " ± "
                      + SortableTable.fraction(result.std(name))));
      out.element(
          "p", runs + " runs, mean and standard deviation: " + String.join(", ", figures) + ".");
    }
    boolean splits = result.runs().stream().anyMatch(run -> !run.split().isEmpty());
    boolean seeds = !result.configuration().seeds().isEmpty();
    List<String> columns = new ArrayList<>();
    if (splits) {
      columns.add("split");
    }
    if (seeds) {
      columns.add("seed");
    }
    metrics.forEach(name -> columns.add(ResultTable.words(name)));
    columns.add("seconds");
    SortableTable table = new SortableTable(columns);
    for (Run run : result.runs()) {
      List<Object> cells = new ArrayList<>();
      if (splits) {
        cells.add(run.split());
      }
      if (seeds) {
        cells.add(run.seed());
      }
      metrics.forEach(name -> cells.add(run.metrics().get(name)));
      cells.add(run.trainSeconds());
      table.row(cells);
    }
    table.write(out);
    if (runs > 1) {
      out.element("p", "What follows is of the first run.", "class", "soft");
    }
  }

  private static <K> void writeFitted(
      Markup out, ExperimentResult result, TrainingOutcome<K> fitted, boolean firstOfData) {
    if (firstOfData) {
      LabelCounts.writeData(out, result.configuration().dataset(), fitted.data());
    }
    LearningCurves.write(out, result.runs().get(0).history(), validationMetric(fitted.model()));
    LabelCounts.writePredicted(out, fitted.predictions(), fitted.data().graph());
    Measured<K> measured = Measured.of(fitted);
    if (!measured.cases().isEmpty()) {
      out.element("h3", "Right and wrong");
      Confusion.write(out, measured);
      ClassTable.write(out, fitted, measured);
      Reliability.write(out, measured);
    }
    Neighborhoods.write(out, fitted, measured);
    Uncertain.write(out, fitted);
  }

  private static String validationMetric(GmnnModel<?> model) {
    Setting<ValidationMetric> metric = TrainerSettings.VALIDATION_METRIC;
    String kept = model == null ? null : model.provenance().settings().get(metric.name());
    return ValueType.word(kept == null ? metric.defaultValue() : metric.valueOf(kept))
        .replace('-', ' ');
  }

  private static void writeSettings(Markup out, ExperimentResult result) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("preset", result.configuration().preset());
    settings.putAll(result.configuration().options());
    settings.put("threads of all runs", result.threads());
    GmnnModel<?> model = result.fitted().map(TrainingOutcome::model).orElse(null);
    if (model != null) {
      Provenance provenance = model.provenance();
      settings.put("library version", provenance.libraryVersion());
      settings.put("trained", provenance.created());
      settings.put("fingerprint of the data", provenance.dataFingerprint());
      provenance.settings().forEach((name, value) -> settings.put(ResultTable.words(name), value));
    }
    out.element("h3", "Settings");
    out.open("div", "class", "wide").open("table");
    settings.forEach(
        (name, value) -> {
          out.open("tr").element("th", name, "scope", "row");
          out.element("td", value).close();
        });
    out.close().close();
  }
}
