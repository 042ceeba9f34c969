package io.github.gmnn.examples.cli;

import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.Teacher;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Classifies the nodes of a data folder. */
@Command(
    name = "classify",
    description = {
      "Classify the nodes of a data folder: net.txt, feature.txt, label.txt, train.txt, dev.txt and"
          + " test.txt; or nodes.csv and edges.csv; or LINQS *.content and *.cites."
    })
final class ClassifyCommand extends ExperimentCommand {
  @Option(names = "--data", required = true, paramLabel = "DIR", description = "The data folder.")
  private Path data;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "${COMPLETION-CANDIDATES}; gcn is GMNN without EM. Default: ${DEFAULT-VALUE}.")
  private Method method = Method.GMNN;

  @Option(
      names = "--approximation",
      paramLabel = "STRATEGY",
      description =
          "How q annotates nodes for p: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Approximation approximation = Approximation.ANNEALING;

  @Option(names = "--attributes-in-p", description = "Let p see the attributes beside the labels.")
  private boolean attributesInP;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs, each with a seed of its own. Default: ${DEFAULT-VALUE}.")
  private int runs = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed of the first run; the others take S+1, S+2, ... Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--preset",
      paramLabel = "PRESET",
      description =
          "Settings of the published runs: ${COMPLETION-CANDIDATES}. Default: by the folder's name.")
  private Preset preset;

  @ArgGroup(exclusive = false, heading = "Settings in place of the preset's:%n")
  private final Overrides overrides = new Overrides();

  /** Single settings that replace those of the preset. */
  static final class Overrides {
    @Option(names = "--hidden", paramLabel = "N", description = "Units of the hidden layers.")
    Integer hidden;

    @Option(names = "--dropout", paramLabel = "RATE", description = "Dropout of inputs.")
    Double dropout;

    @Option(names = "--learning-rate", paramLabel = "RATE", description = "Of q and p.")
    Double learningRate;

    @Option(names = "--pretrain-epochs", paramLabel = "N", description = "Epochs of q before EM.")
    Integer pretrainEpochs;

    @Option(names = "--epochs", paramLabel = "N", description = "Epochs of each M- and E-step.")
    Integer epochs;

    @Option(
        names = "--em-iterations",
        paramLabel = "N",
        description = "How often M and E alternate.")
    Integer emIterations;

    boolean isEmpty() {
      return hidden == null
          && dropout == null
          && learningRate == null
          && pretrainEpochs == null
          && epochs == null
          && emIterations == null;
    }

    void applyTo(GmnnTrainer.Builder builder, Preset preset) {
      if (hidden != null) {
        builder.hiddenUnits(hidden);
      }
      if (dropout != null) {
        builder.dropout(dropout);
      }
      if (learningRate != null) {
        builder.updater(preset.updater(learningRate));
      }
      if (pretrainEpochs != null) {
        builder.pretrainEpochs(pretrainEpochs);
      }
      if (epochs != null) {
        builder.learningEpochs(epochs).inferenceEpochs(epochs);
      }
      if (emIterations != null) {
        builder.emIterations(emIterations);
      }
    }
  }

  @Override
  List<Setting> settings() throws IOException {
    List<Long> seeds = Seeds.from(seed, runs);
    Dataset<String> dataset = DatasetReader.read(data);
    Preset chosen = preset == null ? Preset.ofDataset(dataset.name()) : preset;
    builder(chosen).build(); // wrong settings end here, before any run
    Trial trial =
        method == Method.LABEL_PROPAGATION
            ? ObjectTrials.labelPropagation(s -> dataset)
            : ObjectTrials.gmnn(s -> dataset, () -> builder(chosen));
    return List.of(
        new Setting(
            dataset.name(),
            "object",
            settingName(),
            chosen.toString(),
            overrides.isEmpty() ? published(dataset.name()) : Map.of(),
            seeds,
            trial));
  }

  @Override
  void draw(List<Result> results, Path folder) throws IOException {
    for (Result result : results) {
      boolean unvalidated = result.runs().get(0).metrics().get("validationAccuracy").isNaN();
      if (method != Method.LABEL_PROPAGATION && !unvalidated) {
        String title = result.setting().dataset() + ", " + result.setting().name();
        Charts.save(Charts.overEpochs(title, result.runs()), folder, "classify-convergence");
      }
    }
  }

  private GmnnTrainer.Builder builder(Preset chosen) {
    GmnnTrainer.Builder builder =
        chosen.builder().approximation(approximation.strategy).attributesInLearning(attributesInP);
    overrides.applyTo(builder, chosen);
    if (method == Method.GCN) {
      builder.emIterations(0);
    } else if (method == Method.SELF_TRAINING) {
      builder.teacher(Teacher.SELF);
    }
    return builder;
  }

  private String settingName() {
    return method != Method.GMNN
        ? method.toString()
        : approximation + (attributesInP ? "-attributes-in-p" : "");
  }

  private Map<String, Double> published(String dataset) {
    Double figure =
        switch (method) {
          case GMNN -> Published.gmnn(dataset, approximation, attributesInP);
          case GCN -> Published.GCN.get(dataset);
          case LABEL_PROPAGATION -> Published.LABEL_PROPAGATION.get(dataset);
          case SELF_TRAINING -> null;
        };
    return figure == null ? Map.of() : Map.of("accuracy", figure);
  }
}
