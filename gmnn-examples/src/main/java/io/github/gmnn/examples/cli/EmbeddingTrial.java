package io.github.gmnn.examples.cli;

import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.examples.EmbeddingExperiment;
import io.github.gmnn.graph.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Embeds without labels and measures with linear classifiers. */
final class EmbeddingTrial implements Trial {
  /** Published accuracies of linear classifiers, by the name of the data. */
  private static final Map<String, Double> GMNN =
      Map.of("cora", 0.828, "citeseer", 0.715, "pubmed", 0.816);

  private static final Map<String, Double> Q_ALONE =
      Map.of("cora", 0.781, "citeseer", 0.68, "pubmed", 0.793);

  private final Dataset<String> data;
  private final EmbeddingExperiment.Settings settings;
  private final boolean qAlone;
  private NodeEmbeddings<String> first;

  EmbeddingTrial(Dataset<String> data, EmbeddingExperiment.Settings settings, boolean qAlone) {
    this.data = data;
    this.settings = qAlone ? settings.with(b -> b.emIterations(0)) : settings;
    this.qAlone = qAlone;
  }

  Setting setting(List<Long> seeds) {
    Double published = (qAlone ? Q_ALONE : GMNN).get(data.name());
    return new Setting(
        data.name(),
        "embedding",
        qAlone ? "q-alone" : "gmnn",
        settings.name(),
        published == null ? Map.of() : Map.of("probeAccuracy", published),
        seeds,
        this);
  }

  /** A training fills the memory and all cores by itself. */
  @Override
  public boolean wantsAllThreads() {
    return true;
  }

  @Override
  public Run run(long seed, int threads) {
    EmbeddingExperiment.Run<String> run =
        new EmbeddingExperiment<>(data).run(settings, seed, threads, epoch -> true);
    if (first == null) {
      first = run.embeddings();
    }
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("probeAccuracy", run.probeAccuracy());
    metrics.put("validationAccuracy", run.validationAccuracy());
    metrics.put("qAloneProbeAccuracy", run.qAloneProbeAccuracy());
    metrics.put("peakMegabytes", run.peakMegabytes());
    return new Run(
        seed, metrics, run.trainSeconds(), run.msPerEpochQ(), run.msPerEpochP(), List.of());
  }

  /** The embeddings of the first run, if there was one. */
  Optional<NodeEmbeddings<String>> embeddings() {
    return Optional.ofNullable(first);
  }
}
