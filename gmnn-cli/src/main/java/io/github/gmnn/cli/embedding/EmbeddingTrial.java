package io.github.gmnn.cli.embedding;

import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.training.GmnnListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Embeds without labels and measures with linear classifiers. */
public final class EmbeddingTrial implements Trial {
  private final Dataset<String> data;
  private final EmbeddingExperiment.EmbeddingPreset settings;
  private final boolean qAlone;
  private NodeEmbeddings<String> first;

  public EmbeddingTrial(
      Dataset<String> data, EmbeddingExperiment.EmbeddingPreset settings, boolean qAlone) {
    this.data = data;
    this.settings = qAlone ? settings.with(b -> b.emIterations(0)) : settings;
    this.qAlone = qAlone;
  }

  /** The row of this trial alone. */
  public Configuration configuration(List<Long> seeds) {
    return configuration(data.name(), Map.of("", this), Map.of(), seeds);
  }

  /**
   * The row of trials on splits of one data set.
   *
   * @param options what replaces the settings
   */
  public static Configuration configuration(
      String dataset,
      Map<String, EmbeddingTrial> splits,
      Map<String, Object> options,
      List<Long> seeds) {
    EmbeddingTrial first = splits.values().iterator().next();
    String name = first.name();
    return new Configuration(
        dataset,
        "embedding",
        name,
        first.settings.name(),
        options,
        options.isEmpty()
            ? Published.figure("unsupervised", name, dataset, "probeAccuracy")
            : Map.of(),
        seeds,
        new LinkedHashMap<>(splits));
  }

  /** The name of what is learned, in tables. */
  private String name() {
    if (settings.method() == EmbeddingExperiment.Method.PRINCIPAL_COMPONENTS) {
      return settings.method().toString();
    }
    return qAlone ? "q-alone" : "gmnn";
  }

  /** A training fills the memory and all cores by itself. */
  @Override
  public boolean wantsAllThreads() {
    return true;
  }

  @Override
  public Run run(long seed, int threads, GmnnListener epochs) {
    EmbeddingExperiment.EmbeddingRun<String> run =
        new EmbeddingExperiment<>(data).run(settings, seed, threads, epochs);
    if (first == null) {
      first = run.embeddings();
    }
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("probeAccuracy", run.probeAccuracy());
    metrics.put("validationAccuracy", run.validationAccuracy());
    if (settings.method() == EmbeddingExperiment.Method.NEIGHBOR_PREDICTION) {
      metrics.put("qAloneProbeAccuracy", run.qAloneProbeAccuracy());
    }
    metrics.put("peakMegabytes", run.peakMegabytes());
    return new Run(
        "",
        seed,
        metrics,
        run.trainSeconds(),
        run.msPerEpochQ(),
        run.msPerEpochP(),
        "",
        List.of(),
        null);
  }

  /** The embeddings of the first run, if there was one. */
  public Optional<NodeEmbeddings<String>> embeddings() {
    return Optional.ofNullable(first);
  }
}
