package io.github.gmnn.examples.cli;

import io.github.gmnn.sparse.KernelProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The finished runs of a setting.
 *
 * @param setting the setting
 * @param runs its runs in the order of their seeds; fewer than seeds if interrupted
 * @param trainSeconds the time that all runs took together, by the clock
 * @param threads how many threads they could use
 */
record Result(Setting setting, List<Run> runs, double trainSeconds, int threads) {
  Result {
    runs = List.copyOf(runs);
  }

  /** The names of the metrics, in their order. */
  List<String> metrics() {
    return runs.isEmpty() ? List.of() : List.copyOf(runs.get(0).metrics().keySet());
  }

  double mean(String metric) {
    return Arrays.stream(values(metric)).average().orElse(Double.NaN);
  }

  /** The standard deviation of the sample (n - 1); 0 for a single run. */
  double std(String metric) {
    double[] values = values(metric);
    double mean = mean(metric);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  }

  private double[] values(String metric) {
    return runs.stream().mapToDouble(run -> run.metrics().get(metric)).toArray();
  }

  /** The entry of this result in the JSON. */
  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dataset", setting.dataset());
    json.put("task", setting.task());
    json.put("setting", setting.name());
    json.put("preset", setting.preset());
    List<Object> runEntries = new ArrayList<>();
    for (Run run : runs) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("seed", run.seed());
      run.metrics().forEach((name, value) -> entry.put(name, orNull(value)));
      entry.put("trainSeconds", run.trainSeconds());
      runEntries.add(entry);
    }
    json.put("runs", runEntries);
    json.put("mean", ofMetrics(this::mean));
    json.put("std", ofMetrics(this::std));
    json.put("published", setting.published());
    json.put("trainSeconds", trainSeconds);
    json.put("msPerEpochQ", medianStep(Run::stepsOfQ));
    json.put("msPerEpochP", medianStep(Run::stepsOfP));
    json.put("threads", threads);
    json.put("kernel", KernelProvider.name());
    return json;
  }

  private Map<String, Object> ofMetrics(ToDoubleFunction<String> figure) {
    Map<String, Object> figures = new LinkedHashMap<>();
    metrics().forEach(name -> figures.put(name, orNull(figure.applyAsDouble(name))));
    return figures;
  }

  private Double medianStep(Function<Run, double[]> steps) {
    double[] sorted = runs.stream().flatMapToDouble(r -> Arrays.stream(steps.apply(r))).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return null;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** JSON has no NaN. */
  private static Double orNull(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** The names of all settings' published metrics. */
  static Set<String> publishedMetrics(List<Result> results) {
    Set<String> names = new TreeSet<>();
    results.forEach(result -> names.addAll(result.setting().published().keySet()));
    return names;
  }
}
