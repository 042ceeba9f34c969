package io.github.gmnn.cli.training;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.LabelPropagation;
import io.github.gmnn.Predictions;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Trials of object classification. */
public final class ObjectTrials {
  private ObjectTrials() {}

  /**
   * Fits a model.
   *
   * @param data the data of each seed: splits may differ
   * @param settings all settings but seed and threads
   */
  public static Trial gmnn(LongFunction<Dataset> data, Supplier<GmnnTrainer.Builder> settings) {
    return (seed, threads) -> {
      Dataset ofSeed = data.apply(seed);
      GmnnTrainer trainer = settings.get().seed(seed).threads(threads).build();
      long start = System.nanoTime();
      GmnnModel model = trainer.fit(ofSeed.graph());
      double seconds = secondsSince(start);
      return Run.of(seed, metrics(ofSeed, model.predictions()), seconds, model.history());
    };
  }

  /** Propagates labels: the baseline that sees no attributes. */
  public static Trial labelPropagation(LongFunction<Dataset> data) {
    return (seed, threads) -> {
      Dataset ofSeed = data.apply(seed);
      long start = System.nanoTime();
      Predictions predictions = LabelPropagation.create().fit(ofSeed.graph());
      double seconds = secondsSince(start);
      return Run.withoutEpochs(seed, metrics(ofSeed, predictions), seconds);
    };
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static Map<String, Double> metrics(Dataset data, Predictions predictions) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("accuracy", accuracy(predictions, data.testLabels()));
    metrics.put("validationAccuracy", accuracy(predictions, validationLabels(data.graph())));
    return metrics;
  }

  private static double accuracy(Predictions predictions, Map<Object, String> labels) {
    return labels.isEmpty() ? Double.NaN : predictions.evaluate(labels).accuracy();
  }

  private static Map<Object, String> validationLabels(Graph graph) {
    Map<Object, String> labels = new LinkedHashMap<>();
    for (int node : graph.validationNodes()) {
      labels.put(graph.key(node), graph.classes().get(graph.label(node)));
    }
    return labels;
  }
}
