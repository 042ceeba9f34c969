package io.github.gmnn.baseline.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.embedding.NodeEmbeddings;
import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.AttachedLayer.Slot;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.RandomInputs;
import io.github.gmnn.testing.TextGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Adam;

class PlanetoidTest {
  private static final float STEP = 0.01f;

  private static JointClassifier classifier() {
    RandomStream random = RandomStream.of(2);
    return new JointClassifier(
        new SparseInput(RandomInputs.sparse(7, 5, -1, 1, random.derive(0))),
        RandomInputs.dense(7, 4, -1, 1, random.derive(1)),
        new int[] {0, 2, 3, 6},
        new int[] {1, 0, 2, 1},
        3,
        new Adam(0.1),
        random.derive(2),
        Workers.sequential());
  }

  @Test
  void gradientsAreTheSlopesOfTheLoss() {
    JointClassifier classifier = classifier();
    classifier.lossAndGradient();
    List<float[]> gradients =
        classifier.slots().stream().map(slot -> slot.gradient().clone()).toList();
    assertThat(gradients).hasSize(7).noneMatch(PlanetoidTest::isZero);
    for (int s = 0; s < gradients.size(); s++) {
      Slot slot = classifier.slots().get(s);
      for (int i = 0; i < slot.value().length; i++) {
        float value = slot.value()[i];
        slot.value()[i] = value + STEP;
        double above = classifier.lossAndGradient();
        slot.value()[i] = value - STEP;
        double below = classifier.lossAndGradient();
        slot.value()[i] = value;
        assertThat((above - below) / (2 * STEP))
            .as(slot.name() + ", element " + i)
            .isCloseTo(gradients.get(s)[i], within(2e-4));
      }
    }
  }

  private static boolean isZero(float[] values) {
    for (float value : values) {
      if (value != 0f) {
        return false;
      }
    }
    return true;
  }

  @Test
  void allThreeLayersOfAClassifierThatKnowsNothingLoseTheLogOfTheClasses() {
    JointClassifier classifier = classifier();
    classifier.slots().forEach(slot -> Arrays.fill(slot.value(), 0f));
    assertThat(classifier.lossAndGradient()).isCloseTo(3 * Math.log(3), within(1e-5));
  }

  @Test
  void embeddingsOfNodesWithoutLabelsGetNoGradientFromTheClassifier() {
    JointClassifier classifier = classifier();
    classifier.lossAndGradient();
    DenseMatrix gradient = classifier.embeddingGradient;
    for (int node : new int[] {1, 4, 5}) {
      for (int j = 0; j < gradient.columns(); j++) {
        assertThat(gradient.get(node, j)).isZero();
      }
    }
  }

  @Test
  void aRestoredClassifierGoesOnAsBefore() {
    JointClassifier classifier = classifier();
    classifier.train();
    NetworkState state = classifier.state();
    double next = classifier.train();
    double afterwards = classifier.train();
    assertThat(afterwards).isLessThan(next);
    classifier.restore(state);
    assertThat(classifier.train()).isEqualTo(next);
    assertThat(classifier.train()).isEqualTo(afterwards);
  }

  private static Planetoid.Builder small() {
    return Planetoid.builder().dimensions(16).walksPerNode(5).labelSteps(100).epochs(100).seed(3);
  }

  @Test
  void predictsAndEmbedsAndThreadsChangeNoBit() {
    Dataset<Integer> data =
        CitationGraphGenerator.builder()
            .nodes(600)
            .topicality(0.5)
            .validation(100)
            .build()
            .generate();
    Planetoid.Result<Integer> result = small().threads(1).fit(data.graph());
    assertThat(result.predictions().evaluate(data.testLabels()).accuracy()).isGreaterThan(0.5);
    assertThat(result.embeddings().dimensions()).isEqualTo(16);
    assertThat(result.embeddings().history().epochs()).hasSize(100);
    Planetoid.Result<Integer> again = small().threads(3).fit(data.graph());
    assertThat(again.embeddings().matrix().data()).isEqualTo(result.embeddings().matrix().data());
    assertThat(small().seed(4).fit(data.graph()).embeddings().matrix().data())
        .isNotEqualTo(result.embeddings().matrix().data());
  }

  @Test
  void nodesOfOneLabelAreNearEachOtherByTheirLabelsAlone() {
    Graph<String> graph = // a ring on which labels take turns
        TextGraphs.parse("a-b b-c c-d d-e e-f f-a")
            .withLabels(
                Map.of("a", "x", "c", "x", "e", "x", "b", "y", "d", "y", "f", "y"), List.of());
    NodeEmbeddings<String> embeddings =
        small().walksPerNode(1).labelSteps(300).epochs(1).fit(graph).embeddings();
    assertThat(embeddings.nearest("a", 2))
        .extracting(NodeEmbeddings.Neighbor::key)
        .containsExactlyInAnyOrder("c", "e");
  }

  @Test
  void trainingNodesOfOneLabelAloneAreLegal() {
    Graph<String> graph =
        TextGraphs.parse("a-b b-c").withLabels(Map.of("a", "x", "c", "y"), List.of("c"));
    assertThat(small().fit(graph).predictions().of("b").label()).isEqualTo("x");
  }

  @Test
  void impossibleSettingsAndGraphsAreNamed() {
    Planetoid.Builder builder = Planetoid.builder();
    Stream.<Runnable>of(
            () -> builder.dimensions(0),
            () -> builder.walksPerNode(0),
            () -> builder.walkLength(1),
            () -> builder.window(0),
            () -> builder.negatives(0),
            () -> builder.labelSteps(-1),
            () -> builder.contextRate(0),
            () -> builder.epochs(0),
            () -> builder.threads(0))
        .forEach(setting -> assertThatIllegalArgumentException().isThrownBy(setting::run));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.fit(TextGraphs.parse("a b")))
        .withMessageContaining("no edges to walk along");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.fit(TextGraphs.parse("a-b")))
        .withMessageContaining("no labelled node");
  }
}
