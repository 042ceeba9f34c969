package io.github.gmnn.cli;

import io.github.gmnn.cli.embedding.EmbeddingExperiment;
import io.github.gmnn.cli.embedding.EmbeddingPicture;
import io.github.gmnn.cli.embedding.EmbeddingTrial;
import io.github.gmnn.cli.embedding.Projection;
import io.github.gmnn.cli.report.EmbeddedNodes;
import io.github.gmnn.cli.report.Report;
import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.ExperimentResult;
import io.github.gmnn.cli.training.Approximation;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.internal.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Embeds the nodes of a data folder. */
@Command(
    name = "embed",
    description = {
      "Embed the nodes of a data folder without labels, and measure by linear classifiers on the"
          + " embeddings of the training nodes."
    })
final class EmbedCommand extends ExperimentCommand {
  private static final int NEIGHBORS = 10;

  @Mixin private DataOptions data;
  @Mixin private SeedOptions seeds;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description =
          "Write the embeddings of the first run as TSV: node, then its vector; with a header as"
              + " CSV, or as JSON lines, where its name ends in .csv or .jsonl.")
  private Path file;

  @Option(
      names = "--neighbors",
      paramLabel = "NODE",
      description =
          "Print the ten nodes whose embeddings are nearest to this node's, by cosine; may be"
              + " given several times.")
  private List<String> nodes = List.of();

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "How embeddings are learned: ${COMPLETION-CANDIDATES}. Default: principal-components; the"
              + " other is the paper's, with EM.")
  private EmbeddingExperiment.Method method = EmbeddingExperiment.Method.PRINCIPAL_COMPONENTS;

  @Option(
      names = "--q-alone",
      description = "Train q by itself, without EM. For neighbour prediction only.")
  private boolean qAlone;

  @Option(
      names = "--approximation",
      paramLabel = "STRATEGY",
      description =
          "How q annotates nodes for p: ${COMPLETION-CANDIDATES}. Default: as published."
              + " For neighbour prediction only.")
  private Approximation approximation;

  @Option(
      names = "--dimensions",
      paramLabel = "N",
      description = "Length of the vectors. Default: by the size of the data.")
  private Integer dimensions;

  @Option(
      names = "--batch-size",
      paramLabel = "N",
      description =
          "The most nodes that an update learns from; an epoch has enough updates for all nodes."
              + " Default: by the data. For neighbour prediction only.")
  private Integer batchSize;

  @Option(
      names = "--pretrain-epochs",
      paramLabel = "N",
      description = "Epochs of q before EM. For neighbour prediction only.")
  private Integer pretrainEpochs;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Epochs of training; in neighbour prediction, of each M- and E-step.")
  private Integer epochs;

  private DataFolder folder;
  private EmbeddingTrial trial;
  private Projection<String> projection;

  @Override
  void addOutputs(OutputFiles outputs) {
    outputs.add(file, "--embeddings");
  }

  @Override
  protected List<Configuration> configurations() throws IOException {
    checkMethod();
    List<Long> seedsOfRuns = seeds.seeds();
    folder = data.read();
    for (String node : nodes) {
      if (!folder.first().graph().contains(node)) {
        throw new IllegalArgumentException(
            "--neighbors: expected a node of " + data.folder() + ", found '" + node + "'");
      }
    }
    Map<String, Object> options = options();
    Map<String, EmbeddingTrial> trials = new LinkedHashMap<>();
    for (Map.Entry<String, Dataset<String>> split : folder.splits().entrySet()) {
      EmbeddingExperiment.EmbeddingPreset settings = chosenSettings(split.getValue());
      settings.builder().build(); // what is out of range is said before any work
      trials.put(split.getKey(), new EmbeddingTrial(split.getValue(), settings, qAlone));
    }
    trial = trials.values().iterator().next();
    return List.of(EmbeddingTrial.configuration(folder.name(), trials, options, seedsOfRuns));
  }

  private void checkMethod() {
    if (method == EmbeddingExperiment.Method.PRINCIPAL_COMPONENTS
        && (qAlone || approximation != null || batchSize != null || pretrainEpochs != null)) {
      throw new IllegalArgumentException(
          "--q-alone, --approximation, --batch-size and --pretrain-epochs belong to --method "
              + EmbeddingExperiment.Method.NEIGHBOR_PREDICTION);
    }
  }

  private Map<String, Object> options() {
    Map<String, Object> options = new LinkedHashMap<>(data.options());
    options.put("approximation", approximation == null ? null : approximation.toString());
    options.put("dimensions", dimensions);
    options.put("batch-size", batchSize);
    options.put("pretrain-epochs", pretrainEpochs);
    options.put("epochs", epochs);
    options.values().removeIf(value -> value == null);
    return options;
  }

  private EmbeddingExperiment.EmbeddingPreset chosenSettings(Dataset<String> dataset) {
    int nodeCount = dataset.graph().nodeCount();
    boolean components = method == EmbeddingExperiment.Method.PRINCIPAL_COMPONENTS;
    EmbeddingExperiment.EmbeddingPreset settings =
        components
            ? EmbeddingExperiment.EmbeddingPreset.components(nodeCount)
            : EmbeddingExperiment.EmbeddingPreset.of(folder.name(), nodeCount);
    if (approximation != null) {
      settings = settings.with(b -> b.approximation(approximation.strategy));
    }
    if (dimensions != null) {
      settings = settings.with(b -> b.dimensions(dimensions));
    }
    if (batchSize != null) {
      settings = settings.with(b -> b.batchSize(batchSize));
    }
    if (pretrainEpochs != null) {
      settings = settings.with(b -> b.pretrainEpochs(pretrainEpochs));
    }
    if (epochs != null) {
      settings =
          settings.with(
              b ->
                  components ? b.epochs(epochs) : b.learningEpochs(epochs).inferenceEpochs(epochs));
    }
    return settings;
  }

  @Override
  protected String table(List<ExperimentResult> results) {
    StringBuilder tables = new StringBuilder(super.table(results));
    trial
        .embeddings()
        .filter(embeddings -> !nodes.isEmpty())
        .ifPresent(embeddings -> tables.append('\n').append(neighbors(embeddings)));
    return tables.toString();
  }

  private String neighbors(NodeEmbeddings<String> embeddings) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("node", "neighbor", "cosine"));
    for (String node : nodes) {
      for (NodeEmbeddings.Neighbor<String> near : embeddings.nearest(node, NEIGHBORS)) {
        rows.add(
            List.of(
                node,
                near.key().toString(),
                String.format(Locale.ROOT, "%.4f", near.similarity())));
      }
    }
    return TextTable.markdown(rows);
  }

  @Override
  protected void draw(List<ExperimentResult> results, Path out) throws IOException {
    if (trial.embeddings().isPresent()) {
      projection =
          Projection.of(
              trial.embeddings().get(), folder.first(), folder.first().graph().nodeCount());
      EmbeddingPicture.write(projection, folder.name(), out.resolve("embed-projection.png"));
    }
  }

  @Override
  protected String page(List<String> words, List<ExperimentResult> results) {
    return trial
        .embeddings()
        .map(embeddings -> Report.page(title(), words, results, embedded(embeddings)))
        .orElseGet(() -> super.page(words, results));
  }

  /** The projection of the picture, if that is small enough for a page. */
  private EmbeddedNodes<String> embedded(NodeEmbeddings<String> embeddings) {
    boolean drawn = projection != null && projection.keys().size() <= EmbeddedNodes.MOST;
    return new EmbeddedNodes<>(
        folder.first(),
        embeddings,
        drawn ? projection : Projection.of(embeddings, folder.first(), EmbeddedNodes.MOST));
  }

  @Override
  protected void finish(List<ExperimentResult> results) throws IOException {
    if (file != null && trial.embeddings().isPresent()) {
      output().write(trial.embeddings().get(), file);
    }
  }
}
