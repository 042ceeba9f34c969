package io.github.gmnn.network;

import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.Nd4jArrays;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.gradient.DefaultGradient;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Shows our training steps to DL4J's listeners; does nothing while there are none. */
final class ListenerBridge {
  private final MultiLayerNetwork container;
  private final List<AttachedLayer> layers;
  private final List<TrainingListener> listeners = new ArrayList<>();

  ListenerBridge(MultiLayerNetwork container, List<AttachedLayer> layers) {
    this.container = container;
    this.layers = layers;
  }

  void add(List<TrainingListener> added) {
    listeners.addAll(added);
    container.addListeners(added.toArray(TrainingListener[]::new));
  }

  void stepDone(double loss, int iteration) {
    if (listeners.isEmpty()) {
      return;
    }
    layers.forEach(AttachedLayer::store);
    container.setScore(loss);
    container.setIterationCount(iteration);
    // listeners ask for the batch size, which DL4J takes from the labels: one graph
    INDArray one = Nd4j.zeros(1, 1);
    container.setInput(one);
    container.setLabels(one);
    container.setGradient(gradient());
    for (TrainingListener listener : listeners) {
      listener.onGradientCalculation(container);
      listener.onBackwardPass(container);
      listener.iterationDone(container, iteration, container.getEpochCount());
    }
  }

  private Gradient gradient() {
    Gradient gradient = new DefaultGradient();
    for (int i = 0; i < layers.size(); i++) {
      for (AttachedLayer.Slot slot : layers.get(i).slots()) {
        INDArray shape = container.getLayer(i).getParam(slot.name());
        INDArray array = Nd4j.createUninitialized(shape.dataType(), shape.shape(), 'c');
        Nd4jArrays.copy(slot.gradient(), array);
        gradient.setGradientFor(i + "_" + slot.name(), array);
      }
    }
    return gradient;
  }
}
