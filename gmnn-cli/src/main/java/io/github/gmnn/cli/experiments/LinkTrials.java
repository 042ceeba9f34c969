package io.github.gmnn.cli.experiments;

import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.run.Trial;
import io.github.gmnn.graph.LinkView;
import io.github.gmnn.io.RatingsReader;
import io.github.gmnn.training.GmnnListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The settings of link classification: all methods on one ratings file. */
public final class LinkTrials {
  /** Published F1, without saying which: without attributes in p and with. */
  private static final Map<String, Double> GMNN =
      Map.of("bitcoin_alpha", 0.6559, "bitcoin_otc", 0.6662);

  private static final Map<String, Double> GMNN_ATTRIBUTES =
      Map.of("bitcoin_alpha", 0.6586, "bitcoin_otc", 0.6683);

  private LinkTrials() {}

  /**
   * Reads ratings and names the settings.
   *
   * @param data the ratings
   * @param preset whose settings
   * @param view what a link sees of the others, if features are computed
   * @param seeds the seeds of the runs
   */
  public static List<Setting> settings(
      Path data, LinkExperiment.Preset preset, LinkView view, List<Long> seeds) throws IOException {
    String dataset = data.toAbsolutePath().normalize().getFileName().toString();
    LinkExperiment experiment = new LinkExperiment(RatingsReader.read(data), preset, view);
    List<Setting> rows = new ArrayList<>();
    for (LinkExperiment.Method method : preset.methods()) {
      rows.add(
          new Setting(
              dataset,
              "link",
              method.label(),
              preset == LinkExperiment.Preset.DEFAULT && view == LinkView.PAST_ONLY
                  ? preset + ", past only"
                  : preset.toString(),
              published(method, dataset),
              seeds,
              trial(experiment, method)));
    }
    return rows;
  }

  private static Map<String, Double> published(LinkExperiment.Method method, String dataset) {
    Double f1 =
        switch (method) {
          case GMNN -> GMNN.get(dataset);
          case GMNN_WITH_ATTRIBUTES -> GMNN_ATTRIBUTES.get(dataset);
          default -> null;
        };
    return f1 == null ? Map.of() : Map.of("f1", f1);
  }

  private static Trial trial(LinkExperiment experiment, LinkExperiment.Method method) {
    return new Trial() {
      @Override
      public Run run(long seed, int threads, GmnnListener epochs) {
        return experiment.run(method, Seeds.splitOf(seed), seed, threads, epochs);
      }

      @Override
      public int epochs() {
        return experiment.epochs(method);
      }
    };
  }
}
