package io.github.gmnn.cli.embedding;

import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.GmnnListener;
import io.github.gmnn.training.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Unsupervised representation learning: embeds the nodes of a graph without labels, then measures
 * by linear classifiers on the frozen embeddings, as the paper does (section 5.4).
 *
 * @param <K> type of the nodes' keys
 */
public final class EmbeddingExperiment<K> {
  /** How embeddings are learned. */
  public enum Method {
    /** In which directions the surroundings of nodes differ most, the library's default. */
    PRINCIPAL_COMPONENTS,
    /** The paper's, with EM. */
    NEIGHBOR_PREDICTION;

    /** As it is written on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * How embeddings are learned and measured.
   *
   * @param name the name in tables and JSON
   * @param method how they are learned
   * @param changes what differs from the embedder's defaults
   * @param probes how many classifiers measure an embedding
   */
  public record EmbeddingPreset(
      String name, Method method, UnaryOperator<GmnnEmbedder.Builder> changes, int probes) {
    private static final int PROBES = 50;
    private static final int PROBES_OF_LARGE_GRAPHS = 10;

    /** Binary features, as the released code has them; else what the library does at this size. */
    public static final EmbeddingPreset CORA =
        new EmbeddingPreset(
            "cora",
            Method.NEIGHBOR_PREDICTION,
            b -> b.featureScaling(FeatureScaling.BINARY_ROW),
            PROBES);

    /**
     * Ours for Citeseer, by validation accuracy: with the released code's settings q remembers each
     * node's surroundings too closely. More dropout, targets one step farther and annotations by
     * q's own distribution, not a sharpened one, make it smoother; one EM iteration is enough.
     */
    public static final EmbeddingPreset CITESEER =
        new EmbeddingPreset("citeseer", CORA.method, CORA.changes, CORA.probes)
            .with(b -> b.approximation(Approximations.meanPooling()).depth(4).dropout(0.7))
            .with(b -> b.batchSize(832).pretrainEpochs(25).emIterations(1))
            .with(b -> b.learningEpochs(25).inferenceEpochs(25));

    /** Returns the library's settings, for a graph of that size. */
    public static EmbeddingPreset components(int nodes) {
      return new EmbeddingPreset(
          "default", Method.PRINCIPAL_COMPONENTS, UnaryOperator.identity(), probes(nodes));
    }

    private static int probes(int nodes) {
      return nodes > GmnnEmbedder.SoftmaxMode.EXACT_UP_TO ? PROBES_OF_LARGE_GRAPHS : PROBES;
    }

    /**
     * Returns the settings of neighbour prediction for a data set of that name or, where it is none
     * of ours, size.
     */
    public static EmbeddingPreset of(String name, int nodes) {
      if (name.equals("citeseer")) {
        return CITESEER;
      }
      if (name.equals("cora")) {
        return CORA;
      }
      boolean large = nodes > GmnnEmbedder.SoftmaxMode.EXACT_UP_TO;
      String size = nodes <= 10_000 ? "small" : large ? "large" : "middle";
      return new EmbeddingPreset(
          size, Method.NEIGHBOR_PREDICTION, UnaryOperator.identity(), probes(nodes));
    }

    /** Returns these settings with some more changes. */
    public EmbeddingPreset with(UnaryOperator<GmnnEmbedder.Builder> more) {
      return new EmbeddingPreset(
          name, method, builder -> more.apply(changes.apply(builder)), probes);
    }

    /**
     * Returns an embedder's builder that lacks seed and threads.
     *
     * @throws IllegalArgumentException if a setting is out of range
     */
    public GmnnEmbedder.Builder builder() {
      return changes.apply(
          method == Method.PRINCIPAL_COMPONENTS
              ? GmnnEmbedder.builder()
              : GmnnEmbedder.neighborPrediction());
    }
  }

  /**
   * What one fit gave.
   *
   * @param <K> type of the nodes' keys
   * @param embeddings the embeddings
   * @param probeAccuracy mean test accuracy of the classifiers
   * @param validationAccuracy mean validation accuracy of the classifiers
   * @param qAloneProbeAccuracy the same test accuracy before EM; NaN without EM
   * @param trainSeconds time of the fit
   * @param msPerEpochQ median time of a training step of q, or of the encoder
   * @param msPerEpochP median time of a training step of p; NaN without p
   * @param peakMegabytes the most memory this process was ever resident with
   */
  public record EmbeddingRun<K>(
      NodeEmbeddings<K> embeddings,
      double probeAccuracy,
      double validationAccuracy,
      double qAloneProbeAccuracy,
      double trainSeconds,
      double msPerEpochQ,
      double msPerEpochP,
      double peakMegabytes) {}

  private final Dataset<K> data;

  /** Takes the data; its labels are used by the classifiers alone. */
  public EmbeddingExperiment(Dataset<K> data) {
    this.data = data;
  }

  /**
   * Fits and measures once.
   *
   * @param settings the settings
   * @param seed the seed of the fit and the classifiers
   * @param threads threads of the fit at most
   * @param epochs told of every epoch; may end the fit
   * @return what it gave
   */
  public EmbeddingRun<K> run(
      EmbeddingPreset settings, long seed, int threads, GmnnListener epochs) {
    List<EpochReport> reports = new ArrayList<>();
    AtomicReference<NodeEmbeddings<?>> ofQAlone = new AtomicReference<>();
    long start = System.nanoTime();
    GmnnEmbedder.Builder builder =
        settings.builder().seed(seed).threads(threads).listener(reports::add).listener(epochs);
    if (settings.method() == Method.NEIGHBOR_PREDICTION) {
      builder.beforeEm(ofQAlone::set);
    }
    NodeEmbeddings<K> embeddings = builder.fit(data.graph());
    double seconds = (System.nanoTime() - start) / 1e9;
    LinearProbe.Result probe = probe(settings, seed, embeddings);
    double qAlone =
        ofQAlone.get() != null
            ? probe(settings, seed, ofQAlone.get()).accuracy()
            : settings.method() == Method.NEIGHBOR_PREDICTION ? probe.accuracy() : Double.NaN;
    return new EmbeddingRun<>(
        embeddings,
        probe.accuracy(),
        probe.validationAccuracy().orElse(Double.NaN),
        qAlone,
        seconds,
        medianMillis(reports.stream().filter(r -> r.phase() != Phase.M_STEP).toList()),
        medianMillis(reports.stream().filter(r -> r.phase() == Phase.M_STEP).toList()),
        peakMegabytes());
  }

  /** Embeddings need no labels, classifiers do: without any, the figures are NaN. */
  private LinearProbe.Result probe(
      EmbeddingPreset settings, long seed, NodeEmbeddings<?> embeddings) {
    if (data.testLabels().isEmpty() || data.graph().trainingNodes().length == 0) {
      return new LinearProbe.Result(List.of(Double.NaN), List.of());
    }
    LinearProbe protocol = new LinearProbe();
    return new LinearProbe(
            protocol.dropout(), protocol.learningRate(), protocol.epochs(), settings.probes(), seed)
        .evaluate(embeddings, data);
  }

  private static double medianMillis(List<EpochReport> epochs) {
    double[] millis = epochs.stream().mapToDouble(e -> e.step().toNanos() / 1e6).sorted().toArray();
    return millis.length == 0 ? Double.NaN : millis[millis.length / 2];
  }

  /** The high-water mark of resident memory where Linux tells it, else of the heap as it is now. */
  private static double peakMegabytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
        }
      }
    } catch (IOException e) {
      // another operating system: the heap will have to do
    }
    return Runtime.getRuntime().totalMemory() / 1048576.0;
  }
}
