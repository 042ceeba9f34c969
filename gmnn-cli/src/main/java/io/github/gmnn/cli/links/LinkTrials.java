package io.github.gmnn.cli.links;

import io.github.gmnn.cli.run.Configuration;
import io.github.gmnn.cli.run.Published;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.io.RatingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The configurations of link classification: all methods on one ratings file. */
public final class LinkTrials {
  private LinkTrials() {}

  /**
   * Reads ratings and names the configurations.
   *
   * @param data the ratings
   * @param preset whose settings
   * @param view what a link sees of the others, if features are computed
   * @param methods what is compared
   * @param seeds the seeds of the runs
   */
  public static List<Configuration> configurations(
      Path data,
      LinkExperiment.LinkPreset preset,
      LineGraph.View view,
      List<LinkExperiment.LinkMethod> methods,
      List<Long> seeds)
      throws IOException {
    String dataset = data.toAbsolutePath().normalize().getFileName().toString();
    LinkExperiment experiment = new LinkExperiment(RatingsReader.read(data), preset, view);
    experiment.requireLabels(data);
    List<Configuration> rows = new ArrayList<>();
    for (LinkExperiment.LinkMethod method : methods) {
      rows.add(
          new Configuration(
              dataset,
              "link",
              method.label(),
              preset == LinkExperiment.LinkPreset.DEFAULT && view == LineGraph.View.PAST_ONLY
                  ? preset + ", past only"
                  : preset.toString(),
              preset == LinkExperiment.LinkPreset.PAPER
                  ? Published.figure("links", method.label(), dataset, "f1") // which is not said
                  : Map.of(),
              seeds,
              trial(experiment, method)));
    }
    return rows;
  }

  private static Trial trial(LinkExperiment experiment, LinkExperiment.LinkMethod method) {
    return (seed, threads, epochs) ->
        experiment.run(method, Seeds.splitOf(seed), seed, threads, epochs);
  }
}
