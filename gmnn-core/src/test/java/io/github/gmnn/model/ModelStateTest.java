package io.github.gmnn.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.Provenance;
import io.github.gmnn.training.TrainingHistory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.learning.config.Sgd;

class ModelStateTest {
  private static final List<String> CLASSES = List.of("x", "y");
  private static final NetworkDefinition LAYERS =
      new NetworkDefinition(List.of(GraphConvLayer.builder().build()), new Sgd(0.1), 0);
  private static final FeatureScaling.Fitted UNSCALED =
      FeatureScaling.Fitted.of(FeatureScaling.NONE, new float[0], new float[0]);
  private static final ModelState.Features THREE =
      new ModelState.Features(3, true, FeatureSchema.ofNames(List.of()), UNSCALED);

  private static ModelState.Networks networks(float[][] ofQ, float[][] ofP, boolean attributes) {
    return new ModelState.Networks(
        new ModelState.Network(LAYERS, ofQ),
        new ModelState.Network(LAYERS, ofP),
        attributes,
        Predictor.INFERENCE,
        1);
  }

  private static ModelState<Object> state(
      List<String> classes, ModelState.Networks networks, ModelState.Nodes<Object> nodes) {
    TrainingHistory history = new TrainingHistory(List.of(), true);
    return new ModelState<>(
        classes,
        networks,
        THREE,
        nodes,
        ModelState.Decisions.none(classes.size()),
        new ModelState.Training(history, List.of(), Provenance.of(Map.of(), "", history)));
  }

  private static ModelState.Nodes<Object> nodes(float... distributions) {
    return new ModelState.Nodes<>(
        NodeIndex.of(List.of("a", "b")), DenseMatrix.wrap(2, 2, distributions), null, List.of());
  }

  @Test
  void aStateOfFittingPartsKnowsTheirSizes() {
    ModelState<Object> state =
        state(CLASSES, networks(new float[1][6], new float[1][4], false), nodes(1, 0, 0, 1));
    assertThat(state.networks().inference().parameterCount()).isEqualTo(6);
    assertThat(state.networks().learning().parameterCount()).isEqualTo(4);
    assertThat(state.networks().learning().isTrained()).isTrue();
    ModelState<Object> bare = state.withoutNodes();
    assertThat(bare.nodes().index().size()).isZero();
    assertThat(bare.networks()).isSameAs(state.networks());
  }

  @Test
  void aNetworkWithoutParametersIsNotTrained() {
    ModelState.Networks networks = networks(null, null, false);
    assertThat(state(CLASSES, networks, nodes(1, 0, 0, 1)).networks()).isSameAs(networks);
    assertThat(networks.inference().isTrained()).isFalse();
    assertThat(networks.inference().parameterCount()).isZero();
  }

  @Test
  void parametersAreThoseOfTheLayers() {
    ModelState.Nodes<Object> nodes = nodes(1, 0, 0, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state(CLASSES, networks(new float[1][5], null, false), nodes))
        .withMessageContaining("needs a parameter of 6 values, found 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state(CLASSES, networks(null, new float[1][6], false), nodes))
        .withMessageContaining("needs a parameter of 4 values, found 6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state(CLASSES, networks(null, new float[1][4], true), nodes))
        .withMessageContaining("needs a parameter of 10 values, found 4");
    float[][] infinite = {{0, 0, 0, Float.NaN, 0, 0}};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state(CLASSES, networks(infinite, null, false), nodes))
        .withMessageContaining("parameter 0 of q")
        .withMessageContaining("NaN");
  }

  @Test
  void classesAreDistinctAndAsManyAsColumns() {
    ModelState.Networks networks = networks(null, null, false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state(List.of("x", "x"), networks, nodes(1, 0, 0, 1)))
        .withMessageContaining("distinct");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> state(List.of("x", "y", "z"), networks, nodes(1, 0, 0, 1)))
        .withMessageContaining("3 classes");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 0, 0.04, 20.1, Double.NaN, Double.POSITIVE_INFINITY})
  void aTemperatureOutOfRangeIsRefused(double temperature) {
    ModelState.Network network = new ModelState.Network(LAYERS, null);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ModelState.Networks(network, network, false, Predictor.INFERENCE, temperature))
        .withMessageContaining("temperature");
  }

  @Test
  void thePredictorIsNotLeftOpen() {
    ModelState.Network network = new ModelState.Network(LAYERS, null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelState.Networks(network, network, false, Predictor.AUTO, 1))
        .withMessageContaining("AUTO");
  }

  @Test
  void featuresHaveANameAndAScaleForEachColumn() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ModelState.Features(
                    3, true, FeatureSchema.ofNames(List.of("a", "b")), UNSCALED))
        .withMessageContaining("a name for each of 3");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ModelState.Features(
                    2, true, FeatureSchema.ofNames(List.of("a", "a")), UNSCALED))
        .withMessageContaining("named twice");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ModelState.Features(0, true, FeatureSchema.ofNames(List.of()), UNSCALED))
        .withMessageContaining("at least one");
    FeatureScaling.Fitted two =
        FeatureScaling.Fitted.of(FeatureScaling.STANDARD, new float[2], new float[] {1, 1});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelState.Features(3, true, FeatureSchema.ofNames(List.of()), two))
        .withMessageContaining("a mean for each of the 3 features, found 2");
  }

  @Test
  void nodesHaveADistributionEach() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nodes(0.5f, 0.6f, 0, 1))
        .withMessageContaining("sum");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nodes(1.5f, -0.5f, 0, 1))
        .withMessageContaining("negative");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nodes(Float.NaN, 1, 0, 1))
        .withMessageContaining("NaN");
    NodeIndex<Object> one = NodeIndex.of(List.of("a"));
    DenseMatrix two = DenseMatrix.wrap(2, 2, new float[] {1, 0, 1, 0});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelState.Nodes<>(one, two, null, List.of()))
        .withMessageContaining("distributions of 1 nodes");
    DenseMatrix row = DenseMatrix.wrap(1, 2, new float[] {1, 0});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelState.Nodes<>(one, row, two, List.of()))
        .withMessageContaining("embeddings of 1 nodes");
  }
}
