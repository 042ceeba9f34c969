package io.github.gmnn.layer;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import org.deeplearning4j.nn.api.Layer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;

/** Binds the graph layers of a DL4J network to a graph. */
public final class GraphLayers {
  private GraphLayers() {}

  /**
   * Binds every graph layer of an initialised network to a graph. The network then takes and gives
   * one row per node. The binding is not part of the configuration: bind again after loading.
   *
   * @param network an initialised network
   * @param adjacency the graph
   */
  public static void bind(MultiLayerNetwork network, Adjacency adjacency) {
    bind(network, adjacency, null);
  }

  /**
   * Binds every graph layer of an initialised network to a graph, and its first layer to sparse
   * features. The array that the network is then fed with stands for them: it needs a row per node,
   * its values are not read.
   *
   * @param network an initialised network whose first layer is a graph layer
   * @param adjacency the graph
   * @param features the features, a row per node
   */
  public static void bind(MultiLayerNetwork network, Adjacency adjacency, CsrMatrix features) {
    Layer[] layers = network.getLayers();
    if (features != null && !(layers[0] instanceof Dl4jGraphLayer)) {
      throw new IllegalArgumentException(
          "sparse features need a graph layer first, got " + layers[0].conf().getLayer());
    }
    boolean found = false;
    for (int i = 0; i < layers.length; i++) {
      if (layers[i] instanceof Dl4jGraphLayer layer) {
        SparseInput sparse = i == 0 && features != null ? new SparseInput(features) : null;
        layer.bind(adjacency, sparse, Workers.sequential());
        found = true;
      }
    }
    if (!found) {
      throw new IllegalArgumentException("the network has no graph layer to bind");
    }
  }
}
