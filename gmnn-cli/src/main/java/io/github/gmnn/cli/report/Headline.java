package io.github.gmnn.cli.report;

import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Interval;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.graph.Graph;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a page says first: one number, where the true one lies, and a sentence that says what it is.
 *
 * @param number the number
 * @param interval how far it can be trusted; empty where that is not known
 * @param sentence what was measured
 */
record Headline(String number, String interval, String sentence) {
  private static final String ACCURACY = "accuracy";

  /** Of one setting: of its only run, or of the mean of several. */
  static Headline of(ExperimentResult result, EmbeddedNodes<?> embedded) {
    List<String> measured = Figures.measured(result);
    String data = result.configuration().dataset();
    if (result.runs().size() > 1 && !measured.isEmpty()) {
      return ofRuns(result, main(measured), data);
    }
    if (embedded != null) {
      return ofEmbeddings(result, embedded);
    }
    return result
        .fitted()
        .map(fitted -> ofRun(fitted, data))
        .orElseGet(
            () ->
                measured.isEmpty()
                    ? new Headline("-", "", "Nothing was measured on " + data + ".")
                    : new Headline(
                        Figures.shown(main(measured), result.mean(main(measured))),
                        "",
                        Figures.name(main(measured)) + " on " + data + "."));
  }

  /** Of the setting with the highest mean, where several are compared. */
  static Headline ofBest(List<ExperimentResult> results) {
    ExperimentResult best =
        results.stream()
            .filter(result -> !Figures.measured(result).isEmpty())
            .max(Comparator.comparingDouble(Headline::mainFigure))
            .orElse(null);
    if (best == null) {
      return new Headline(Figures.count(results.size()), "", "settings were tried.");
    }
    String metric = main(Figures.measured(best));
    Headline own = of(best, null);
    return new Headline(
        own.number(),
        own.interval(),
        "is the highest "
            + Figures.name(metric)
            + " of the "
            + results.size()
            + " settings compared: that of "
            + best.configuration().name()
            + " on "
            + best.configuration().dataset()
            + ".");
  }

  private static double mainFigure(ExperimentResult result) {
    return result.mean(main(Figures.measured(result)));
  }

  /** The metric that pages speak of first. */
  static String main(List<String> metrics) {
    return metrics.contains(ACCURACY) ? ACCURACY : metrics.get(0);
  }

  private static Headline ofRuns(ExperimentResult result, String metric, String data) {
    DoubleSummaryStatistics range =
        result.runs().stream()
            .mapToDouble(run -> run.metrics().get(metric))
            .filter(value -> !Double.isNaN(value))
            .summaryStatistics();
    return new Headline(
        Figures.shown(metric, result.mean(metric)),
        "± " + Figures.digits(metric, result.std(metric)),
        "is the mean "
            + Figures.name(metric)
            + " of "
            + result.runs().size()
            + " runs on "
            + data
            + ", with its standard deviation. Single runs lie between "
            + Figures.digits(metric, range.getMin())
            + " and "
            + Figures.shown(metric, range.getMax())
            + ".");
  }

  private static <K> Headline ofRun(TrainingOutcome<K> fitted, String data) {
    Measured<K> measured = Measured.of(fitted);
    Graph<K> graph = fitted.data().graph();
    String things = ClassTable.things(graph);
    if (measured.cases().isEmpty()) {
      long open = graph.nodeCount() - graph.trainingNodes().length;
      return new Headline(
          Figures.count(open),
          "",
          things
              + " of "
              + data
              + " were given a label. No true labels were held back, so it is unknown how many are"
              + " right.");
    }
    int right = (int) measured.cases().stream().filter(Measured.Case::right).count();
    boolean test = measured.on().equals("test");
    Interval interval = Interval.of(right, measured.cases().size());
    return ofShare(
        interval.share(),
        interval,
        "of the "
            + Figures.count(measured.cases().size())
            + " "
            + measured.on()
            + " "
            + things
            + " of "
            + data
            + " get their true label. "
            + mostFrequent(measured)
            + (test ? "" : " Validation chose the epoch, so expect a little less elsewhere."));
  }

  /** What one gets without looking. */
  private static <K> String mostFrequent(Measured<K> measured) {
    Map.Entry<String, Long> most =
        measured.cases().stream()
            .collect(Collectors.groupingBy(Measured.Case::truth, Collectors.counting()))
            .entrySet()
            .stream()
            .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
            .orElseThrow();
    return "Always saying “"
        + Markup.shortened(most.getKey())
        + "” would get "
        + Figures.percent((double) most.getValue() / measured.cases().size())
        + " %.";
  }

  private static Headline ofEmbeddings(ExperimentResult result, EmbeddedNodes<?> embedded) {
    Map<String, Double> metrics = result.runs().get(0).metrics();
    int nodes = embedded.data().testLabels().size();
    double share = metrics.getOrDefault("probeAccuracy", Double.NaN);
    if (nodes == 0 || Double.isNaN(share)) {
      return new Headline(
          Figures.count(embedded.embeddings().size()),
          "",
          "nodes of "
              + embedded.data().name()
              + " have a vector of "
              + embedded.embeddings().dimensions()
              + " numbers now.");
    }
    return ofShare(
        share,
        Interval.of((int) Math.round(share * nodes), nodes),
        "of the "
            + Figures.count(nodes)
            + " test nodes of "
            + embedded.data().name()
            + " are classified correctly by a linear classifier on their vectors of "
            + embedded.embeddings().dimensions()
            + " numbers.");
  }

  private static Headline ofShare(double share, Interval interval, String sentence) {
    return new Headline(
        Figures.percent(share) + " %",
        Figures.percent(interval.low())
            + " to "
            + Figures.percent(interval.high())
            + " with 95 % certainty",
        sentence);
  }

  void write(Markup out) {
    out.open("p", "class", "number").element("strong", number);
    if (!interval.isEmpty()) {
      out.text(" ").element("small", interval);
    }
    out.close().element("p", sentence, "class", "lead");
  }
}
