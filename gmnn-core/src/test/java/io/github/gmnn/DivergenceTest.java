package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.gmnn.embedding.GmnnEmbedder;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.learning.config.Sgd;

/** A fit ends with finite predictions or with an exception, whatever its last update did. */
class DivergenceTest {
  private static Graph<String> graph(double scale) {
    return Graph.<String>builder()
        .addNode("a", scale, scale, 1)
        .addNode("b", scale, 0, 0)
        .addNode("c", 0, scale, scale)
        .addNode("d", 0, scale, 0)
        .addEdge("a", "b")
        .addEdge("c", "d")
        .label("a", "x")
        .label("d", "y")
        .build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void anUpdateThatIsTooLargeFailsEvenIfItIsTheLast(int epochs) {
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(
            () ->
                Gmnn.paper()
                    .updater(new Sgd(1e38))
                    .pretrainEpochs(epochs)
                    .emIterations(0)
                    .fit(graph(1)))
        .withMessageContaining("learning rate");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anEmbeddingThatIsNotFiniteFailsToo(int epochs) {
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(
            () ->
                GmnnEmbedder.neighborPrediction()
                    .updater(new Sgd(1e38))
                    .pretrainEpochs(epochs)
                    .emIterations(0)
                    .build()
                    .fit(graph(1)));
  }

  @Test
  void featuresAtTheEndOfTheScaleAreScaledByRowsAsAllOthersAre() {
    assertThat(Gmnn.paper().fit(graph(3e38)).predictions().all())
        .allSatisfy(prediction -> assertThat(prediction.probability()).isBetween(0.5, 1.0));
    assertThat(FeatureScaling.ROW.apply(graph(3e38).features()).value(0)).isEqualTo(0.5f);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> Gmnn.paper().featureScaling(FeatureScaling.NONE).fit(graph(3e38)))
        .withMessageContaining("scale of the features");
  }
}
