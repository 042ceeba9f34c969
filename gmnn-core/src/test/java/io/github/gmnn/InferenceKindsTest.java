package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.testing.RandomInputs;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InferenceKindsTest {
  private static final Graph<Integer> GRAPH = SmallCitations.DATA.graph();

  static Stream<InferenceKind> kinds() {
    return InferenceKinds.all().stream();
  }

  private static GmnnTrainer.Builder few(InferenceKind kind) {
    return Gmnn.paper()
        .inference(kind)
        .pretrainEpochs(60)
        .learningEpochs(15)
        .inferenceEpochs(15)
        .seed(3);
  }

  /** The graph, with numbers on its edges if the kind needs them. */
  private static Graph<Integer> graph(InferenceKind kind) {
    return kind.name().equals("edge")
        ? GRAPH.withAdjacency(
            RandomInputs.attributed(GRAPH.adjacency(), 2, false, RandomStream.of(1)))
        : GRAPH;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindLearns(InferenceKind kind) {
    GmnnModel<Integer> model = few(kind).fit(graph(kind));
    assertThat(model.evaluate(SmallCitations.DATA.testLabels()).accuracy())
        .as(kind.name())
        .isGreaterThan(0.6);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theSameSeedGivesTheSameWhateverTheThreads(InferenceKind kind) {
    GmnnTrainer.Builder trainer =
        few(kind).pretrainEpochs(5).learningEpochs(2).inferenceEpochs(2).patience(100);
    float[] one = SmallCitations.distributions(trainer.threads(1).fit(graph(kind)));
    assertThat(SmallCitations.distributions(trainer.threads(3).fit(graph(kind)))).isEqualTo(one);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindIsFoundByItsName(InferenceKind kind) {
    assertThat(InferenceKinds.named(kind.name())).hasToString(kind.toString());
  }

  /** Named layers would be printed as JSON by every fit, which makes a first fit slow. */
  @ParameterizedTest
  @MethodSource("kinds")
  void robustKindsNameNoLayers(InferenceKind kind) {
    Map<String, String> settings = Gmnn.builder().inference(kind).build().describe();
    if (kind.name().startsWith("robust")) {
      assertThat(settings)
          .containsEntry("inferenceLayers", "two graph convolutions")
          .containsEntry("learningLayers", "two graph convolutions");
    }
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InferenceKinds.named("gin"))
        .withMessageContaining("\"gin\"")
        .withMessageContaining(
            "gc, sage, gat, appnp, gcnii, mlp, linkx, decoupled, random-propagation");
  }

  @Test
  void settingsMadeAfterwardsReplaceTheKinds() {
    assertThat(few(InferenceKinds.sage()).pretrainEpochs(7).build().toString())
        .contains("pretrainEpochs=7");
  }

  @Test
  void randomPropagationNamesItsSettings() {
    String text =
        Gmnn.paper().inference(InferenceKinds.RandomPropagation.near()).build().toString();
    assertThat(List.of(text))
        .allMatch(t -> t.contains("Consistency[passes=2, weight=0.7, rampEpochs=0"));
  }
}
