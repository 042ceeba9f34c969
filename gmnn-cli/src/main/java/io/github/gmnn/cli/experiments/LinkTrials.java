package io.github.gmnn.cli.experiments;

import io.github.gmnn.cli.run.Run;
import io.github.gmnn.cli.run.Seeds;
import io.github.gmnn.cli.run.Setting;
import io.github.gmnn.cli.run.Trial;
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
              published(method, dataset),
              seeds,
              trial(experiment, method, settings)));
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

  private static Trial trial(
      LinkExperiment experiment, LinkExperiment.Method method, LinkExperiment.Settings settings) {
    return new Trial() {
      @Override
      public Run run(long seed, int threads, GmnnListener epochs) {
        return experiment.run(method, settings, Seeds.splitOf(seed), seed, threads, epochs);
      }

      @Override
      public int epochs() {
        return LinkExperiment.epochs(method, settings);
      }
    };
  }
}
