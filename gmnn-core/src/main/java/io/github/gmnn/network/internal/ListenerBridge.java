package io.github.gmnn.network.internal;

import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.internal.Nd4jArrays;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.gradient.DefaultGradient;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Shows our training steps to DL4J's listeners through a DL4J network of the same layers. A step of
 * the whole graph is an iteration and an epoch. They are counted here, because the network's own
 * count goes back where training returns to an earlier state, and charts must not.
 */
final class ListenerBridge {
  private final MultiLayerNetwork container;
  private final List<AttachedLayer> layers;
  private final List<TrainingListener> listeners;
  private int steps;

  ListenerBridge(
      MultiLayerNetwork container, List<AttachedLayer> layers, List<TrainingListener> listeners) {
    this.container = container;
    this.layers = layers;
    this.listeners = List.copyOf(listeners);
    container.addListeners(listeners.toArray(TrainingListener[]::new));
  }

  void stepStarts() {
    listeners.forEach(listener -> listener.onEpochStart(container));
  }

  void stepDone(double loss, double weight) {
    Dl4jNetworks.store(layers, container);
    container.setScore(loss);
    // listeners ask for the batch size, which DL4J takes from the labels: one graph
    INDArray one = Nd4j.zeros(1, 1);
    container.setInput(one);
    container.setLabels(one);
    container.setGradient(gradient((float) (1 / weight)));
    List<INDArray> activations = activations();
    container.setIterationCount(++steps);
    for (TrainingListener listener : listeners) {
      listener.onForwardPass(container, activations);
      listener.onGradientCalculation(container);
      listener.onBackwardPass(container);
      listener.iterationDone(container, steps, container.getEpochCount());
    }
    listeners.forEach(listener -> listener.onEpochEnd(container));
    container.setEpochCount(steps);
  }

  /** What each layer gave in the step's last pass. */
  private List<INDArray> activations() {
    List<INDArray> activations = new ArrayList<>();
    for (AttachedLayer layer : layers) {
      activations.add(Nd4jArrays.toNd4j(layer.output()));
    }
    return activations;
  }

  private Gradient gradient(float scale) {
    Gradient gradient = new DefaultGradient();
    for (int i = 0; i < layers.size(); i++) {
      for (AttachedLayer.Slot slot : layers.get(i).slots()) {
        INDArray shape = container.getLayer(i).getParam(slot.name());
        INDArray array = Nd4j.createUninitialized(shape.dataType(), shape.shape(), 'c');
        Nd4jArrays.copy(slot.gradient(), array);
        gradient.setGradientFor(i + "_" + slot.name(), array.muli(scale));
      }
    }
    return gradient;
  }
}
