package io.github.gmnn.testing;

import io.github.gmnn.layer.GraphLayer;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.buffer.DataType;

/** A DL4J network of one graph layer. */
final class SingleLayer {
  private SingleLayer() {}

  static MultiLayerConfiguration configuration(GraphLayer layer, long seed) {
    return new NeuralNetConfiguration.Builder()
        .seed(seed)
        .dataType(DataType.FLOAT)
        .list()
        .layer(layer.clone())
        .setInputType(InputType.feedForward(layer.inputs()))
        .validateOutputLayerConfig(false)
        .build();
  }

  static MultiLayerNetwork network(GraphLayer layer, long seed) {
    MultiLayerNetwork network = new MultiLayerNetwork(configuration(layer, seed));
    network.init();
    return network;
  }
}
