package io.github.gmnn.cli.experiments;

import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.io.RatingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The settings of link classification: all methods on one ratings file. */
public final class LinkTrials {
  private LinkTrials() {}

  public static List<Setting> settings(
      Path data, LinkExperiment.Settings settings, List<Long> seeds) throws IOException {
    String dataset = data.toAbsolutePath().normalize().getFileName().toString();
    LinkExperiment experiment = new LinkExperiment(RatingsReader.read(data));
    List<Setting> rows = new ArrayList<>();
    for (LinkExperiment.Method method : LinkExperiment.Method.values()) {
      rows.add(
          new Setting(
              dataset,
              "link",
              method.label(),
              settings.name(),
              Published.figure(
                  "links", method.label(), dataset, "f1"), // of which class is not said
              seeds,
              trial(experiment, method, settings)));
    }
    return rows;
  }

  private static Trial trial(
      LinkExperiment experiment, LinkExperiment.Method method, LinkExperiment.Settings settings) {
    return (seed, threads, epochs) ->
        experiment.run(method, settings, Seeds.splitOf(seed), seed, threads, epochs);
  }
}
