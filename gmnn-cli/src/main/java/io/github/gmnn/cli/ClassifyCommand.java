package io.github.gmnn.cli;

import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.Charts;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.cli.training.TrainingMethod;
import io.github.gmnn.cli.training.TrainingPlan;
import io.github.gmnn.cli.training.TrainingPreset;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Classifies the nodes of a data folder. */
@Command(
    name = "classify",
    modelTransformer = SettingOptions.class,
    description = {
      "Classify the nodes of a data folder: net.txt, feature.txt, label.txt, train.txt, dev.txt and"
          + " test.txt; or nodes.csv and edges.csv; or LINQS *.content and *.cites."
    })
final class ClassifyCommand extends ExperimentCommand {
  @Mixin private DataOptions data;
  @Mixin private TrainingOptions training;
  @Mixin private SeedOptions seeds;
  @Mixin private DecisionOptions decision;

  @Option(
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Write what the first run predicts for every node, labelled or not, as CSV:"
              + " node,label,probability, then the probability of each class.")
  private Path predictions;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "Save the model of the first run; the command predict loads it.")
  private Path model;

  @Option(
      names = "--hold-validation",
      paramLabel = "SHARE",
      description =
          "Hold that share of each class's training labels for validation, drawn by the seed of the"
              + " run: for folders that name no validation nodes.")
  private Double held;

  @Override
  protected List<Configuration> configurations() throws IOException {
    decision.check();
    List<Long> seedsOfRuns = seeds.seeds();
    DataFolder folder = data.read();
    TrainingPlan plan = training.plan(folder.name());
    if (model != null && plan.method() == TrainingMethod.LABEL_PROPAGATION) {
      throw new IllegalArgumentException("--model: label propagation has no model to save");
    }
    if ((decision.rule() != null || decision.level() != null)
        && plan.method() == TrainingMethod.LABEL_PROPAGATION) {
      throw new IllegalArgumentException(
          "--decide and --sets: label propagation has no model that keeps validation nodes");
    }
    Map<String, Trial> trials = new LinkedHashMap<>();
    for (Map.Entry<String, Dataset<String>> split : folder.splits().entrySet()) {
      if (split.getValue().graph().trainingNodes().length == 0) {
        throw new IllegalArgumentException(
            data.folder().resolve(split.getKey())
                + ": expected labels of some nodes to learn from, found none");
      }
      plan.builder().build(); // wrong settings end here, before any run
      if (held == null) {
        trials.put(split.getKey(), ObjectTrials.of(split.getValue(), plan, decision.rule()));
      } else {
        Splits.holdValidation(split.getValue().graph(), held, seedsOfRuns.get(0)); // likewise
        trials.put(
            split.getKey(), ObjectTrials.holding(held, split.getValue(), plan, decision.rule()));
      }
    }
    if (plan.method() != TrainingMethod.LABEL_PROPAGATION) {
      tell("Settings: " + plan.describe());
    }
    return List.of(
        new Configuration(
            folder.name(),
            "object",
            plan.name(),
            plan.preset().toString(),
            options(plan),
            published(folder, plan),
            seedsOfRuns,
            trials));
  }

  private Map<String, Object> options(TrainingPlan plan) {
    Map<String, Object> options = new LinkedHashMap<>(data.options());
    options.putAll(plan.options());
    if (held != null) {
      options.put("hold-validation", held);
    }
    if (decision.rule() != null) {
      options.put("decide", decision.rule().toString());
    }
    return options;
  }

  @Override
  void addOutputs(OutputFiles outputs) {
    outputs.add(predictions, "--predictions").add(model, "--model");
  }

  /** Without test labels there is nothing to measure: then the labels themselves are shown. */
  @Override
  protected String table(List<ExperimentResult> results) {
    StringBuilder tables = new StringBuilder(super.table(results));
    for (ExperimentResult result : results) {
      result
          .fitted()
          .filter(fitted -> fitted.data().testLabels().isEmpty())
          .ifPresent(fitted -> tables.append('\n').append(ClassTable.of(fitted)));
    }
    return tables.toString();
  }

  @Override
  protected void draw(List<ExperimentResult> results, Path folder) throws IOException {
    for (ExperimentResult result : results) {
      boolean unvalidated = result.runs().get(0).metrics().get("validationAccuracy").isNaN();
      if (!result.runs().get(0).history().isEmpty() && !unvalidated) {
        String title = result.configuration().dataset() + ", " + result.configuration().name();
        Charts.save(Charts.overEpochs(title, result.runs()), folder, "classify-convergence");
      }
    }
  }

  @Override
  protected void finish(List<ExperimentResult> results) throws IOException {
    if (results.isEmpty() || results.get(0).fitted().isEmpty()) {
      return; // interrupted before the first run was through
    }
    TrainingOutcome<?> fitted = results.get(0).fitted().get();
    OutputFiles.each(
        () -> {
          if (model != null) {
            fitted.model().save(model);
          }
        },
        () -> {
          if (predictions != null) {
            output().write(written(fitted), predictions, decision.level());
          }
        });
  }

  private <K> Predictions<K> written(TrainingOutcome<K> fitted) {
    return decision.written(fitted.predictions(), fitted.data().graph());
  }

  /** What was published of the same data, split and settings; empty where nothing was. */
  private Map<String, Double> published(DataFolder folder, TrainingPlan plan) {
    String dataset = folder.name();
    if (!options(plan).isEmpty()
        || plan.preset() != TrainingPreset.ofDataset(dataset)
        || folder.splits().size() > 1) {
      return Map.of();
    }
    String name = plan.name();
    return switch (plan.method()) {
      case GMNN ->
          name.equals("annealing-attributes-in-p")
              ? published("object", "gmnn-attributes-in-p", dataset)
              : published("approximations", name, dataset);
      case GCN, LABEL_PROPAGATION -> published("object", name, dataset);
      case SELF_TRAINING -> published("self-training", name, dataset);
    };
  }

  private static Map<String, Double> published(String table, String setting, String dataset) {
    return Published.figure(table, setting, dataset, "accuracy");
  }
}
