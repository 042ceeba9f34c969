package io.github.gmnn.cli.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of a table: what is trained on which data with which seeds, and what was published for it.
 *
 * @param dataset the name of the data
 * @param task {@code object}, {@code link} or {@code embedding}
 * @param name what tells it from the other rows
 * @param preset the name of the settings that it starts from
 * @param options what replaces settings of the preset, by the name of the option
 * @param published published figures by the name of the metric; empty where none is known
 * @param seeds the seeds of its runs, on each split
 * @param trials one run of it on each split, by the split's name; of the empty name where there is
 *     one split alone
 */
public record Configuration(
    String dataset,
    String task,
    String name,
    String preset,
    Map<String, Object> options,
    Map<String, Double> published,
    List<Long> seeds,
    Map<String, Trial> trials) {
  public Configuration {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    trials = Collections.unmodifiableMap(new LinkedHashMap<>(trials));
  }

  /** One with the settings of its preset, on one split. */
  public Configuration(
      String dataset,
      String task,
      String name,
      String preset,
      Map<String, Double> published,
      List<Long> seeds,
      Trial trial) {
    this(dataset, task, name, preset, Map.of(), published, seeds, Map.of("", trial));
  }

  /** The same with other seeds. */
  public Configuration withSeeds(List<Long> others) {
    return new Configuration(dataset, task, name, preset, options, published, others, trials);
  }

  /** The same with the first seeds alone. */
  public Configuration withRuns(int count) {
    return withSeeds(seeds.subList(0, count));
  }

  /** How many runs it has. */
  public int runs() {
    return seeds.size() * trials.size();
  }
}
