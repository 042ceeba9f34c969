package io.github.gmnn.layer;

import io.github.gmnn.compute.Workers;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import java.util.Arrays;
import java.util.List;
import org.deeplearning4j.nn.api.Layer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.FeedForwardLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.params.DefaultParamInitializer;
import org.deeplearning4j.nn.weights.IWeightInit;
import org.jspecify.annotations.Nullable;

/** Binds the graph layers of a DL4J network to a graph, and holds what layers share. */
public final class GraphLayers {
  private GraphLayers() {}

  /**
   * Returns the initialisation that most published graph networks start from: weights uniform in
   * ±sqrt(6 / (fan-in + fan-out)), Glorot and Bengio 2010. It needs no ND4J backend.
   */
  public static IWeightInit glorotUniform() {
    return new GlorotUniform();
  }

  /**
   * Binds every graph layer of an initialised network to a graph. The network then takes and gives
   * one row per node. The binding is not part of the configuration: bind again after loading.
   *
   * @param network an initialised network
   * @param adjacency the graph
   * @throws IllegalArgumentException if the network has no graph layer
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
   * @param features the features, a row per node; null to be fed with dense ones
   * @throws IllegalArgumentException if the network has no graph layer, or features are given and
   *     the first layer is none
   */
  public static void bind(
      MultiLayerNetwork network, Adjacency adjacency, @Nullable CsrMatrix features) {
    Layer[] layers = network.getLayers();
    if (features != null && !(layers[0] instanceof Dl4jGraphLayer)) {
      throw new IllegalArgumentException(
          "sparse features need a graph layer first, got " + layers[0].conf().getLayer());
    }
    boolean found = false;
    for (int i = 0; i < layers.length; i++) {
      if (layers[i] instanceof Dl4jGraphLayer layer) {
        complete(layer.conf().getLayer(), adjacency, false);
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
   * Checks the settings of a layer; see {@link GraphLayer#validate()}.
   *
   * @param layer a configuration
   * @throws IllegalArgumentException if a setting is out of range
   */
  public static void validate(org.deeplearning4j.nn.conf.layers.Layer layer) {
    if (layer instanceof GraphLayer graphLayer) {
      graphLayer.validate();
    }
  }

  /**
   * Settles what a layer leaves open and the graph decides; see {@link GraphLayer#completeFor}.
   *
   * @param layer a configuration, changed if it leaves something open
   * @param adjacency the graph
   * @param oneHot whether the layer is known to get the identity as input
   * @throws IllegalArgumentException if the layer does not fit the graph
   */
  public static void complete(
      org.deeplearning4j.nn.conf.layers.Layer layer, Adjacency adjacency, boolean oneHot) {
    if (layer instanceof GraphLayer graphLayer) {
      graphLayer.completeFor(adjacency, oneHot);
    }
  }

  /**
   * Settles what a layer leaves open and the number of classes decides; see {@link
   * GraphLayer#completeFor(int)}.
   *
   * @param layer a configuration, changed if it leaves something open
   * @param classes the number of classes
   */
  public static void complete(org.deeplearning4j.nn.conf.layers.Layer layer, int classes) {
    if (layer instanceof GraphLayer graphLayer) {
      graphLayer.completeFor(classes);
    }
  }

  /**
   * Returns how many values each parameter of a layer has, in the order of DL4J's flat vector, by
   * its configuration alone.
   *
   * @param layer the configuration, its sizes known
   * @throws IllegalArgumentException if a parameter is larger than an array can be, or the layer is
   *     one of DL4J's that graph networks do not know
   */
  public static long[] parameterLengths(org.deeplearning4j.nn.conf.layers.Layer layer) {
    if (layer instanceof GraphLayer graphLayer) {
      return GraphParamInitializer.all(graphLayer).stream().mapToLong(Parameter::length).toArray();
    }
    List<String> keys = layer.initializer().paramKeys(layer);
    long total = layer.initializer().numParams(layer);
    long[] lengths = new long[keys.size()];
    if (layer instanceof BatchNormalization) {
      Arrays.fill(lengths, total / Math.max(1, lengths.length));
    } else if (layer instanceof FeedForwardLayer feedForward) {
      for (int i = 0; i < lengths.length; i++) {
        boolean matrix = keys.get(i).equals(DefaultParamInitializer.WEIGHT_KEY);
        lengths[i] =
            matrix
                ? Math.multiplyExact(feedForward.getNIn(), feedForward.getNOut())
                : feedForward.getNOut();
      }
    }
    if (Arrays.stream(lengths).sum() != total) {
      throw new IllegalArgumentException(
          layer.getClass().getSimpleName() + " is not a layer of a graph network");
    }
    return lengths;
  }
}
