package io.github.gmnn.cli.run;

import java.util.List;
import java.util.Map;

/**
 * A row of a table: what is trained on which data with which seeds, and what was published for it.
 *
 * @param dataset the name of the data
 * @param task {@code object}, {@code link} or {@code embedding}
 * @param name what tells it from the other rows
 * @param preset the name of the settings that it starts from
 * @param published published figures by the name of the metric; empty where none is known
 * @param seeds the seeds of its runs
 * @param trial one run of it
 */
public record Setting(
    String dataset,
    String task,
    String name,
    String preset,
    Map<String, Double> published,
    List<Long> seeds,
    Trial trial) {}
