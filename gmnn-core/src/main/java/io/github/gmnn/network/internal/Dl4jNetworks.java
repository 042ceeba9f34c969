package io.github.gmnn.network.internal;

import io.github.gmnn.internal.Nd4jBackend;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.internal.Nd4jArrays;
import io.github.gmnn.layer.internal.Nd4jRandomness;
import io.github.gmnn.network.NetworkDefinition;
import java.util.List;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;

/** Shows our networks as DL4J's. */
final class Dl4jNetworks {
  private Dl4jNetworks() {}

  /** Makes a DL4J network of these layers and their parameters. */
  static MultiLayerNetwork of(
      NetworkDefinition definition, int inputs, int outputs, List<AttachedLayer> layers) {
    Nd4jBackend.require("dl4jNetwork()");
    return Nd4jRandomness.seeded(
        0,
        () -> {
          MultiLayerNetwork network =
              new MultiLayerNetwork(definition.configureForDl4j(inputs, outputs));
          network.init();
          store(layers, network);
          return network;
        });
  }

  /** Writes the parameters as they are now into a network that {@link #of} made. */
  static void store(List<AttachedLayer> layers, MultiLayerNetwork network) {
    for (int i = 0; i < layers.size(); i++) {
      org.deeplearning4j.nn.api.Layer layer = network.getLayer(i);
      layers.get(i).values().forEach((name, value) -> Nd4jArrays.copy(value, layer.getParam(name)));
    }
  }
}
