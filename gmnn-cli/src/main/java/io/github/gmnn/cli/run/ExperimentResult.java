package io.github.gmnn.cli.run;

import io.github.gmnn.kernel.KernelProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The finished runs of a configuration.
 *
 * @param configuration the configuration
 * @param runs its runs in the order of their seeds; fewer than seeds if interrupted
 * @param trainSeconds the time that all runs took together, by the clock
 * @param threads how many threads they could use
 */
public record ExperimentResult(
    Configuration configuration, List<Run> runs, double trainSeconds, int threads) {
  public ExperimentResult {
    runs = List.copyOf(runs);
  }

  /** What the first run left behind; empty if it was interrupted while later ones were not. */
  public Optional<TrainingOutcome<?>> fitted() {
    return runs.stream().findFirst().map(Run::fitted);
  }

  /** The names of the metrics, in their order. */
  public List<String> metrics() {
    return runs.isEmpty() ? List.of() : List.copyOf(runs.get(0).metrics().keySet());
  }

  public double mean(String metric) {
    return Statistics.mean(Arrays.stream(values(metric)));
  }

  public double std(String metric) {
    return Statistics.std(values(metric));
  }

  private double[] values(String metric) {
    return runs.stream().mapToDouble(run -> run.metrics().get(metric)).toArray();
  }

  /** The entry of this result in the JSON. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dataset", configuration.dataset());
    json.put("task", configuration.task());
    json.put("setting", configuration.name());
    json.put("preset", configuration.preset());
    if (!configuration.options().isEmpty()) {
      json.put("options", configuration.options());
    }
    List<Object> runEntries = new ArrayList<>();
    for (Run run : runs) {
      Map<String, Object> entry = new LinkedHashMap<>();
      if (!run.split().isEmpty()) {
        entry.put("split", run.split());
      }
      entry.put("seed", run.seed());
      run.metrics().forEach((name, value) -> entry.put(name, orNull(value)));
      if (!run.chosen().isEmpty()) {
        entry.put("chosen", run.chosen());
      }
      entry.put("trainSeconds", run.trainSeconds());
      runEntries.add(entry);
    }
    json.put("runs", runEntries);
    json.put("mean", ofMetrics(this::mean));
    json.put("std", ofMetrics(this::std));
    fitted().map(ExperimentResult::byClass).ifPresent(of -> json.put("classes", of));
    json.put("published", configuration.published());
    json.put("trainSeconds", trainSeconds);
    json.put("msPerEpochQ", orNull(median(Run::msPerEpochQ)));
    json.put("msPerEpochP", orNull(median(Run::msPerEpochP)));
    json.put("threads", threads);
    json.put("kernel", KernelProvider.name());
    return json;
  }

  /** The classes of the first run on the test labels; none without them. */
  private static <K> Map<String, Map<String, Number>> byClass(TrainingOutcome<K> fitted) {
    return ClassFigures.byClass(fitted.predictions(), fitted.data().testLabels());
  }

  private Map<String, Object> ofMetrics(ToDoubleFunction<String> figure) {
    Map<String, Object> figures = new LinkedHashMap<>();
    metrics().forEach(name -> figures.put(name, orNull(figure.applyAsDouble(name))));
    return figures;
  }

  private double median(ToDoubleFunction<Run> figure) {
    return Statistics.median(runs.stream().mapToDouble(figure));
  }

  /** JSON has no NaN. */
  private static Double orNull(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** The names of all published metrics. */
  public static Set<String> publishedMetrics(List<ExperimentResult> results) {
    Set<String> names = new TreeSet<>();
    results.forEach(result -> names.addAll(result.configuration().published().keySet()));
    return names;
  }
}
