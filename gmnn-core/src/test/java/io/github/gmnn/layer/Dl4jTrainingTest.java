package io.github.gmnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.gmnn.graph.CitationGraphGenerator;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.LossLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** Graph layers inside plain DL4J networks, trained by DL4J's own fit. */
class Dl4jTrainingTest {
  private final Graph<Integer> graph =
      CitationGraphGenerator.builder()
          .nodes(300)
          .classes(3)
          .words(100)
          .validation(60)
          .seed(1)
          .build()
          .generate()
          .graph();
  private final CsrMatrix features = FeatureScaling.BINARY_ROW.apply(graph.features());

  private DataSet data(INDArray input) {
    INDArray labels = Nd4j.zeros(graph.nodeCount(), 3);
    INDArray mask = Nd4j.zeros(graph.nodeCount(), 1);
    for (int node : graph.trainingNodes()) {
      labels.putScalar(node, graph.label(node), 1);
      mask.putScalar(node, 0, 1);
    }
    return new DataSet(input, labels, null, mask);
  }

  private INDArray denseFeatures() {
    INDArray dense = Nd4j.zeros(features.rows(), features.columns());
    for (int row = 0; row < features.rows(); row++) {
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        dense.putScalar(row, features.columnIndex(e), features.value(e));
      }
    }
    return dense;
  }

  private static void fit(MultiLayerNetwork network, DataSet data) {
    network.fit(data);
    double first = network.score();
    for (int epoch = 0; epoch < 60; epoch++) {
      network.fit(data);
    }
    assertThat(network.score()).isLessThan(0.7 * first);
  }

  private double validationAccuracy(MultiLayerNetwork network, INDArray input) {
    INDArray predicted = network.output(input).argMax(1);
    int right = 0;
    for (int node : graph.validationNodes()) {
      right += predicted.getInt(node) == graph.label(node) ? 1 : 0;
    }
    return (double) right / graph.validationNodes().length;
  }

  private static NeuralNetConfiguration.Builder settings() {
    return new NeuralNetConfiguration.Builder().seed(1).updater(new Adam(0.05)).l2(5e-4);
  }

  @Test
  void fitLearnsFromDenseInputWithALossLayer() {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            settings()
                .list()
                .layer(GraphConvLayer.builder().nOut(16).activation(Activation.RELU).build())
                .layer(GraphConvLayer.builder().nOut(3).dropOut(0.8).build())
                .layer(
                    new LossLayer.Builder(LossFunction.MCXENT)
                        .activation(Activation.SOFTMAX)
                        .build())
                .setInputType(InputType.feedForward(features.columns()))
                .build());
    network.init();
    GraphLayers.bind(network, graph.adjacency());
    INDArray input = denseFeatures();
    fit(network, data(input));
    assertThat(validationAccuracy(network, input)).isGreaterThan(0.6);
  }

  @Test
  void fitLearnsFromBoundSparseFeaturesWithAnOutputLayer() {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            settings()
                .list()
                .layer(
                    GraphConvLayer.builder()
                        .nOut(16)
                        .activation(Activation.RELU)
                        .dropOut(0.5)
                        .build())
                .layer(new DenseLayer.Builder().nOut(8).activation(Activation.TANH).build())
                .layer(
                    new OutputLayer.Builder(LossFunction.MCXENT)
                        .nOut(3)
                        .activation(Activation.SOFTMAX)
                        .build())
                .setInputType(InputType.feedForward(features.columns()))
                .build());
    network.init();
    GraphLayers.bind(network, graph.adjacency(), features);
    INDArray standIn = Nd4j.zeros(graph.nodeCount(), 1);
    fit(network, data(standIn));
    assertThat(validationAccuracy(network, standIn)).isGreaterThan(0.6);
  }

  @Test
  void dropoutDiffersFromIterationToIterationAndRepeatsWithTheSeed() {
    assertThat(scoresWithDropout()).isEqualTo(scoresWithDropout()).doesNotHaveDuplicates();
  }

  /** A learning rate of zero: what changes the score is dropout alone. */
  private double[] scoresWithDropout() {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            settings()
                .updater(new Adam(0))
                .list()
                .layer(GraphConvLayer.builder().nOut(3).dropOut(0.5).build())
                .layer(
                    new LossLayer.Builder(LossFunction.MCXENT)
                        .activation(Activation.SOFTMAX)
                        .build())
                .setInputType(InputType.feedForward(features.columns()))
                .build());
    network.init();
    GraphLayers.bind(network, graph.adjacency(), features);
    DataSet data = data(Nd4j.zeros(graph.nodeCount(), 1));
    double[] scores = new double[4];
    for (int i = 0; i < scores.length; i++) {
      network.fit(data);
      scores[i] = network.score();
    }
    return scores;
  }

  @Test
  void bindingSaysWhatItNeeds() {
    MultiLayerNetwork plain =
        new MultiLayerNetwork(
            settings()
                .list()
                .layer(new DenseLayer.Builder().nIn(4).nOut(8).build())
                .layer(new LossLayer.Builder().activation(Activation.SOFTMAX).build())
                .build());
    plain.init();
    assertThatThrownBy(() -> GraphLayers.bind(plain, graph.adjacency()))
        .hasMessageContaining("no graph layer");
    assertThatThrownBy(() -> GraphLayers.bind(plain, graph.adjacency(), features))
        .hasMessageContaining("sparse features need a graph layer first")
        .hasMessageContaining("DenseLayer");
  }
}
