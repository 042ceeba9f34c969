package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InductiveTest {
  private static final Dataset<Integer> DATA = SmallCitations.DATA;
  private static final GmnnModel<Integer> MODEL = SmallCitations.trainer().fit(DATA.graph());

  @Test
  void onTheTrainingGraphTheNetworkPredictsWhatTheModelHolds() {
    assertThat(MODEL.predict(DATA.graph()).all()).isEqualTo(MODEL.predictions().all());
  }

  @Test
  void nodesUnseenInTrainingArePredicted() {
    Graph<String> other = subgraph(150);
    Predictions<String> predictions = MODEL.predict(other);
    Map<String, String> truth = new HashMap<>();
    DATA.testLabels()
        .forEach(
            (key, label) -> {
              if (other.contains("new-" + key)) {
                truth.put("new-" + key, label);
              }
            });
    assertThat(predictions.evaluate(truth).accuracy()).isGreaterThan(0.5);
  }

  @Test
  void theLearningNetworkTakesPartWhereItIsThePredictor() {
    for (Predictor predictor : Predictor.values()) {
      GmnnModel<Integer> model = SmallCitations.trainer().predictor(predictor).fit(DATA.graph());
      assertThat(model.predict(DATA.graph()).evaluate(DATA.testLabels()).accuracy())
          .as("%s", predictor)
          .isGreaterThan(0.5);
    }
  }

  @Test
  void namedFeaturesAreMatchedByName() {
    GmnnModel<Integer> model = Gmnn.builder().seed(1).fit(named(List.of("red", "blue", "green")));
    assertThat(model.featureNames()).containsExactly("blue", "green", "red"); // sorted
    assertThat(model.featureCount()).isEqualTo(3);
    Graph<String> other =
        Graph.<String>builder()
            .addNode("x", Map.of("green", 1.0))
            .addNode("y", Map.of("red", 1.0))
            .build();
    Graph<String> same =
        Graph.<String>builder()
            .featureNames(List.of("red", "blue", "green"))
            .addNode("x", Map.of("green", 1.0))
            .addNode("y", Map.of("red", 1.0))
            .build();
    assertThat(model.predict(other).all()).isEqualTo(model.predict(same).all());
  }

  @Test
  void unseenFeaturesAreLeftOutAndCountedOrRefused() {
    GmnnModel<Integer> model = Gmnn.builder().seed(1).fit(named(List.of("red", "blue", "green")));
    Graph<String> unseen =
        Graph.<String>builder()
            .addNode("x", Map.of("purple", 1.0, "green", 1.0, "azure", 3.0))
            .addNode("y", Map.of("red", 1.0))
            .build();
    Graph<String> seen =
        Graph.<String>builder()
            .addNode("x", Map.of("green", 1.0))
            .addNode("y", Map.of("red", 1.0))
            .build();
    Predictions<String> predictions = model.predict(unseen);
    assertThat(predictions.unseenFeatures()).containsExactly("azure", "purple");
    assertThat(predictions.all()).isEqualTo(model.predict(seen).all());
    assertThat(model.predict(seen, UnseenFeatures.REFUSE).unseenFeatures()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.predict(unseen, UnseenFeatures.REFUSE))
        .withMessageContaining("2 of 4 features")
        .withMessageContaining("azure");
  }

  private static Graph<Integer> named(List<String> colours) {
    Graph.Builder<Integer> builder = Graph.builder();
    for (int i = 0; i < 12; i++) {
      builder.addNode(i, Map.of(colours.get(i % 3), 1.0));
      builder.label(i, "class of " + colours.get(i % 3));
    }
    return builder.build();
  }

  @Test
  void featuresAndClassesThatDoNotFitAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.predict(Graph.<String>builder().addNode("a", 1.0, 2.0).build()))
        .withMessageContaining("120 features, the graph has 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MODEL.predict(Graph.<String>builder().addNode("a").build()))
        .withMessageContaining("has none");
    GmnnModel<String> withoutFeatures =
        Gmnn.builder()
            .pretrainEpochs(2)
            .emIterations(0)
            .fit(
                Graph.<String>builder()
                    .addNode("a")
                    .addNode("b")
                    .label("a", "x")
                    .label("b", "y")
                    .build());
    assertThatThrownBy(() -> withoutFeatures.predict(DATA.graph()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no features");
  }

  @Test
  void aWarmStartBeginsWhereTheModelEnded() {
    GmnnTrainer brief =
        SmallCitations.trainer().pretrainEpochs(3).learningEpochs(3).inferenceEpochs(3).build();
    double cold = brief.fit(DATA.graph()).history().epochs().get(0).loss();
    double warm = brief.fit(DATA.graph(), MODEL).history().epochs().get(0).loss();
    assertThat(warm).isLessThan(0.8 * cold);
  }

  @Test
  void aWarmStartFromAnotherModelIsRefused() {
    Graph<Integer> otherClasses = named(List.of("red", "blue", "green"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SmallCitations.trainer().build().fit(otherClasses, MODEL))
        .withMessageContaining("withClasses");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SmallCitations.trainer()
                    .inferenceLayers(GraphConvLayer.builder().build())
                    .build()
                    .fit(DATA.graph(), MODEL))
        .withMessageContaining("parameters");
  }

  /** The first nodes of the training graph under new keys, with the edges among them. */
  private static Graph<String> subgraph(int nodes) {
    Graph<Integer> from = DATA.graph();
    Graph.Builder<String> builder = Graph.<String>builder().featureCount(from.featureCount());
    for (int node = 0; node < nodes; node++) {
      int start = from.features().rowStart(node);
      int length = from.features().rowEnd(node) - start;
      int[] indices = new int[length];
      float[] values = new float[length];
      for (int i = 0; i < length; i++) {
        indices[i] = from.features().columnIndex(start + i);
        values[i] = from.features().value(start + i);
      }
      builder.addNode("new-" + from.key(node), indices, values);
    }
    for (int node = 0; node < nodes; node++) {
      for (int e = from.adjacency().matrix().rowStart(node);
          e < from.adjacency().matrix().rowEnd(node);
          e++) {
        int neighbour = from.adjacency().matrix().columnIndex(e);
        if (neighbour < nodes) {
          builder.addEdge("new-" + from.key(node), "new-" + from.key(neighbour));
        }
      }
    }
    return builder.build();
  }
}
