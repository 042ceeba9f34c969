package io.github.gmnn.cli.report;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.ResultTable;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.em.TrainerSettings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.Setting;
import io.github.gmnn.training.internal.ValueType;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The page of what a command did. It opens with one number and how far to trust it, shows what the
 * first run of each setting learned, and ends with the command.
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
    String data =
        results.stream()
            .map(result -> result.configuration().dataset())
            .distinct()
            .collect(Collectors.joining(", "));
    return Page.of("gmnn " + title, data, report::write);
  }

  private void write(Markup out) {
    if (results.isEmpty()) {
      out.open("section", "class", "lead").element("p", "No run was finished.").close();
    }
    if (results.size() > 1) {
      writeIndex(out);
    }
    Set<String> shown = new HashSet<>();
    for (int i = 0; i < results.size(); i++) {
      write(out, results.get(i), i + 1, shown.add(results.get(i).configuration().dataset()));
    }
    out.open("section").element("h2", "The command that produces this page again").open("pre");
    out.text("gmnn " + words.stream().map(Report::quoted).collect(Collectors.joining(" "))).close();
    out.close();
  }

  private void write(Markup out, ExperimentResult result, int number, boolean firstOfData) {
    out.open("section", "id", "setting-" + number, "class", "lead");
    if (results.size() > 1) {
      out.element("h2", result.configuration().dataset() + ", " + result.configuration().name());
    }
    Headline.of(result, embedded).write(out);
    Figures.writeTiles(out, result);
    if (firstOfData) {
      Dataset<?> data =
          embedded == null
              ? result.fitted().<Dataset<?>>map(TrainingOutcome::data).orElse(null)
              : embedded.data();
      if (data != null) {
        out.element("p", ClassTable.sentence(data), "class", "soft");
      }
    }
    if (result.runs().size() > 1) {
      out.element("p", "What follows is from the first run.", "class", "soft");
    }
    out.close();
    result.fitted().ifPresent(fitted -> writeFitted(out, result, fitted));
    writeRuns(out, result);
    out.open("div", "class", "cards");
    if (embedded != null) {
      embedded.write(out);
    }
    result.fitted().ifPresent(fitted -> Uncertain.write(out, fitted));
    writeSettings(out, result);
    out.close();
  }

  /** As a shell takes it. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private void writeIndex(Markup out) {
    Set<String> metrics = new LinkedHashSet<>();
    results.forEach(result -> metrics.addAll(Figures.measured(result)));
    out.open("section", "class", "lead");
    Headline.ofBest(results).write(out);
    List<String> columns = new ArrayList<>(List.of("data", "setting"));
    metrics.forEach(name -> columns.add(Figures.name(name)));
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
    out.element("p", "Means of the runs.", "class", "soft").close();
  }

  /** A table of the runs; a single one has nothing that the headline does not say. */
  private static void writeRuns(Markup out, ExperimentResult result) {
    List<String> metrics = Figures.measured(result);
    if (metrics.isEmpty() || result.runs().size() == 1) {
      return;
    }
    boolean splits = result.runs().stream().anyMatch(run -> !run.split().isEmpty());
    List<String> columns = new ArrayList<>();
    if (splits) {
      columns.add("split");
    }
    columns.add("seed");
    metrics.forEach(name -> columns.add(Figures.name(name)));
    columns.add("seconds");
    SortableTable table = new SortableTable(columns);
    for (Run run : result.runs()) {
      List<Object> cells = new ArrayList<>();
      if (splits) {
        cells.add(run.split());
      }
      cells.add(run.seed());
      metrics.forEach(name -> cells.add(run.metrics().get(name)));
      cells.add(run.trainSeconds());
      table.row(cells);
    }
    out.open("section").element("h2", "Runs");
    table.write(out);
    out.close();
  }

  private static <K> void writeFitted(
      Markup out, ExperimentResult result, TrainingOutcome<K> fitted) {
    Measured<K> measured = Measured.of(fitted);
    out.open("div", "class", "cards");
    GraphMap.write(out, fitted, measured);
    if (!measured.cases().isEmpty()) {
      Reliability.write(out, measured);
    }
    LearningCurves.write(out, result.runs().get(0).history(), validationMetric(fitted.model()));
    if (!measured.cases().isEmpty()) {
      Confusion.write(out, measured); // below the curves: so both columns are about as long
    }
    out.close();
    ClassTable.write(out, fitted, measured);
    Neighborhoods.write(out, fitted, measured);
  }

  private static String validationMetric(GmnnModel<?> model) {
    Setting<ValidationMetric> metric = TrainerSettings.VALIDATION_METRIC;
    String kept = model == null ? null : model.provenance().settings().get(metric.name());
    return ValueType.word(kept == null ? metric.defaultValue() : metric.valueOf(kept))
        .replace('-', ' ');
  }

  /** What was set by hand or chosen by the fit; all else is folded away. */
  private static void writeSettings(Markup out, ExperimentResult result) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("preset", result.configuration().preset());
    settings.putAll(result.configuration().options());
    if (!result.runs().isEmpty() && !result.runs().get(0).chosen().isEmpty()) {
      settings.put("q chosen", result.runs().get(0).chosen());
    }
    settings.put("threads of all runs", result.threads());
    GmnnModel<?> model = result.fitted().map(TrainingOutcome::model).orElse(null);
    if (model != null) {
      Provenance provenance = model.provenance();
      settings.put("library version", provenance.libraryVersion());
      settings.put("trained", provenance.created().truncatedTo(ChronoUnit.SECONDS));
      settings.put("fingerprint of the data", provenance.dataFingerprint());
    }
    out.open("section").element("h2", "Settings");
    writePairs(out, settings);
    if (model != null) {
      Map<String, Object> all = new LinkedHashMap<>();
      model
          .provenance()
          .settings()
          .forEach((name, value) -> all.put(ResultTable.words(name), value));
      out.open("details").element("summary", "All " + all.size() + " settings of the fit");
      writePairs(out, all);
      out.close();
    }
    out.close();
  }

  private static void writePairs(Markup out, Map<String, Object> pairs) {
    out.open("dl", "class", "pairs");
    pairs.forEach((name, value) -> out.element("dt", name).element("dd", value));
    out.close();
  }
}
