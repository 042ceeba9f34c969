package io.github.gmnn.em;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.InferenceGraphNetwork;
import io.github.gmnn.testing.SmallGraphs;
import io.github.gmnn.training.internal.Settings;
import java.util.List;
import org.deeplearning4j.nn.conf.layers.FeedForwardLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.learning.regularization.L2Regularization;

class BackboneTest {
  private static final Graph<Integer> GRAPH = SmallGraphs.CITATIONS.graph();

  private static Settings settings(Backbone backbone) {
    return TrainerSettings.defaults()
        .with(TrainerSettings.BACKBONE, backbone)
        .with(TrainerSettings.HIDDEN_UNITS, 5)
        .with(TrainerSettings.BIAS, true)
        .with(TrainerSettings.L2, 0.25);
  }

  @ParameterizedTest
  @EnumSource(Backbone.class)
  void whatTheUserSetsHoldsForEveryBackbone(Backbone backbone) {
    NetworkDefinition q = TrainerSettings.inference(settings(backbone));
    assertThat(((FeedForwardLayer) q.layers().get(0)).getNOut()).isEqualTo(5);
    assertThat(((GraphLayer) q.layers().get(0)).hasBias()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(value = Backbone.class, mode = EnumSource.Mode.EXCLUDE, names = "CONVOLUTIONS")
  void allButThePapersPenaliseTheFirstWeightsAlone(Backbone backbone) {
    NetworkDefinition q = TrainerSettings.inference(settings(backbone));
    List<Layer> layers = q.layers();
    assertThat(q.l2()).isZero();
    assertThat(penalty(layers.get(0))).isEqualTo(0.25);
    assertThat(layers.subList(1, layers.size())).allMatch(layer -> penalty(layer) == 0);
  }

  @Test
  void thePapersConvolutionsPenaliseAllWeights() {
    NetworkDefinition q = TrainerSettings.inference(settings(Backbone.CONVOLUTIONS));
    assertThat(q.l2()).isEqualTo(0.25);
    assertThat(q.layers()).hasSize(2).allMatch(layer -> penalty(layer) == 0);
  }

  private static double penalty(Layer layer) {
    return ((FeedForwardLayer) layer)
        .getRegularization().stream()
            .filter(L2Regularization.class::isInstance)
            .mapToDouble(l2 -> ((L2Regularization) l2).getL2().valueAt(0, 0))
            .sum();
  }

  @ParameterizedTest
  @EnumSource(value = Backbone.class, mode = EnumSource.Mode.EXCLUDE, names = "CONVOLUTIONS")
  void unitsOfAnotherQAreNotMeantForP(Backbone backbone) {
    Settings settings = settings(backbone);
    Layer first = TrainerSettings.learning(settings).layers().get(0);
    assertThat(((FeedForwardLayer) first).getNOut()).isEqualTo(16);
    assertThat(((FeedForwardLayer) TrainerSettings.inference(settings).layers().get(0)).getNOut())
        .isEqualTo(5);
  }

  @Test
  void glorotsWeightsFillTheirRangeAndNoMore() {
    NetworkDefinition q = TrainerSettings.inference(settings(Backbone.PERCEPTRON));
    InferenceGraphNetwork network =
        new InferenceGraphNetwork(q, GRAPH.adjacency(), GRAPH.features(), 7, Workers.sequential());
    network.initialize(RandomStream.of(1));
    double bound = Math.sqrt(6.0 / (GRAPH.featureCount() + 5));
    double largest = 0;
    for (float weight : network.parameters()[0]) {
      largest = Math.max(largest, Math.abs(weight));
    }
    assertThat(largest).isBetween(0.95 * bound, bound);
  }
}
