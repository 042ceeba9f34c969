package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.Predictions;
import io.github.gmnn.cli.links.LinkExperiment;
import io.github.gmnn.cli.report.Report;
import io.github.gmnn.cli.run.ClassFigures;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.io.RatingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Predicts by a saved model. */
@Command(
    name = "predict",
    description = {
      "Predict the labels of all nodes of a data folder by a model that classify saved, or of all"
          + " links of a ratings file by one that links saved. They need not have been there in"
          + " training, and need no labels; where the folder has test labels, or a rating that was"
          + " not there in training is above 3 or below -3, the predictions are measured by them."
    })
final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DataOptions data;
  @Mixin private OutputOptions output;
  @Mixin private ReportOptions report;
  @Mixin private DecisionOptions decision;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "The model, as classify --model or links --model saved it.")
  private Path modelFile;

  @Option(
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Write the predictions for every node as CSV: node,label,probability, then the"
              + " probability of each class; for links, source,target,label and so on. JSON lines"
              + " if its name ends in .jsonl.")
  private Path predictionsFile;

  @Option(
      names = "--strict",
      description =
          "Refuse features that the model does not know. Default: leave them out and count them on"
              + " stderr.")
  private boolean strict;

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  private boolean help;

  @Override
  public Integer call() throws IOException {
    report.addTo(output.prepare()).add(predictionsFile, "--predictions");
    decision.check();
    GmnnModel<Object> model = decision.decide(ModelFiles.load(modelFile));
    // a model of Spark holds no nodes
    if (!model.keys().isEmpty() && model.keys().get(0) instanceof LinkKey) {
      predict(model.keyedByLinks(String.class), links(model.keyedByLinks(String.class)));
    } else {
      predict(model, data.read(data.folder(), model));
    }
    return 0;
  }

  /** The links of a ratings file, with the features that the model knows. */
  private Dataset<LinkKey<String>> links(GmnnModel<LinkKey<String>> model) throws IOException {
    List<RatingsReader.Rating> ratings = RatingsReader.read(data.folder());
    LinkExperiment experiment = LinkExperiment.ofModel(ratings, model.featureNames());
    Map<LinkKey<String>, String> fresh = new LinkedHashMap<>(experiment.labels());
    fresh.keySet().removeAll(Set.copyOf(model.keys()));
    String name = data.folder().toAbsolutePath().normalize().getFileName().toString();
    return new Dataset<>(name, experiment.lines().graph(), fresh);
  }

  private <K> void predict(GmnnModel<?> model, Dataset<K> dataset) throws IOException {
    tellOfUnknown(dataset.graph().featureNames(), model.featureNames());
    tellOfMissing(dataset.graph().featureSchema(), model.featureSchema());
    Predictions<K> predictions = predictions(model, dataset.graph());
    Map<String, Double> metrics = ObjectTrials.metrics(dataset, predictions);
    OutputFiles.each(
        () -> {
          if (predictionsFile != null) {
            output.write(
                decision.written(predictions, dataset.graph()), predictionsFile, decision.level());
          }
        },
        () ->
            output.write(
                spec.name(),
                ClassTable.of(predictions, dataset.graph()) + measured(metrics),
                List.of(entry(dataset, predictions, metrics)),
                spec.commandLine().getOut()),
        () ->
            report.write(
                spec,
                words ->
                    Report.page(
                        spec.name(), words, List.of(result(dataset, predictions, metrics)))));
  }

  private static String task(Dataset<?> dataset) {
    return dataset.graph().key(0) instanceof LinkKey ? "link" : "object";
  }

  /** As of a configuration that has no seeds: nothing was trained. */
  private <K> ExperimentResult result(
      Dataset<K> dataset, Predictions<K> predictions, Map<String, Double> metrics) {
    Configuration configuration =
        new Configuration(
            dataset.name(),
            task(dataset),
            spec.name(),
            "of the model",
            Map.of("model", modelFile),
            Map.of(),
            List.of(),
            Map.of());
    TrainingOutcome<K> fitted = new TrainingOutcome<>(dataset, predictions, null);
    return new ExperimentResult(
        configuration, List.of(Run.withoutEpochs(0, metrics, 0, fitted)), 0, 1);
  }

  /** Features that the model does not know are refused before any work, or left out. */
  private void tellOfUnknown(List<String> features, List<String> ofModel) {
    Set<String> unknown = new LinkedHashSet<>(features);
    ofModel.forEach(unknown::remove);
    if (unknown.isEmpty()) {
      return;
    }
    String message =
        unknown.size()
            + " of "
            + features.size()
            + " features are unknown to the model, such as "
            + Quote.of(unknown.iterator().next());
    if (strict) {
      throw new IllegalArgumentException(
          data.folder() + ": " + message + "; without --strict they are left out");
    }
    spec.commandLine().getErr().println("gmnn: " + message + "; they are left out");
  }

  /** Columns of numbers that the model knows and the folder lacks: their cells are missing. */
  private void tellOfMissing(FeatureSchema features, FeatureSchema ofModel) {
    List<String> columns =
        ofModel.features().stream()
            .filter(feature -> feature.kind() == FeatureSchema.Kind.NUMBER)
            .map(FeatureSchema.Feature::column)
            .filter(column -> features.indexOf(column) < 0)
            .toList();
    if (!columns.isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(
              "gmnn: the folder lacks columns that the model was trained with, their cells count as"
                  + " missing: "
                  + Quote.printable(String.join(", ", columns)));
    }
  }

  private <K> Predictions<K> predictions(GmnnModel<?> model, Graph<K> graph) {
    try {
      return model.predict(graph);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(modelFile + ": " + e.getMessage(), e);
    }
  }

  private static String measured(Map<String, Double> metrics) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("measured on labels of the folder", "figure"));
    metrics.forEach(
        (name, value) -> {
          if (!value.isNaN()) {
            rows.add(List.of(name, String.format(Locale.ROOT, "%.4f", value)));
          }
        });
    return rows.size() == 1 ? "" : "\n" + TextTable.markdown(rows);
  }

  private <K> Map<String, Object> entry(
      Dataset<K> dataset, Predictions<K> predictions, Map<String, Double> metrics) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dataset", dataset.name());
    json.put("task", task(dataset));
    json.put("setting", "predict");
    json.put("model", modelFile.toString());
    json.put("nodes", dataset.graph().nodeCount());
    json.put("unknownFeatures", predictions.unseenFeatures().size());
    json.put("predicted", ClassTable.predicted(predictions, dataset.graph()));
    Map<String, Object> figures = new LinkedHashMap<>();
    metrics.forEach((name, value) -> figures.put(name, value.isNaN() ? null : value));
    json.put("mean", figures);
    json.put("classes", ClassFigures.byClass(predictions, dataset.testLabels()));
    return json;
  }
}
