package io.github.gmnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Dataset;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.layer.GraphSageLayer;
import io.github.gmnn.layer.LinearLayer;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.Predictor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.deeplearning4j.nn.weights.IWeightInit;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

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
    assertThat(predictions.evaluate(truth).accuracy()).isGreaterThan(0.9);
  }

  /** p, a linear layer, is fed with the labels where they are known and q's distribution else. */
  @Test
  void theLearningNetworkTakesPartWhereItIsThePredictor() {
    GmnnTrainer.Builder builder =
        SmallCitations.trainer()
            .calibration(Calibration.NONE) // annotations are without a temperature
            .learningLayers(LinearLayer.builder().build());
    Graph<Integer> graph = DATA.graph();
    DenseMatrix ofQ = builder.fit(graph).predict(graph).distributions();
    GmnnModel<Integer> learning = builder.predictor(Predictor.LEARNING).fit(graph);
    DenseMatrix ofP = learning.predict(graph).distributions();
    DenseMatrix product =
        builder.predictor(Predictor.PRODUCT).fit(graph).predict(graph).distributions();
    Set<Integer> labelled = new HashSet<>();
    for (int node : graph.trainingNodes()) {
      labelled.add(node);
    }
    for (int node = 0; node < graph.nodeCount(); node++) {
      double[] annotation = new double[3];
      for (int c = 0; c < 3; c++) {
        annotation[c] =
            labelled.contains(node) ? (graph.label(node) == c ? 1 : 0) : ofQ.get(node, c);
      }
      double[] p =
          softmaxOfProduct(annotation, learning.state().networks().learning().parameters()[0]);
      double normalizer = 0;
      for (int c = 0; c < 3; c++) {
        normalizer += ofQ.get(node, c) * p[c];
      }
      for (int c = 0; c < 3; c++) {
        assertThat((double) ofP.get(node, c)).isCloseTo(p[c], within(1e-5));
        assertThat((double) product.get(node, c))
            .isCloseTo(ofQ.get(node, c) * p[c] / normalizer, within(1e-5));
      }
    }
  }

  private static double[] softmaxOfProduct(double[] row, float[] weights) {
    double[] result = new double[3];
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double logit = 0;
      for (int i = 0; i < 3; i++) {
        logit += row[i] * weights[3 * i + c];
      }
      result[c] = Math.exp(logit);
      sum += result[c];
    }
    for (int c = 0; c < 3; c++) {
      result[c] /= sum;
    }
    return result;
  }

  /** A weight initialiser that counts how often it is asked. */
  private static final class Counting implements IWeightInit {
    private static final long serialVersionUID = 1L;
    static int asked;

    @Override
    public INDArray init(
        double fanIn, double fanOut, long[] shape, char order, INDArray paramView) {
      asked++;
      return paramView;
    }
  }

  @Test
  void predictionDrawsNoWeights() {
    GmnnModel<Integer> model =
        SmallCitations.trainer()
            .inferenceLayers(LinearLayer.builder().weightInit(new Counting()).build())
            .learningLayers(LinearLayer.builder().weightInit(new Counting()).build())
            .predictor(Predictor.PRODUCT)
            .fit(DATA.graph());
    assertThat(Counting.asked).as("q and p of the fit").isEqualTo(2);
    model.predict(DATA.graph());
    assertThat(Counting.asked).isEqualTo(2);
  }

  @Test
  void namedFeaturesAreMatchedByName() {
    GmnnModel<Integer> model = Gmnn.paper().seed(1).fit(named(List.of("red", "blue", "green")));
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
    GmnnModel<Integer> model = Gmnn.paper().seed(1).fit(named(List.of("red", "blue", "green")));
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
    assertThat(model.predict(seen, GmnnModel.UnseenFeatures.REFUSE).unseenFeatures()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.predict(unseen, GmnnModel.UnseenFeatures.REFUSE))
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
  void anInterruptedPredictionEnds() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> MODEL.predict(DATA.graph()))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      assertThatThrownBy(() -> MODEL.explain(DATA.graph(), DATA.graph().key(0)))
          .isInstanceOf(CancellationException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /** Each of them is a float, but their sums are not. */
  @Test
  void featuresTooLargeToPredictWithAreRefused() {
    Graph<String> trained =
        Graph.<String>builder()
            .addNode("a", 1, 0)
            .addNode("b", 0, 1)
            .addEdge("a", "b")
            .label("a", "x")
            .label("b", "y")
            .build();
    Graph<String> large =
        Graph.<String>builder()
            .addNode("a", 3e38, 3e38)
            .addNode("b", -3e38, 3e38)
            .addEdge("a", "b")
            .build();
    GmnnModel<String> model =
        Gmnn.paper()
            .featureScaling(FeatureScaling.NONE)
            .inferenceLayers(GraphSageLayer.builder().build())
            .pretrainEpochs(3)
            .emIterations(0)
            .fit(trained);
    assertThatThrownBy(() -> model.predict(large))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("not finite");
    assertThatThrownBy(() -> model.explain(large, "a"))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("not finite");
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
        Gmnn.paper()
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
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without features");
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
