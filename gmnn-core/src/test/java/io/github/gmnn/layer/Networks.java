package io.github.gmnn.layer;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.sparse.Adjacency;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.ndarray.INDArray;

/** DL4J networks of a single graph layer, for tests of what a layer computes. */
final class Networks {
  private Networks() {}

  static MultiLayerNetwork of(GraphLayer layer, int inputs, Adjacency graph) {
    MultiLayerNetwork network =
        new MultiLayerNetwork(
            new NeuralNetConfiguration.Builder()
                .seed(1)
                .list()
                .layer(layer)
                .setInputType(InputType.feedForward(inputs))
                .validateOutputLayerConfig(false)
                .build());
    network.init();
    GraphLayers.bind(network, graph);
    return network;
  }

  /** The first layer of a network on a graph, with the network's parameters. */
  static AttachedLayer attach(MultiLayerNetwork network, Adjacency graph) {
    AttachedLayer attached =
        AttachedLayer.of(
            network.getLayerWiseConfigurations().getConf(0), graph, Workers.sequential());
    attached
        .values()
        .forEach((name, value) -> Nd4jArrays.copy(network.getLayer(0).getParam(name), value));
    return attached;
  }

  /** The output of a layer with its initial weights. */
  static INDArray output(GraphLayer layer, Adjacency graph, INDArray input) {
    return of(layer, (int) input.size(1), graph).output(input);
  }
}
