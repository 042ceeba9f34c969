package io.github.gmnn.cli.training;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.GmnnTrainer;
import io.github.gmnn.Predictions;
import io.github.gmnn.baseline.LabelPropagation;
import io.github.gmnn.cli.run.ClassFigures;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.TrainingOutcome;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.evaluation.DecisionRule;
import io.github.gmnn.evaluation.Evaluation;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Splits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Trials of object classification. */
public final class ObjectTrials {
  private ObjectTrials() {}

  /** Fits and measures by the plan. */
  public static <K> Trial of(Dataset<K> data, TrainingPlan plan) {
    return of(data, plan, null);
  }

  /**
   * Fits and measures by the plan.
   *
   * @param rule what labels are decided by; null for the likeliest one
   */
  public static <K> Trial of(Dataset<K> data, TrainingPlan plan, DecisionRule rule) {
    return of((long seed) -> data, plan, rule);
  }

  /**
   * Fits and measures by the plan, with a share of each class's training labels held for
   * validation, drawn by the seed of the run.
   *
   * @param rule what labels are decided by; null for the likeliest one
   */
  public static <K> Trial holding(
      double share, Dataset<K> data, TrainingPlan plan, DecisionRule rule) {
    return of(
        (long seed) ->
            new Dataset<>(
                data.name(), Splits.holdValidation(data.graph(), share, seed), data.testLabels()),
        plan,
        rule);
  }

  private static <K> Trial of(
      LongFunction<Dataset<K>> ofSeed, TrainingPlan plan, DecisionRule rule) {
    if (plan.method() == TrainingMethod.LABEL_PROPAGATION) {
      return labelPropagation(ofSeed);
    }
    return gmnn(ofSeed, plan::builder, rule);
  }

  /**
   * Fits a model.
   *
   * @param data the data of each seed: splits may differ
   * @param settings all settings but seed and threads
   */
  public static <K> Trial gmnn(
      LongFunction<Dataset<K>> data, Supplier<GmnnTrainer.Builder> settings) {
    return gmnn(data, settings, null);
  }

  private static <K> Trial gmnn(
      LongFunction<Dataset<K>> data, Supplier<GmnnTrainer.Builder> settings, DecisionRule rule) {
    return (seed, threads, epochs) -> {
      Dataset<K> ofSeed = data.apply(seed);
      GmnnTrainer trainer = settings.get().seed(seed).threads(threads).listener(epochs).build();
      long start = System.nanoTime();
      GmnnModel<K> fitted = trainer.fit(ofSeed.graph());
      GmnnModel<K> model = rule == null ? fitted : fitted.deciding(rule);
      double seconds = secondsSince(start);
      return Run.of(
          seed,
          metrics(ofSeed, model.predictions()),
          seconds,
          model.history(),
          new TrainingOutcome<>(ofSeed, model.predictions(), model));
    };
  }

  /** Propagates labels, as validation tunes it: the baseline that sees no attributes. */
  public static <K> Trial labelPropagation(LongFunction<Dataset<K>> data) {
    return (seed, threads, epochs) -> {
      Dataset<K> ofSeed = data.apply(seed);
      long start = System.nanoTime();
      Predictions<K> predictions = LabelPropagation.tuned().threads(threads).fit(ofSeed.graph());
      double seconds = secondsSince(start);
      return Run.withoutEpochs(
          seed,
          metrics(ofSeed, predictions),
          seconds,
          new TrainingOutcome<>(ofSeed, predictions, null));
    };
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** The figures of a run; NaN where there are no labels to measure with. */
  public static <K> Map<String, Double> metrics(Dataset<K> data, Predictions<K> predictions) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    Evaluation test = evaluate(predictions, data.testLabels());
    metrics.put("accuracy", test == null ? Double.NaN : test.accuracy());
    metrics.put("macroF1", test == null ? Double.NaN : test.macroF1());
    metrics.put("balancedAccuracy", test == null ? Double.NaN : test.balancedAccuracy());
    metrics.put("rocAuc", test == null ? Double.NaN : test.rocAuc().orElse(Double.NaN));
    metrics.put(
        "averagePrecision", test == null ? Double.NaN : test.averagePrecision().orElse(Double.NaN));
    metrics.put("logLoss", test == null ? Double.NaN : test.logLoss());
    metrics.put("calibrationError", test == null ? Double.NaN : test.calibrationError());
    Evaluation validation = evaluate(predictions, data.graph().validationLabels());
    metrics.put("validationAccuracy", validation == null ? Double.NaN : validation.accuracy());
    metrics.putAll(ClassFigures.ofSets(test));
    return metrics;
  }

  private static <K> Evaluation evaluate(Predictions<K> predictions, Map<K, String> labels) {
    return labels.isEmpty() ? null : predictions.evaluate(labels);
  }
}
