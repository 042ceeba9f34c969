package io.github.gmnn.cli.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.ClassWeighting;
import io.github.gmnn.cli.experiments.LinkExperiment.Method;
import io.github.gmnn.cli.experiments.LinkExperiment.Settings;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.graph.LinkKey;
import io.github.gmnn.io.Rating;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinkExperimentTest {
  private static final Settings SHORT =
      new Settings("short", 8, 0.05, 0, 30, 2, 10, ClassWeighting.UNIFORM);

  /** Users of one kind rate each other well, those of the other badly. */
  private static List<Rating> ratings() {
    Random random = new Random(5);
    List<Rating> ratings = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      int source = random.nextInt(300);
      int target = 2 * random.nextInt(150) + source % 2;
      int rating = 1 + random.nextInt(10);
      ratings.add(new Rating("" + source, "" + target, source % 2 == 0 ? rating : -rating, i));
    }
    return ratings;
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void everyMethodIsMeasuredOnTestLinks(Method method) {
    AtomicInteger epochs = new AtomicInteger();
    Run run =
        new LinkExperiment(ratings())
            .run(
                method,
                SHORT,
                2,
                1,
                1,
                epoch -> {
                  epochs.incrementAndGet();
                  return true;
                });
    assertThat(run.metrics().get("macroF1")).isGreaterThan(0.8);
    assertThat(run.metrics().get("rocAuc")).isGreaterThan(0.8);
    assertThat(epochs).hasValue(LinkExperiment.epochs(method, SHORT));
  }

  @Test
  void ratingsNearZeroAreLinksWithoutLabels() {
    LinkExperiment experiment =
        new LinkExperiment(
            List.of(
                new Rating("a", "b", 3, 0),
                new Rating("b", "a", -4, 1),
                new Rating("a", "b", 10, 2),
                new Rating("b", "c", -3, 3)));
    assertThat(experiment.lines().linkCount()).isEqualTo(4);
    assertThat(experiment.labels())
        .containsOnlyKeys(new LinkKey<>("b", "a"), new LinkKey<>("a", "b", 1))
        .containsEntry(new LinkKey<>("b", "a"), LinkExperiment.NEGATIVE);
  }
}
