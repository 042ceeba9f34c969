package io.github.gmnn.examples.cli;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.LabelPropagation;
import io.github.gmnn.Predictions;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Trials of object classification. */
final class ObjectTrials {
  private ObjectTrials() {}

  /**
   * Fits a model.
   *
   * @param data the data of each seed: splits may differ
   * @param settings all settings but seed and threads
   */
  static <K> Trial gmnn(LongFunction<Dataset<K>> data, Supplier<GmnnTrainer.Builder> settings) {
    return (seed, threads) -> {
      Dataset<K> ofSeed = data.apply(seed);
      GmnnTrainer trainer = settings.get().seed(seed).threads(threads).build();
      long start = System.nanoTime();
      GmnnModel<K> model = trainer.fit(ofSeed.graph());
      double seconds = secondsSince(start);
      return Run.of(seed, metrics(ofSeed, model.predictions()), seconds, model.history());
    };
  }

  /** Propagates labels: the baseline that sees no attributes. */
  static <K> Trial labelPropagation(LongFunction<Dataset<K>> data) {
    return (seed, threads) -> {
      Dataset<K> ofSeed = data.apply(seed);
      long start = System.nanoTime();
      Predictions<K> predictions = LabelPropagation.create().fit(ofSeed.graph());
      double seconds = secondsSince(start);
      return Run.withoutEpochs(seed, metrics(ofSeed, predictions), seconds);
    };
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static <K> Map<String, Double> metrics(Dataset<K> data, Predictions<K> predictions) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("accuracy", accuracy(predictions, data.testLabels()));
    metrics.put("validationAccuracy", accuracy(predictions, validationLabels(data.graph())));
    return metrics;
  }

  private static <K> double accuracy(Predictions<K> predictions, Map<K, String> labels) {
    return labels.isEmpty() ? Double.NaN : predictions.evaluate(labels).accuracy();
  }

  private static <K> Map<K, String> validationLabels(Graph<K> graph) {
    Map<K, String> labels = new LinkedHashMap<>();
    for (int node : graph.validationNodes()) {
      labels.put(graph.key(node), graph.classes().get(graph.label(node)));
    }
    return labels;
  }
}
