package io.github.gmnn.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphConvLayer;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.testing.TextGraphs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.learning.config.Sgd;

class NodePredictorTest {
  private static final Graph<String> RING = TextGraphs.parse("a-b b-c c-d d-e e-a");

  @Test
  void everyBatchMovesEncoderAndSoftmax() {
    Sgd updater = new Sgd(0.1);
    GraphNetwork encoder =
        new GraphNetwork(
            new NetworkDefinition(List.of(GraphConvLayer.builder().nOut(3).build()), updater, 0),
            RING.adjacency(),
            5,
            3,
            Workers.sequential());
    encoder.initialize(RandomStream.of(1));
    NodeSoftmax softmax =
        new BlockedSoftmax(5, 3, updater, 0, RandomStream.of(2), Workers.sequential());
    NodePredictor predictor = new NodePredictor(encoder, softmax, new NodeBatches(5, 2));
    float[] weights = encoder.parameters()[0];
    float[] bias = softmax.bias.clone();
    CsrMatrix words = CsrMatrix.identity(5);

    predictor.train(new SparseInput(words), words, 1, RandomStream.of(3));

    assertThat(encoder.parameters()[0]).isNotEqualTo(weights);
    assertThat(softmax.bias).isNotEqualTo(bias);
    assertThat(encoder.state().iteration()).isEqualTo(3);
    assertThat(softmax.state().iteration()).isEqualTo(3);
  }
}
