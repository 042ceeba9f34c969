package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.link.LineGraph;
import io.github.gmnn.graph.link.LinkKey;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.training.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.learning.config.Adam;

class LinkClassificationTest {
  private static final int HUB = -1;

  /** Two circles of people, whose links mostly stay inside and are of their circle's kind. */
  private static LineGraph.Builder<Integer> circles(
      int people, int links, Map<LinkKey<Integer>, String> truth) {
    Random random = new Random(3);
    LineGraph.Builder<Integer> builder = LineGraph.builder();
    for (int i = 0; i < links; i++) {
      int source = random.nextInt(people);
      boolean inside = random.nextInt(10) > 0;
      int target = 2 * random.nextInt(people / 2) + (inside ? source % 2 : 1 - source % 2);
      LinkKey<Integer> key = new LinkKey<>(source, target);
      if (truth.putIfAbsent(key, source % 2 == 0 ? "work" : "family") == null) {
        builder.addLink(source, target);
      }
    }
    return builder;
  }

  @Test
  void aModelPredictsLinksByTheirEnds() {
    Map<LinkKey<Integer>, String> truth = new HashMap<>();
    LineGraph.Builder<Integer> builder = circles(200, 600, truth);
    List<LinkKey<Integer>> known = new ArrayList<>();
    truth.forEach(
        (key, label) -> {
          if (key.hashCode() % 10 == 0) {
            builder.label(key, label);
            known.add(key);
          }
        });
    GmnnModel<LinkKey<Integer>> model =
        Gmnn.paper().updater(new Adam(0.01)).dropout(0).l2(0).fit(builder.build().graph());
    known.forEach(truth::remove);
    assertThat(model.evaluate(truth).accuracy()).isGreaterThan(0.85);
    LinkKey<Integer> unknown = truth.keySet().iterator().next();
    assertThat(model.predict(unknown).key()).isEqualTo(unknown);
  }

  @Test
  void theImplicitAndTheExplicitLineGraphGiveTheSameModel() {
    Map<LinkKey<Integer>, String> truth = new HashMap<>();
    LineGraph.Builder<Integer> builder = circles(20, 150, truth);
    truth.forEach(builder::label);
    LineGraph<Integer> lines = builder.build();
    GmnnTrainer trainer =
        Gmnn.paper().dropout(0).pretrainEpochs(10).emIterations(0).seed(5).build();
    GmnnModel<LinkKey<Integer>> implicit = trainer.fit(lines.graph());
    GmnnModel<LinkKey<Integer>> explicit = trainer.fit(lines.explicitGraph());
    for (LinkKey<Integer> key : truth.keySet()) {
      assertThat(implicit.predict(key).probability("work"))
          .isCloseTo(
              explicit.predict(key).probability("work"), org.assertj.core.data.Offset.offset(1e-3));
    }
  }

  @Test
  void aModelKnowsNodesAgainWhateverTheOrderOfLinks() {
    Map<LinkKey<Integer>, String> truth = new HashMap<>();
    LineGraph.Builder<Integer> builder = circles(200, 800, truth);
    truth.forEach(builder::label);
    GmnnModel<LinkKey<Integer>> model =
        Gmnn.paper().updater(new Adam(0.01)).dropout(0).l2(0).fit(builder.build().graph());
    List<LinkKey<Integer>> shuffled = new ArrayList<>(truth.keySet());
    java.util.Collections.shuffle(shuffled, new Random(1));
    LineGraph.Builder<Integer> other = LineGraph.builder();
    shuffled.forEach(link -> other.addLink(link.source(), link.target()));
    Predictions<LinkKey<Integer>> predictions = model.predict(other.build().graph());
    assertThat(predictions.unseenFeatures()).isEmpty();
    for (LinkKey<Integer> link : shuffled) {
      assertThat(predictions.of(link).probability("work"))
          .isCloseTo(
              model.predict(link).probability("work"), org.assertj.core.data.Offset.offset(1e-3));
    }
    other.addLink(shuffled.get(0).source(), 1_000); // nobody has heard of 1000 before
    Predictions<LinkKey<Integer>> withStranger = model.predict(other.build().graph());
    assertThat(withStranger.unseenFeatures()).containsExactly("node 1000");
    assertThat(withStranger.of(new LinkKey<>(shuffled.get(0).source(), 1_000)).label())
        .isEqualTo(truth.get(shuffled.get(0)));
  }

  /**
   * In a star every link neighbours every other, 5 billion pairs of them, so that a graph
   * convolution gives all links one distribution; what tells them apart is q's linear layer, which
   * sees their attributes.
   */
  @Test
  void aStarOfAHundredThousandLeavesIsClassifiedWithoutWritingItOut() {
    int leaves = 100_000;
    Random random = new Random(7);
    LineGraph.Builder<Integer> builder = LineGraph.builder();
    Map<LinkKey<Integer>, String> truth = new HashMap<>();
    List<LinkKey<Integer>> validation = new ArrayList<>();
    for (int leaf = 0; leaf < leaves; leaf++) {
      LinkKey<Integer> key = new LinkKey<>(HUB, leaf);
      boolean large = random.nextBoolean();
      builder.addLink(HUB, leaf).attributes(key, (large ? 1 : -1) + random.nextGaussian() / 3);
      String label = large ? "large" : "small";
      if (leaf < 1000) {
        builder.label(key, label);
        if (leaf % 2 == 0) {
          validation.add(key);
        }
      } else {
        truth.put(key, label);
      }
    }
    Graph<LinkKey<Integer>> graph = builder.validation(validation).build().graph();
    GmnnModel<LinkKey<Integer>> model =
        Gmnn.paper()
            .inferenceLayers(LinearLayer.builder().build())
            .featureScaling(FeatureScaling.NONE)
            .dropout(0)
            .pretrainEpochs(20)
            .learningEpochs(20)
            .inferenceEpochs(5)
            .fit(graph);
    assertThat(model.evaluate(truth).accuracy()).isGreaterThan(0.95);
    assertThat(graph.edgeCount()).isEqualTo(4_999_950_000L);
  }

  /** Link i is made in hour i; those from even nodes are returned at once. */
  private static Graph<LinkKey<Integer>> inTime(LineGraph.View view, int hours, boolean labelled) {
    Random random = new Random(7);
    LineGraph.Builder<Integer> builder = LineGraph.<Integer>builder().features(view);
    Map<LinkKey<Integer>, String> labels = new LinkedHashMap<>();
    for (int hour = 0; hour < hours; hour++) {
      int source = random.nextInt(30);
      int target = random.nextInt(30);
      LinkKey<Integer> key = new LinkKey<>(source, target);
      if (!builder.contains(key) && hour < 40) {
        labels.put(key, source % 2 == 0 ? "even" : "odd");
      }
      builder.addLink(source, target, Instant.ofEpochSecond(3600L * hour));
      if (source % 2 == 0) {
        builder.addLink(target, source, Instant.ofEpochSecond(3600L * hour + 60));
      }
    }
    Graph<LinkKey<Integer>> graph = builder.build().graph();
    List<LinkKey<Integer>> half = labels.keySet().stream().limit(labels.size() / 2).toList();
    return labelled ? graph.withLabels(labels, half) : graph;
  }

  private static GmnnModel<LinkKey<Integer>> shortFit(LineGraph.View view) {
    return Gmnn.links()
        .pretrainEpochs(20)
        .emIterations(1)
        .learningEpochs(5)
        .inferenceEpochs(5)
        .predictor(Predictor.PRODUCT)
        .fit(inTime(view, 100, true));
  }

  @Test
  void laterLinksChangeNoAnswerThatSawThePastAlone() {
    GmnnModel<LinkKey<Integer>> model = shortFit(LineGraph.View.PAST_ONLY);
    Predictions<LinkKey<Integer>> then =
        model.predict(inTime(LineGraph.View.PAST_ONLY, 100, false));
    Predictions<LinkKey<Integer>> today =
        model.predict(inTime(LineGraph.View.PAST_ONLY, 150, false));
    assertThat(today.keys().size()).isGreaterThan(then.keys().size());
    for (Prediction<LinkKey<Integer>> prediction : then.all()) {
      assertThat(today.of(prediction.key()).probability("even"))
          .as(prediction.key().toString())
          .isEqualTo(prediction.probability("even"));
    }
  }

  private record WithoutSelfLoops(String name) implements InferenceKind {
    @Override
    public void applyTo(GmnnTrainer.Builder builder) {
      builder.inferenceLayers(
          GraphConvLayer.builder().nOut(8).selfLoops(false).build(),
          GraphConvLayer.builder().selfLoops(false).build());
    }
  }

  static Stream<InferenceKind> kindsThatSeeThePast() {
    return Stream.concat(
        Stream.of(new WithoutSelfLoops("gc without self-loops")),
        InferenceKinds.all().stream()
            .filter(
                kind ->
                    !List.of("auto", "robust", "linkx", "robust-linkx", "robust-vectors", "edge")
                        .contains(kind.name())));
  }

  /** Whatever a layer asks the graph for, edges turned round and degrees among it. */
  @ParameterizedTest
  @MethodSource("kindsThatSeeThePast")
  void noKindOfQLearnsOfLaterLinksFromAGraphOfThePast(InferenceKind kind) {
    GmnnModel<LinkKey<Integer>> model =
        Gmnn.paper()
            .inference(kind)
            .pretrainEpochs(3)
            .emIterations(1)
            .learningEpochs(2)
            .inferenceEpochs(2)
            .predictor(Predictor.PRODUCT)
            .fit(inTime(LineGraph.View.PAST_ONLY, 60, true));
    Predictions<LinkKey<Integer>> then = model.predict(inTime(LineGraph.View.PAST_ONLY, 60, false));
    Predictions<LinkKey<Integer>> today =
        model.predict(inTime(LineGraph.View.PAST_ONLY, 90, false));
    for (Prediction<LinkKey<Integer>> prediction : then.all()) {
      assertThat(today.of(prediction.key()).distribution())
          .as(prediction.key().toString())
          .isEqualTo(prediction.distribution());
    }
  }

  @Test
  void labelsTravelFromThePastAlone() {
    Graph<LinkKey<Integer>> graph = inTime(LineGraph.View.PAST_ONLY, 60, true);
    assertThatThrownBy(() -> graph.adjacency().reversed())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("later links");
  }

  @Test
  void aModelOfLinksIsSavedAndPredictsOtherLinksTheSame(@TempDir Path folder) throws IOException {
    GmnnModel<LinkKey<Integer>> model = shortFit(LineGraph.View.WHOLE_GRAPH);
    model.save(folder.resolve("links.gmnn"));
    Graph<LinkKey<Integer>> more = inTime(LineGraph.View.WHOLE_GRAPH, 150, false);
    Predictions<LinkKey<Integer>> before = model.predict(more);
    Predictions<LinkKey<Integer>> after =
        GmnnModel.load(folder.resolve("links.gmnn")).predict(more);
    assertThat(before.unseenFeatures()).isEmpty();
    for (Prediction<LinkKey<Integer>> prediction : before.all()) {
      assertThat(after.of(prediction.key()).distribution()).isEqualTo(prediction.distribution());
    }
  }

  @Test
  void aModelOfOneViewDoesNotTakeTheFeaturesOfTheOther() {
    GmnnModel<LinkKey<Integer>> model = shortFit(LineGraph.View.PAST_ONLY);
    Graph<LinkKey<Integer>> whole = inTime(LineGraph.View.WHOLE_GRAPH, 100, false);
    assertThatThrownBy(() -> model.predict(whole, GmnnModel.UnseenFeatures.REFUSE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("70 of 70 features are unknown");
  }
}
