package io.github.gmnn.network;

import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphLayers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.ActivationLayer;
import org.deeplearning4j.nn.conf.layers.BatchNormalization;
import org.deeplearning4j.nn.conf.layers.DropoutLayer;
import org.deeplearning4j.nn.conf.layers.FeedForwardLayer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.learning.config.IUpdater;

/**
 * The layers and the updater of a network, before it meets a graph. Sizes follow from the graph: a
 * layer's inputs from the layer before it, the last layer's outputs (or those of the last before
 * layers that keep their width) from the number of classes where {@code nOut} is left open.
 *
 * @param layers DL4J layer configurations, at least one; the first takes sparse input and so must
 *     be a graph layer
 * @param updater the updater of all layers that name none of their own
 * @param l2 weight decay of all layers that name none of their own
 */
public record NetworkDefinition(List<Layer> layers, IUpdater updater, double l2) {
  /** Checks and copies. */
  public NetworkDefinition {
    layers = List.copyOf(layers);
    Objects.requireNonNull(updater, "updater");
    if (layers.isEmpty()) {
      throw new IllegalArgumentException("a network needs at least one layer");
    }
    if (!(l2 >= 0 && l2 < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("l2 must be finite and not negative, got " + l2);
    }
  }

  /**
   * What a layer has once its sizes are known.
   *
   * @param layer the configuration, its sizes set
   * @param parameterLengths how many values each of its parameters has
   * @param inputs how many values it takes per node
   * @param outputs how many values it gives per node
   */
  public record Shape(Layer layer, long[] parameterLengths, long inputs, long outputs) {}

  /**
   * Returns the sizes of all layers, without building anything.
   *
   * @param inputs the number of input columns
   * @param outputs the number of classes
   * @throws IllegalArgumentException if a layer is larger than arrays can be
   */
  public List<Shape> shapes(int inputs, int outputs) {
    List<Layer> copies = new ArrayList<>();
    layers.forEach(layer -> copies.add(layer.clone()));
    nameOutputs(copies, outputs);
    List<Shape> shapes = new ArrayList<>();
    InputType type = InputType.feedForward(inputs);
    for (int i = 0; i < copies.size(); i++) {
      Layer layer = copies.get(i);
      layer.setNIn(type, true);
      long width = type.arrayElementsPerExample();
      type = layer.getOutputType(i, type);
      shapes.add(
          new Shape(
              layer, GraphLayers.parameterLengths(layer), width, type.arrayElementsPerExample()));
    }
    return shapes;
  }

  /**
   * Checks that parameters from elsewhere are those of this network, before anything is allocated
   * for it.
   *
   * @param parameters the elements of each parameter, in the order of DL4J's flat vector
   * @param inputs the number of input columns
   * @param outputs the number of classes
   * @throws IllegalArgumentException if their number or the length of one differs
   */
  public void checkParameters(float[][] parameters, int inputs, int outputs) {
    List<Shape> shapes = shapes(inputs, outputs);
    int next = 0;
    for (Shape shape : shapes) {
      for (long length : shape.parameterLengths()) {
        if (next < parameters.length && parameters[next].length != length) {
          throw new IllegalArgumentException(
              shape.layer().getClass().getSimpleName()
                  + " needs a parameter of "
                  + length
                  + " values, found "
                  + parameters[next].length);
        }
        next++;
      }
    }
    long width = shapes.get(shapes.size() - 1).outputs();
    if (next != parameters.length || width != outputs) {
      throw new IllegalArgumentException(
          "the layers need "
              + next
              + " parameters and give "
              + width
              + " values per node, found "
              + parameters.length
              + " parameters and "
              + outputs
              + " classes");
    }
  }

  MultiLayerConfiguration configure(int inputs, int outputs) {
    List<Layer> copies = new ArrayList<>();
    for (Layer layer : layers) {
      copies.add(layer.clone()); // DL4J writes sizes and defaults into the configuration
    }
    nameOutputs(copies, outputs);
    NeuralNetConfiguration.ListBuilder list =
        new NeuralNetConfiguration.Builder()
            .dataType(DataType.FLOAT)
            .updater(updater.clone())
            .l2(l2)
            .list();
    copies.forEach(list::layer);
    MultiLayerConfiguration configuration =
        list.setInputType(InputType.feedForward(inputs)).validateOutputLayerConfig(false).build();
    InputType type = InputType.feedForward(inputs);
    for (int i = 0; i < copies.size(); i++) {
      type = configuration.getConf(i).getLayer().getOutputType(i, type);
    }
    long width = type.arrayElementsPerExample();
    if (width != outputs) {
      throw new IllegalArgumentException(
          "the last layer gives "
              + width
              + " values per node, but there are "
              + outputs
              + " classes: leave its nOut open or set it to "
              + outputs);
    }
    return configuration;
  }

  /** Sets the outputs of the last layer that has a say in them, if they are open. */
  private static void nameOutputs(List<Layer> layers, int outputs) {
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer layer = layers.get(i);
      boolean keepsWidth =
          layer instanceof GraphLayer graphLayer
              ? graphLayer.keepsWidth()
              : layer instanceof ActivationLayer
                  || layer instanceof DropoutLayer
                  || layer instanceof BatchNormalization;
      if (!keepsWidth) {
        if (layer instanceof FeedForwardLayer feedForward && feedForward.getNOut() == 0) {
          feedForward.setNOut(outputs);
        }
        return;
      }
    }
  }
}
