package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.List;

/**
 * The layers of a network below its output, for losses that bring an output layer of their own: a
 * softmax over all nodes is too large for {@link GraphNetwork}, which holds a logit per node and
 * class.
 *
 * <p>All buffers are made when it is created. Not thread-safe: it lives on the thread of one fit.
 */
public final class Encoder {
  private final List<AttachedLayer> layers = new ArrayList<>();
  private final List<ParameterUpdater> updaters = new ArrayList<>();
  private int iteration;

  /**
   * Creates an encoder on a graph.
   *
   * @param definition its layers; the last one's width is {@code outputs}
   * @param adjacency the graph
   * @param inputs the number of input columns
   * @param outputs the width of what it gives for each node
   * @param random the randomness of its initial weights
   * @param workers the threads to use
   */
  public Encoder(
      NetworkDefinition definition,
      Adjacency adjacency,
      int inputs,
      int outputs,
      RandomStream random,
      Workers workers) {
    for (org.deeplearning4j.nn.api.Layer layer :
        GraphNetwork.create(definition, inputs, outputs, random).getLayers()) {
      layers.add(AttachedLayer.of(layer, adjacency, workers));
    }
    for (AttachedLayer layer : layers) {
      layer.slots().forEach(slot -> updaters.add(ParameterUpdater.of(slot)));
    }
  }

  /**
   * Encodes all nodes.
   *
   * @param input a row per node
   * @param training whether dropout applies
   * @param random the randomness of a training pass; unused in evaluation
   * @return a row per node, overwritten by the next pass
   */
  public DenseMatrix forward(SparseInput input, boolean training, RandomStream random) {
    layers.get(0).setInput(input);
    DenseMatrix output = layers.get(0).forward(training, training ? random.derive(0) : null);
    for (int i = 1; i < layers.size(); i++) {
      layers.get(i).setInput(output);
      output = layers.get(i).forward(training, training ? random.derive(i) : null);
    }
    return output;
  }

  /**
   * Changes the parameters by the gradients of the last training pass.
   *
   * @param outputGradient the gradient of the loss at what {@link #forward} gave
   */
  public void update(DenseMatrix outputGradient) {
    DenseMatrix gradient = outputGradient;
    for (int i = layers.size() - 1; i >= 0; i--) {
      gradient = layers.get(i).backward(gradient, i > 0);
    }
    for (ParameterUpdater updater : updaters) {
      updater.update(iteration);
    }
    layers.forEach(AttachedLayer::parametersChanged);
    iteration++;
  }
}
