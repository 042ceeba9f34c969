package io.github.gmnn.examples.cli;

import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.examples.EmbeddingExperiment;
import io.github.gmnn.examples.EmbeddingPicture;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.io.DatasetReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Embeds the nodes of a data folder. */
@Command(
    name = "embed",
    description = {
      "Embed the nodes of a data folder without labels, and measure by linear classifiers on the"
          + " embeddings of the training nodes."
    })
final class EmbedCommand extends ExperimentCommand {
  @Option(names = "--data", required = true, paramLabel = "DIR", description = "The data folder.")
  private Path data;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description = "Write the embeddings of the first run as TSV: node, then its vector.")
  private Path file;

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

  @Option(names = "--q-alone", description = "Train q by itself, without EM.")
  private boolean qAlone;

  @Option(
      names = "--approximation",
      paramLabel = "STRATEGY",
      description = "How q annotates nodes for p: ${COMPLETION-CANDIDATES}. Default: as published.")
  private Approximation approximation;

  @Option(
      names = "--dimensions",
      paramLabel = "N",
      description = "Length of the vectors. Default: by the size of the data.")
  private Integer dimensions;

  @Option(names = "--pretrain-epochs", paramLabel = "N", description = "Epochs of q before EM.")
  private Integer pretrainEpochs;

  @Option(names = "--epochs", paramLabel = "N", description = "Epochs of each M- and E-step.")
  private Integer epochs;

  private Dataset<String> dataset;
  private EmbeddingTrial trial;

  @Override
  List<Setting> settings() throws IOException {
    List<Long> seeds = Seeds.from(seed, runs);
    if (file != null) {
      Files.createDirectories(file.toAbsolutePath().getParent());
    }
    dataset = DatasetReader.read(data);
    EmbeddingExperiment.Settings settings = chosenSettings();
    settings
        .changes()
        .apply(GmnnEmbedder.builder()); // what is out of range is said before any work
    trial = new EmbeddingTrial(dataset, settings, qAlone);
    return List.of(trial.setting(seeds));
  }

  private EmbeddingExperiment.Settings chosenSettings() {
    EmbeddingExperiment.Settings settings = EmbeddingExperiment.Settings.of(dataset);
    if (approximation != null) {
      settings = settings.with(b -> b.approximation(approximation.strategy));
    }
    if (dimensions != null) {
      settings = settings.with(b -> b.dimensions(dimensions));
    }
    if (pretrainEpochs != null) {
      settings = settings.with(b -> b.pretrainEpochs(pretrainEpochs));
    }
    if (epochs != null) {
      settings = settings.with(b -> b.learningEpochs(epochs).inferenceEpochs(epochs));
    }
    return settings;
  }

  @Override
  void draw(List<Result> results, Path folder) throws IOException {
    if (trial.embeddings().isPresent()) {
      EmbeddingPicture.write(
          trial.embeddings().get(), dataset, folder.resolve("embed-projection.png"));
    }
  }

  @Override
  void finish(List<Result> results) throws IOException {
    if (file != null && trial.embeddings().isPresent()) {
      trial.embeddings().get().writeTsv(file);
    }
  }
}
