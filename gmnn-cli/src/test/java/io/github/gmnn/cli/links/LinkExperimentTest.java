package io.github.gmnn.cli.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.gmnn.cli.links.LinkExperiment.LinkMethod;
import io.github.gmnn.cli.links.LinkExperiment.LinkPreset;
import io.github.gmnn.cli.run.Run;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.io.RatingsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinkExperimentTest {
  /** Users of one kind rate each other well and often in return, those of the other badly. */
  private static List<RatingsReader.Rating> ratings() {
    Random random = new Random(5);
    List<RatingsReader.Rating> ratings = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      int source = random.nextInt(300);
      int target = 2 * random.nextInt(150) + source % 2;
      int rating = 1 + random.nextInt(10);
      boolean good = source % 2 == 0;
      ratings.add(
          new RatingsReader.Rating("" + source, "" + target, good ? rating : -rating, 2 * i));
      if (good && random.nextInt(10) > 0) {
        ratings.add(new RatingsReader.Rating("" + target, "" + source, rating, 2 * i + 1));
      }
    }
    return ratings;
  }

  static Stream<Arguments> methods() {
    return Stream.of(LinkPreset.values())
        .flatMap(
            preset -> preset.methodsOfPaper().stream().map(method -> arguments(preset, method)));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyMethodIsMeasuredOnTestLinks(LinkPreset preset, LinkMethod method) {
    LinkExperiment experiment = new LinkExperiment(ratings(), preset, LineGraph.View.WHOLE_GRAPH);
    AtomicInteger epochs = new AtomicInteger();
    Run run =
        experiment.run(
            method,
            2,
            1,
            1,
            epoch -> {
              epochs.incrementAndGet();
              return true;
            });
    assertThat(run.metrics())
        .containsKeys("negativeF1", "accuracy", "validationMacroF1", "thresholdMacroF1");
    assertThat(run.metrics().get("macroF1")).isGreaterThan(0.8);
    assertThat(run.metrics().get("rocAuc")).isGreaterThan(0.8);
    assertThat(epochs).hasValue(experiment.epochs(method));
  }

  @Test
  void thePastAloneIsSeenWhereItIsAskedFor() {
    LinkExperiment past =
        new LinkExperiment(ratings(), LinkPreset.DEFAULT, LineGraph.View.PAST_ONLY);
    assertThat(past.lines().graph().featureNames()).allMatch(name -> name.contains("past "));
    assertThat(past.run(LinkMethod.TYPED_LABEL_PROPAGATION, 1, 1, 1, epoch -> true).metrics())
        .containsKey("macroF1");
    assertThat(
            LinkExperiment.ofModel(ratings(), past.lines().graph().featureNames())
                .lines()
                .graph()
                .isDirected())
        .isTrue();
  }

  @Test
  void ofFewRatingsAThirdIsForTrainingAndAThirdForValidation() {
    List<RatingsReader.Rating> few = ratings().subList(0, 90);
    LinkExperiment experiment =
        new LinkExperiment(few, LinkPreset.DEFAULT, LineGraph.View.WHOLE_GRAPH);
    Run run = experiment.run(LinkMethod.LABEL_PROPAGATION, 1, 1, 1, epoch -> true);
    int labelled = experiment.labels().size();
    assertThat(run.fitted().data().graph().trainingNodes()).hasSize(labelled / 3);
    assertThat(run.fitted().data().testLabels()).hasSize(labelled - 2 * (labelled / 3));
  }

  @Test
  void ratingsNearZeroAreLinksWithoutLabels() {
    LinkExperiment experiment =
        new LinkExperiment(
            List.of(
                new RatingsReader.Rating("a", "b", 3, 0),
                new RatingsReader.Rating("b", "a", -4, 1),
                new RatingsReader.Rating("a", "b", 10, 2),
                new RatingsReader.Rating("b", "c", -3, 3)),
            LinkPreset.PAPER,
            LineGraph.View.WHOLE_GRAPH);
    assertThat(experiment.lines().linkCount()).isEqualTo(4);
    assertThat(experiment.labels())
        .containsOnlyKeys(new LinkKey<>("b", "a"), new LinkKey<>("a", "b", 1))
        .containsEntry(new LinkKey<>("b", "a"), LinkExperiment.NEGATIVE);
  }
}
