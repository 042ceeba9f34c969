package io.github.gmnn.testing;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.sparse.Adjacency;
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

  /** The layer on a graph, with parameters drawn from the seed. */
  static AttachedLayer attach(GraphLayer layer, long seed, Adjacency graph, Workers workers) {
    AttachedLayer attached =
        AttachedLayer.of(configuration(layer, seed).getConf(0), graph, workers);
    attached.initialize(RandomStream.of(seed));
    return attached;
  }

  static MultiLayerNetwork network(GraphLayer layer, long seed) {
    MultiLayerNetwork network = new MultiLayerNetwork(configuration(layer, seed));
    network.init();
    return network;
  }
}
