package io.github.gmnn.examples;

import io.github.gmnn.EpochReport;
import io.github.gmnn.GmnnListener;
import io.github.gmnn.Phase;
import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.embedding.SoftmaxMode;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.nd4j.linalg.learning.config.Adam;

/**
 * The paper's unsupervised representation learning (section 5.4): embeds the nodes of a graph
 * without labels, then measures by linear classifiers on the frozen embeddings.
 */
public final class EmbeddingExperiment {
  /**
   * How embeddings are learned and measured.
   *
   * @param name the name in tables and JSON
   * @param dimensions length of the vectors
   * @param learningRate Adam's learning rate
   * @param pretrainEpochs epochs of q before EM
   * @param emIterations how often M-step and E-step alternate; 0 for q alone
   * @param epochsPerStep epochs of p in an M-step, and of q in an E-step
   * @param approximation how q annotates nodes for p
   * @param depth within how many steps nodes are predicted
   * @param maxTargets how many nodes a node predicts at most
   * @param softmax how the softmax over all nodes is computed
   * @param negatives how many other nodes a sampled softmax looks at
   * @param probes how many classifiers measure an embedding
   */
  public record Settings(
      String name,
      int dimensions,
      double learningRate,
      int pretrainEpochs,
      int emIterations,
      int epochsPerStep,
      ApproximationStrategy approximation,
      int depth,
      int maxTargets,
      SoftmaxMode softmax,
      int negatives,
      int probes) {
    /**
     * The released code's for Cora, but for half of its dimensions: training takes half the time,
     * and validation accuracy is as good.
     */
    public static final Settings CORA =
        new Settings(
            "cora",
            256,
            0.1,
            200,
            2,
            100,
            Approximations.annealing(0.1),
            3,
            1_000,
            SoftmaxMode.AUTOMATIC,
            512,
            50);

    /** The same with the released code's strategy for Citeseer. */
    public static final Settings CITESEER =
        CORA.named("citeseer").withApproximation(Approximations.meanPooling(0.1));

    /**
     * Ours for tens of thousands of nodes and the exact softmax, where an epoch takes half a
     * minute: fewer epochs.
     */
    public static final Settings MIDDLE = CORA.named("middle").withEpochs(30, 1, 15);

    /** Ours for large graphs: the sampled softmax. */
    public static final Settings LARGE =
        new Settings(
            "large",
            128,
            0.01,
            30,
            1,
            10,
            Approximations.annealing(0.1),
            2,
            30,
            SoftmaxMode.SAMPLED,
            256,
            10);

    /** Returns the settings for a data set of that name or size. */
    public static Settings of(Dataset data) {
      if (data.name().equals("citeseer")) {
        return CITESEER;
      }
      int nodes = data.graph().nodeCount();
      return nodes <= 10_000 ? CORA : nodes <= SoftmaxMode.EXACT_UP_TO ? MIDDLE : LARGE;
    }

    /** Returns these settings under another name. */
    public Settings named(String newName) {
      return new Settings(
          newName,
          dimensions,
          learningRate,
          pretrainEpochs,
          emIterations,
          epochsPerStep,
          approximation,
          depth,
          maxTargets,
          softmax,
          negatives,
          probes);
    }

    /** Returns these settings with another strategy. */
    public Settings withApproximation(ApproximationStrategy strategy) {
      return new Settings(
          name,
          dimensions,
          learningRate,
          pretrainEpochs,
          emIterations,
          epochsPerStep,
          strategy,
          depth,
          maxTargets,
          softmax,
          negatives,
          probes);
    }

    /** Returns these settings with vectors of another length. */
    public Settings withDimensions(int count) {
      return new Settings(
          name,
          count,
          learningRate,
          pretrainEpochs,
          emIterations,
          epochsPerStep,
          approximation,
          depth,
          maxTargets,
          softmax,
          negatives,
          probes);
    }

    /** Returns these settings with another number of epochs; q alone with 0 iterations. */
    public Settings withEpochs(int pretrain, int iterations, int perStep) {
      return new Settings(
          name,
          dimensions,
          learningRate,
          pretrain,
          iterations,
          perStep,
          approximation,
          depth,
          maxTargets,
          softmax,
          negatives,
          probes);
    }

    /** Returns these settings for q alone: as long pre-training, no EM. */
    public Settings withoutEm() {
      return withEpochs(pretrainEpochs, 0, epochsPerStep).named(name + ", q alone");
    }
  }

  /**
   * What one fit gave.
   *
   * @param seed seed of the fit
   * @param probeAccuracy mean test accuracy of the classifiers
   * @param probeDeviation its standard deviation over the classifiers
   * @param validationAccuracy mean validation accuracy of the classifiers
   * @param qAloneProbeAccuracy the same test accuracy before EM
   * @param trainSeconds time of the fit
   * @param msPerEpochQ median time of a training step of q
   * @param msPerEpochP median time of a training step of p; NaN without p
   * @param peakMegabytes the most memory this process was ever resident with
   */
  public record Run(
      long seed,
      double probeAccuracy,
      double probeDeviation,
      double validationAccuracy,
      double qAloneProbeAccuracy,
      double trainSeconds,
      double msPerEpochQ,
      double msPerEpochP,
      double peakMegabytes) {}

  /**
   * What all fits gave.
   *
   * @param settings the settings
   * @param runs a run per seed
   * @param embeddings the embeddings of the first seed
   */
  public record Result(Settings settings, List<Run> runs, NodeEmbeddings embeddings) {
    /** Returns the mean of a figure over all runs. */
    public double mean(ToDoubleFunction<Run> figure) {
      return runs.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    /** Returns the standard deviation of a figure over all runs; 0 for a single one. */
    public double std(ToDoubleFunction<Run> figure) {
      double mean = mean(figure);
      double squares =
          runs.stream().mapToDouble(run -> Math.pow(figure.applyAsDouble(run) - mean, 2)).sum();
      return Math.sqrt(squares / Math.max(1, runs.size() - 1));
    }
  }

  private final Dataset data;

  /** Takes the data; its labels are used by the classifiers alone. */
  public EmbeddingExperiment(Dataset data) {
    this.data = data;
  }

  /**
   * Fits and measures once for each of the seeds from {@code firstSeed}.
   *
   * @param settings the settings
   * @param runs how many
   * @param firstSeed the seed of the first run
   * @param threads threads of a fit at most
   * @param epochs told of every epoch; may end a fit
   * @param progress told of every run
   * @return the runs
   */
  public Result run(
      Settings settings,
      int runs,
      long firstSeed,
      int threads,
      GmnnListener epochs,
      Consumer<Run> progress) {
    List<Run> done = new ArrayList<>();
    NodeEmbeddings first = null;
    for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
      List<EpochReport> reports = new ArrayList<>();
      long start = System.nanoTime();
      AtomicReference<NodeEmbeddings> ofQAlone = new AtomicReference<>();
      NodeEmbeddings embeddings =
          embedder(settings, seed, threads)
              .listener(reports::add)
              .listener(epochs)
              .beforeEm(ofQAlone::set)
              .fit(data.graph());
      double seconds = (System.nanoTime() - start) / 1e9;
      Run run = measure(embeddings, ofQAlone.get(), settings, seed, seconds, reports);
      done.add(run);
      progress.accept(run);
      first = first == null ? embeddings : first;
    }
    return new Result(settings, List.copyOf(done), first);
  }

  private static GmnnEmbedder.Builder embedder(Settings settings, long seed, int threads) {
    return GmnnEmbedder.builder()
        .dimensions(settings.dimensions())
        .updater(new Adam(settings.learningRate()))
        .pretrainEpochs(settings.pretrainEpochs())
        .emIterations(settings.emIterations())
        .learningEpochs(settings.epochsPerStep())
        .inferenceEpochs(settings.epochsPerStep())
        .approximation(settings.approximation())
        .depth(settings.depth())
        .maxTargets(settings.maxTargets())
        .softmax(settings.softmax())
        .negatives(settings.negatives())
        .featureScaling(FeatureScaling.BINARY_ROW)
        .threads(threads)
        .seed(seed);
  }

  private Run measure(
      NodeEmbeddings embeddings,
      NodeEmbeddings ofQAlone,
      Settings settings,
      long seed,
      double seconds,
      List<EpochReport> reports) {
    LinearProbe.Result probe = probe(settings, seed).evaluate(embeddings, data);
    double qAlone =
        ofQAlone == null
            ? probe.accuracy()
            : probe(settings, seed).evaluate(ofQAlone, data).accuracy();
    return new Run(
        seed,
        probe.accuracy(),
        probe.deviation(),
        probe.validationAccuracy(),
        qAlone,
        seconds,
        medianMillis(reports.stream().filter(r -> r.phase() != Phase.M_STEP).toList()),
        medianMillis(reports.stream().filter(r -> r.phase() == Phase.M_STEP).toList()),
        peakMegabytes());
  }

  private static LinearProbe probe(Settings settings, long seed) {
    LinearProbe protocol = new LinearProbe();
    return new LinearProbe(
        protocol.dropout(), protocol.learningRate(), protocol.epochs(), settings.probes(), seed);
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
