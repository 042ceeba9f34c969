package io.github.gmnn.cli.links;

import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.io.RatingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The settings of link classification: all methods on one ratings file. */
public final class LinkTrials {
  private LinkTrials() {}

  /**
   * Reads ratings and names the settings.
   *
   * @param data the ratings
   * @param preset whose settings
   * @param view what a link sees of the others, if features are computed
   * @param methods what is compared
   * @param seeds the seeds of the runs
   */
  public static List<Setting> settings(
      Path data,
      LinkExperiment.Preset preset,
      LineGraph.View view,
      List<LinkExperiment.Method> methods,
      List<Long> seeds)
      throws IOException {
    String dataset = data.toAbsolutePath().normalize().getFileName().toString();
    LinkExperiment experiment = new LinkExperiment(RatingsReader.read(data), preset, view);
    experiment.requireLabels(data);
    List<Setting> rows = new ArrayList<>();
    for (LinkExperiment.Method method : methods) {
      rows.add(
          new Setting(
              dataset,
              "link",
              method.label(),
              preset == LinkExperiment.Preset.DEFAULT && view == LineGraph.View.PAST_ONLY
                  ? preset + ", past only"
                  : preset.toString(),
              preset == LinkExperiment.Preset.PAPER
                  ? Published.figure("links", method.label(), dataset, "f1") // which is not said
                  : Map.of(),
              seeds,
              trial(experiment, method)));
    }
    return rows;
  }

  private static Trial trial(LinkExperiment experiment, LinkExperiment.Method method) {
    return (seed, threads, epochs) ->
        experiment.run(method, Seeds.splitOf(seed), seed, threads, epochs);
  }
}
