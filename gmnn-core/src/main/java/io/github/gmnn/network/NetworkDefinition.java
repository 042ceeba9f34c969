package io.github.gmnn.network;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.layer.GraphLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.sparse.Adjacency;
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
  /** Copies, and checks all that layers say of themselves. */
  public NetworkDefinition {
    layers = copies(layers); // DL4J's configurations can be changed
    updater = Objects.requireNonNull(updater, "updater").clone();
    if (layers.isEmpty()) {
      throw new IllegalArgumentException("a network needs at least one layer");
    }
    layers.forEach(GraphLayers::validate);
    Checks.notNegative(l2, "l2");
  }

  /** Returns copies of the layers. */
  @Override
  public List<Layer> layers() {
    return copies(layers);
  }

  private static List<Layer> copies(List<Layer> layers) {
    return layers.stream().map(Layer::clone).toList();
  }

  /** Returns this definition with what layers leave open and the graph decides. */
  public NetworkDefinition completedFor(Adjacency adjacency) {
    List<Layer> completed = layers();
    completed.forEach(layer -> GraphLayers.complete(layer, adjacency, false));
    return new NetworkDefinition(completed, updater, l2);
  }

  /**
   * Returns the configuration of each layer, with all sizes and defaults. A {@code
   * MultiLayerConfiguration} is not made: building one seeds ND4J's generator, which needs a
   * backend and is not ours to seed.
   */
  public List<NeuralNetConfiguration> configure(int inputs, int outputs) {
    List<Layer> copies = layers(); // DL4J writes sizes and defaults into them
    nameOutputs(copies, outputs);
    List<NeuralNetConfiguration> configurations = new ArrayList<>();
    InputType type = InputType.feedForward(inputs);
    for (int i = 0; i < copies.size(); i++) {
      NeuralNetConfiguration configuration = defaults().layer(copies.get(i)).build();
      configuration.getLayer().setNIn(type, false);
      type = configuration.getLayer().getOutputType(i, type);
      configurations.add(configuration);
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
    return configurations;
  }

  /**
   * What a layer has once its sizes are known.
   *
   * @param layer the configuration, its sizes and defaults set
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
   * @throws IllegalArgumentException if the layers do not fit together, or are larger than arrays
   *     can be
   */
  public List<Shape> shapes(int inputs, int outputs) {
    List<Shape> shapes = new ArrayList<>();
    InputType type = InputType.feedForward(inputs);
    for (NeuralNetConfiguration configuration : configure(inputs, outputs)) {
      Layer layer = configuration.getLayer();
      long width = type.arrayElementsPerExample();
      long[] lengths = GraphLayers.parameterLengths(layer);
      if (lengths.length > 0
          && layer instanceof FeedForwardLayer feedForward
          && feedForward.getNIn() != width) {
        throw new IllegalArgumentException(
            layer.getClass().getSimpleName()
                + " takes "
                + feedForward.getNIn()
                + " values per node, but gets "
                + width);
      }
      type = layer.getOutputType(shapes.size(), type);
      shapes.add(new Shape(layer, lengths, width, type.arrayElementsPerExample()));
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
    int next = 0;
    for (Shape shape : shapes(inputs, outputs)) {
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
    if (next != parameters.length) {
      throw new IllegalArgumentException(
          "the layers need " + next + " parameters, found " + parameters.length);
    }
  }

  private NeuralNetConfiguration.Builder defaults() {
    return new NeuralNetConfiguration.Builder()
        .dataType(DataType.FLOAT)
        .updater(updater.clone())
        .l2(l2);
  }

  /** Returns the same as one configuration of a DL4J network. Seeds ND4J's generator. */
  public MultiLayerConfiguration configureForDl4j(int inputs, int outputs) {
    List<Layer> copies = layers();
    nameOutputs(copies, outputs);
    NeuralNetConfiguration.ListBuilder list = defaults().list();
    copies.forEach(list::layer);
    return list.setInputType(InputType.feedForward(inputs))
        .validateOutputLayerConfig(false)
        .build();
  }

  /** Tells layers the classes, and sets the outputs of the last that has a say, if open. */
  private static void nameOutputs(List<Layer> layers, int outputs) {
    layers.forEach(layer -> GraphLayers.complete(layer, outputs));
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
