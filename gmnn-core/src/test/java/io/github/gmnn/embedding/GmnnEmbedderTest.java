package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.approximation.ApproximationStrategy;
import io.github.gmnn.approximation.Approximations;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.training.EpochReport;
import io.github.gmnn.training.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.learning.config.Adam;

class GmnnEmbedderTest {
  private static final Dataset<Integer> PAPERS =
      CitationGraphGenerator.builder().nodes(400).classes(3).validation(60).build().generate();

  private static GmnnEmbedder.Builder small() {
    return GmnnEmbedder.neighborPrediction()
        .dimensions(16)
        .batchSize(Integer.MAX_VALUE)
        .updater(new Adam(0.02))
        .pretrainEpochs(8)
        .emIterations(1)
        .learningEpochs(5)
        .inferenceEpochs(5);
  }

  static Stream<ApproximationStrategy> strategies() {
    return Stream.of(
        Approximations.singleSample(),
        Approximations.multiSample(3),
        Approximations.annealing(0.1),
        Approximations.maxPooling(),
        Approximations.meanPooling(0.1));
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void everyStrategyEmbedsInBothModes(ApproximationStrategy strategy) {
    for (GmnnEmbedder.SoftmaxMode mode :
        List.of(GmnnEmbedder.SoftmaxMode.EXACT, GmnnEmbedder.SoftmaxMode.SAMPLED)) {
      NodeEmbeddings<Integer> embeddings =
          small().approximation(strategy).softmax(mode).negatives(40).fit(PAPERS.graph());
      assertThat(embeddings.size()).isEqualTo(400);
      assertThat(embeddings.dimensions()).isEqualTo(16);
      for (float value : embeddings.matrix().data()) {
        assertThat(value).isFinite().isNotNegative();
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameBitsWhateverTheThreads() {
    for (GmnnEmbedder.SoftmaxMode mode :
        List.of(GmnnEmbedder.SoftmaxMode.EXACT, GmnnEmbedder.SoftmaxMode.SAMPLED)) {
      for (int batchSize : new int[] {150, 400}) {
        GmnnEmbedder.Builder builder = small().softmax(mode).batchSize(batchSize);
        float[] once = builder.threads(1).fit(PAPERS.graph()).matrix().data();
        float[] again = builder.threads(3).fit(PAPERS.graph()).matrix().data();
        float[] other = builder.seed(2).fit(PAPERS.graph()).matrix().data();
        assertThat(again).isEqualTo(once);
        assertThat(other).isNotEqualTo(once);
      }
    }
  }

  @Test
  void theLossFallsInEveryPhase() {
    for (GmnnEmbedder.SoftmaxMode mode :
        List.of(GmnnEmbedder.SoftmaxMode.EXACT, GmnnEmbedder.SoftmaxMode.SAMPLED)) {
      List<EpochReport> reports = new ArrayList<>();
      small()
          .softmax(mode)
          .pretrainEpochs(20)
          .learningEpochs(20)
          .inferenceEpochs(20)
          .listener(reports::add)
          .fit(PAPERS.graph());
      for (Phase phase : Phase.values()) {
        List<EpochReport> ofPhase =
            reports.stream().filter(report -> report.phase() == phase).toList();
        assertThat(ofPhase).hasSize(20);
        assertThat(ofPhase.get(19).loss()).isLessThan(ofPhase.get(0).loss());
      }
    }
  }

  @Test
  void nodesOfACliqueAreNearestToEachOther() {
    Graph.Builder<String> builder = Graph.builder();
    for (int clique = 0; clique < 4; clique++) {
      for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) {
          builder.addNode(clique + "/" + i).addNode(clique + "/" + j);
          builder.addEdge(clique + "/" + i, clique + "/" + j);
        }
      }
    }
    NodeEmbeddings<String> embeddings =
        GmnnEmbedder.neighborPrediction()
            .dimensions(32)
            .batchSize(Integer.MAX_VALUE)
            .updater(new Adam(0.02))
            .pretrainEpochs(60)
            .emIterations(0)
            .fit(builder.build());
    for (String key : embeddings.keys()) {
      assertThat(embeddings.nearest(key, 5))
          .allMatch(near -> near.key().startsWith(key.substring(0, 2)));
    }
  }

  @Test
  void aProbeOnEmbeddingsBeatsChance() {
    NodeEmbeddings<Integer> embeddings =
        small().pretrainEpochs(40).emIterations(0).fit(PAPERS.graph());
    LinearProbe.Result result = new LinearProbe(0.5, 0.01, 100, 3, 1).evaluate(embeddings, PAPERS);
    assertThat(result.accuracy()).isGreaterThan(0.55);
  }

  @Test
  void labelsAreNotLookedAt() {
    Graph<Integer> unlabelled = PAPERS.graph().withLabels(Map.of(), List.of());
    assertThat(small().fit(unlabelled).matrix().data())
        .isEqualTo(small().fit(PAPERS.graph()).matrix().data());
  }

  @Test
  void withoutEmIterationsQIsTrainedAlone() {
    List<EpochReport> reports = new ArrayList<>();
    small().emIterations(0).listener(reports::add).fit(PAPERS.graph());
    assertThat(reports).hasSize(8).allMatch(report -> report.phase() == Phase.PRE_TRAINING);
  }

  @Test
  void aListenerEndsTheFit() {
    List<EpochReport> reports = new ArrayList<>();
    NodeEmbeddings<Integer> embeddings =
        small()
            .listener(
                report -> {
                  reports.add(report);
                  return reports.size() < 3;
                })
            .fit(PAPERS.graph());
    assertThat(reports).hasSize(3);
    assertThat(embeddings.size()).isEqualTo(400);
  }

  @Test
  void anInterruptEndsTheFitAndStaysSet() {
    List<EpochReport> reports = new ArrayList<>();
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> small().listener(reports::add).fit(PAPERS.graph()))
          .isInstanceOf(CancellationException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(reports).isEmpty(); // not even the first epoch is awaited
  }

  @Test
  void nodesWithoutEdgesAndGraphsWithoutFeaturesAreEmbedded() {
    Graph<String> graph =
        Graph.<String>builder()
            .addNode("alone")
            .addNode("a")
            .addNode("b")
            .addEdge("a", "b")
            .build();
    assertThat(small().fit(graph).vector("alone")).hasSize(16);
  }

  @Test
  void sampledSoftmaxIsForLargeGraphs() {
    assertThat(GmnnEmbedder.SoftmaxMode.AUTOMATIC.isExact(30_000)).isTrue();
    assertThat(GmnnEmbedder.SoftmaxMode.AUTOMATIC.isExact(30_001)).isFalse();
    assertThat(GmnnEmbedder.SoftmaxMode.EXACT.isExact(30_001)).isTrue();
    assertThat(GmnnEmbedder.SoftmaxMode.SAMPLED.isExact(2)).isFalse();
  }

  @Test
  void largeGraphsAreEmbeddedWithoutPenaltyUnlessOneIsAskedFor() {
    Dataset<Integer> papers =
        CitationGraphGenerator.builder()
            .nodes(12_000)
            .classes(10)
            .topicality(0.2)
            .build()
            .generate();
    GmnnEmbedder.Builder builder =
        GmnnEmbedder.neighborPrediction()
            .dimensions(64)
            .depth(2)
            .maxTargets(30)
            .batchSize(Integer.MAX_VALUE)
            .updater(new Adam(0.1))
            .softmax(GmnnEmbedder.SoftmaxMode.SAMPLED)
            .negatives(64)
            .pretrainEpochs(100)
            .emIterations(0)
            .seed(3);
    LinearProbe probe = new LinearProbe(0.5, 0.025, 100, 3, 1);

    double free = probe.evaluate(builder.fit(papers.graph()), papers).accuracy();
    NodeEmbeddings<Integer> penalised = builder.l2(5e-4).fit(papers.graph());

    assertThat(free).isGreaterThan(0.6);
    assertThat(probe.evaluate(penalised, papers).accuracy()).isLessThan(free - 0.2);
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertThatThrownBy(() -> small().dimensions(0))
        .hasMessageContaining("dimensions")
        .hasMessageContaining("got 0");
    assertThatThrownBy(() -> small().dropout(1)).hasMessageContaining("[0, 1)");
    assertThatThrownBy(() -> small().negatives(0)).hasMessageContaining("negatives");
    assertThatThrownBy(() -> small().batchSize(0)).hasMessageContaining("batchSize");
    assertThatThrownBy(() -> small().fit(Graph.<String>builder().addNode("a").build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 2 nodes");
  }
}
