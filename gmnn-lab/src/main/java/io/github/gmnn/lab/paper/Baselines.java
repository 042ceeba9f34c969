package io.github.gmnn.lab.paper;

import io.github.gmnn.Predictions;
import io.github.gmnn.baseline.embedding.DeepGraphInfomax;
import io.github.gmnn.baseline.embedding.DeepWalk;
import io.github.gmnn.baseline.embedding.Planetoid;
import io.github.gmnn.baseline.relational.RelationalClassifier;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.cli.training.ObjectTrials;
import io.github.gmnn.embedding.LinearProbe;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.GmnnListener;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Trials of the methods that the paper compares GMNN with. */
final class Baselines {
  private static final int PROBES = 50;

  private Baselines() {}

  /** Statistical relational learning; nothing in it is random. */
  static Trial relational(Dataset<String> data, Supplier<RelationalClassifier.Builder> method) {
    return labels(
        data,
        (seed, threads, epochs) ->
            method
                .get()
                .featureScaling(FeatureScaling.BINARY_ROW)
                .threads(threads)
                .fit(data.graph())
                .predictions());
  }

  /** Planetoid-T. */
  static Trial planetoid(Dataset<String> data) {
    return labels(
        data,
        (seed, threads, epochs) ->
            Planetoid.builder()
                .seed(seed)
                .threads(threads)
                .listener(epochs)
                .fit(data.graph())
                .predictions());
  }

  @FunctionalInterface
  private interface Classifier {
    Predictions<String> fit(long seed, int threads, GmnnListener epochs);
  }

  private static Trial labels(Dataset<String> data, Classifier classifier) {
    return (seed, threads, epochs) -> {
      long start = System.nanoTime();
      Predictions<String> predictions = classifier.fit(seed, threads, epochs);
      return Run.withoutEpochs(
          seed,
          ObjectTrials.metrics(data, predictions),
          secondsSince(start),
          new TrainingOutcome<>(data, predictions, null));
    };
  }

  /** Random walks, measured as GMNN's embeddings are. */
  static Trial deepWalk(Dataset<String> data) {
    return embeddings(
        data,
        new LinearProbe(),
        (graph, seed, threads, epochs) ->
            DeepWalk.builder().seed(seed).threads(threads).fit(graph));
  }

  /** Deep Graph Infomax, measured as its own paper does: no dropout, and a higher rate. */
  static Trial infomax(Dataset<String> data) {
    return embeddings(
        data,
        new LinearProbe(0, 0.01, 100, PROBES, 1),
        (graph, seed, threads, epochs) ->
            DeepGraphInfomax.builder()
                .featureScaling(FeatureScaling.BINARY_ROW)
                .seed(seed)
                .threads(threads)
                .listener(epochs)
                .fit(graph));
  }

  @FunctionalInterface
  private interface Embedder {
    NodeEmbeddings<String> fit(Graph<String> graph, long seed, int threads, GmnnListener epochs);
  }

  private static Trial embeddings(Dataset<String> data, LinearProbe protocol, Embedder embedder) {
    return (seed, threads, epochs) -> {
      long start = System.nanoTime();
      NodeEmbeddings<String> embeddings = embedder.fit(data.graph(), seed, threads, epochs);
      double seconds = secondsSince(start);
      LinearProbe.Result probe =
          new LinearProbe(
                  protocol.dropout(),
                  protocol.learningRate(),
                  protocol.epochs(),
                  protocol.repeats(),
                  seed)
              .evaluate(embeddings, data);
      Map<String, Double> metrics = new LinkedHashMap<>();
      metrics.put("probeAccuracy", probe.accuracy());
      metrics.put("validationAccuracy", probe.validationAccuracy().orElse(Double.NaN));
      return Run.withoutEpochs(seed, metrics, seconds, null);
    };
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
