package io.github.gmnn.layer;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.Arrays;
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

  /**
   * Fills a new network's parameters from a stream of random numbers of ours where the layer's
   * initialisation allows it, so that ND4J's generator is neither used nor changed.
   *
   * @param layer the configuration
   * @param random the randomness
   * @return the layer's part of the flat parameter vector, or null if its initialisation needs ND4J
   */
  public static float[] initialParameters(
      org.deeplearning4j.nn.conf.layers.Layer layer, RandomStream random) {
    if (!(layer instanceof GraphLayer graphLayer)
        || !(graphLayer.getWeightInitFn() instanceof FanOutUniform)) {
      return null;
    }
    float[] flat = new float[Math.toIntExact(graphLayer.initializer().numParams(graphLayer))];
    int start = 0;
    int index = 0;
    for (Parameter parameter : GraphParamInitializer.all(graphLayer)) {
      float[] weights = new float[parameter.length()];
      if (parameter.name().equals(Parameter.BIAS)) {
        Arrays.fill(weights, (float) graphLayer.getBiasInit());
      } else {
        FanOutUniform.fill(weights, parameter.columns(), random.derive(index));
      }
      System.arraycopy(weights, 0, flat, start, weights.length);
      start += weights.length;
      index++;
    }
    return flat;
  }
}
