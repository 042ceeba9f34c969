package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.layer.Nd4jArrays;
import io.github.gmnn.layer.Nd4jRandomness;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A Deeplearning4j network attached to a graph, trained by full-graph steps of our own. What {@link
 * InferenceNetwork} and {@link LearningNetwork} have in common.
 *
 * <p>All buffers are made when it is created; a step allocates nothing that grows with the graph.
 * Not thread-safe: it lives on the thread of one fit.
 */
public abstract class GraphNetwork {
  private final MultiLayerNetwork container;
  private final List<AttachedLayer> layers = new ArrayList<>();
  private final List<ParameterUpdater> updaters = new ArrayList<>();
  private final Workers workers;
  private final DenseMatrix logitsGradient;
  private final double[] lossPerNode;
  private final ListenerBridge listeners;
  private final Reach all;
  private Reach training;
  private Reach evaluation;
  private float[][] gradientSums;
  private int iteration;

  GraphNetwork(
      NetworkDefinition definition,
      Adjacency adjacency,
      int inputs,
      int outputs,
      RandomStream random,
      Workers workers) {
    this.workers = workers;
    this.container = create(definition, inputs, outputs, random);
    for (org.deeplearning4j.nn.api.Layer layer : container.getLayers()) {
      layers.add(AttachedLayer.of(layer, adjacency, workers));
    }
    for (AttachedLayer layer : layers) {
      for (AttachedLayer.Slot slot : layer.slots()) {
        updaters.add(ParameterUpdater.of(slot));
      }
    }
    this.logitsGradient = DenseMatrix.zeros(adjacency.nodes(), outputs);
    this.lossPerNode = new double[adjacency.nodes()];
    this.listeners = new ListenerBridge(container, layers);
    this.all = reach(null);
    this.training = all;
    this.evaluation = all;
  }

  /**
   * Creates the DL4J network. DL4J seeds ND4J's generator when it builds a configuration and when
   * it draws weights: it is borrowed for that, and the host finds it as it was.
   */
  static MultiLayerNetwork create(
      NetworkDefinition definition, int inputs, int outputs, RandomStream random) {
    return Nd4jRandomness.seeded(
        random.key(), () -> create(definition.configure(inputs, outputs), random));
  }

  /** Takes parameters from our own stream where all layers allow it, else from ND4J's generator. */
  private static MultiLayerNetwork create(
      MultiLayerConfiguration configuration, RandomStream random) {
    List<NeuralNetConfiguration> confs = configuration.getConfs();
    confs.forEach(conf -> conf.setSeed(random.key())); // without it, the time of day
    MultiLayerNetwork network = new MultiLayerNetwork(configuration);
    List<float[]> parts = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < confs.size(); i++) {
      float[] part = GraphLayers.initialParameters(confs.get(i).getLayer(), random.derive(i));
      if (part == null) {
        network.init();
        return network;
      }
      parts.add(part);
      length += part.length;
    }
    if (length == 0) {
      network.init();
      return network;
    }
    float[] flat = new float[length];
    int start = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, flat, start, part.length);
      start += part.length;
    }
    INDArray parameters = Nd4j.createUninitialized(DataType.FLOAT, 1, length);
    Nd4jArrays.copy(flat, parameters);
    network.init(parameters, false);
    return network;
  }

  /** Attaches DL4J listeners, called after every step. */
  public final void addListeners(List<TrainingListener> added) {
    listeners.add(added);
  }

  /**
   * One training step over the whole graph: forward, loss, backward, update. With several inputs
   * the loss is the mean over them.
   *
   * @param inputs the inputs
   * @param targets the targets of each input
   * @param random the randomness of this step
   * @return the loss before the step, without penalties
   */
  final double step(List<SparseInput> inputs, List<Targets> targets, RandomStream random) {
    double loss = 0;
    for (int s = 0; s < inputs.size(); s++) {
      loss += gradients(inputs.get(s), targets.get(s), random.derive(s));
      if (inputs.size() > 1) {
        addGradients(s, inputs.size());
      }
    }
    for (int i = 0; i < updaters.size(); i++) {
      updaters.get(i).update(iteration);
    }
    for (int i = 0; i < layers.size(); i++) {
      layers.get(i).parametersChanged();
    }
    iteration++;
    loss /= inputs.size();
    listeners.stepDone(loss, iteration);
    return loss;
  }

  private double gradients(SparseInput input, Targets targets, RandomStream random) {
    if (training.nodes() != targets.nodes()) {
      training = reach(targets.nodes());
    }
    DenseMatrix logits = forward(input, true, random, training);
    double loss =
        SoftmaxCrossEntropy.lossAndGradient(logits, targets, logitsGradient, lossPerNode, workers);
    DenseMatrix gradient = logitsGradient;
    for (int i = layers.size() - 1; i >= 0; i--) {
      gradient = layers.get(i).backward(gradient, i > 0);
    }
    return loss;
  }

  /** Sums the gradients of sample {@code s}; behind the last one the slots hold the mean. */
  private void addGradients(int s, int count) {
    if (gradientSums == null) {
      gradientSums = new float[updaters.size()][];
      for (int i = 0; i < gradientSums.length; i++) {
        gradientSums[i] = new float[updaters.get(i).slot.gradient().length];
      }
    }
    float scale = 1f / count;
    for (int i = 0; i < gradientSums.length; i++) {
      float[] gradient = updaters.get(i).slot.gradient();
      float[] sum = gradientSums[i];
      for (int j = 0; j < sum.length; j++) {
        sum[j] = (s == 0 ? 0f : sum[j]) + scale * gradient[j];
      }
      if (s == count - 1) {
        System.arraycopy(sum, 0, gradient, 0, sum.length);
      }
    }
  }

  private DenseMatrix forward(
      SparseInput input, boolean training, RandomStream random, Reach reach) {
    DenseMatrix output = null;
    for (int i = 0; i < layers.size(); i++) {
      AttachedLayer layer = layers.get(i);
      if (i == 0) {
        layer.setInput(input);
      } else {
        layer.setInput(output);
      }
      RandomStream ofLayer = training ? random.derive(i) : null;
      output = layer.forward(training, ofLayer, reach.rows().get(i), reach.rows().get(i + 1));
    }
    return output;
  }

  /**
   * What the logits of some nodes depend on.
   *
   * @param nodes the nodes, or null for all
   * @param rows the nodes whose input each layer needs, and the nodes themselves
   */
  private record Reach(int[] nodes, List<RowSet> rows) {}

  private Reach reach(int[] nodes) {
    List<RowSet> rows = new ArrayList<>();
    rows.add(nodes == null ? RowSet.all(lossPerNode.length) : RowSet.of(lossPerNode.length, nodes));
    for (int i = layers.size() - 1; i >= 0; i--) {
      rows.add(0, layers.get(i).inputRows(rows.get(0)));
    }
    return new Reach(nodes, rows);
  }

  /**
   * Evaluates the network, without dropout.
   *
   * @param input the input
   * @return the logits of every node, overwritten by the next pass
   */
  final DenseMatrix evaluate(SparseInput input) {
    return forward(input, false, null, all);
  }

  /**
   * Evaluates the network for some nodes, without dropout.
   *
   * @param input the input
   * @param nodes the nodes; what they depend on is found out once for the same array, which must
   *     hold the same nodes then
   * @return the logits of these nodes, overwritten by the next pass; other rows hold anything
   */
  final DenseMatrix evaluate(SparseInput input, int[] nodes) {
    if (evaluation.nodes() != nodes) {
      evaluation = reach(nodes);
    }
    return forward(input, false, null, evaluation);
  }

  /** Evaluates all layers but the last: the embedding of every node, or null with one layer. */
  final DenseMatrix evaluateHidden(SparseInput input) {
    if (layers.size() == 1) {
      return null;
    }
    layers.get(0).setInput(input);
    DenseMatrix output = layers.get(0).forward(false, null);
    for (int i = 1; i < layers.size() - 1; i++) {
      layers.get(i).setInput(output);
      output = layers.get(i).forward(false, null);
    }
    return output.copy();
  }

  /** Returns a copy of all that training changes. */
  public final NetworkState state() {
    float[][] parameters = new float[updaters.size()][];
    float[][] updaterState = new float[updaters.size()][];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = updaters.get(i).slot.value().clone();
      updaterState[i] = updaters.get(i).state.clone();
    }
    return new NetworkState(parameters, updaterState, iteration);
  }

  /** Returns a copy of the parameters, in the order of DL4J's flat vector. */
  public final float[][] parameters() {
    return state().parameters();
  }

  /**
   * Takes over the parameters of a network of the same shape; the updater starts anew.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  public final void setParameters(float[][] parameters) {
    NetworkState fresh = state();
    restore(new NetworkState(parameters, fresh.updaterState(), fresh.iteration()));
  }

  /**
   * Returns to a state taken from a network of the same shape.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  public final void restore(NetworkState state) {
    if (state.parameters().length != updaters.size()) {
      throw new IllegalArgumentException(
          "the state has "
              + state.parameters().length
              + " parameters, the network "
              + updaters.size());
    }
    for (int i = 0; i < updaters.size(); i++) {
      ParameterUpdater updater = updaters.get(i);
      copy(state.parameters()[i], updater.slot.value(), updater.slot.name());
      copy(state.updaterState()[i], updater.state, "updater state of " + updater.slot.name());
      updater.stateRestored();
    }
    for (AttachedLayer layer : layers) {
      layer.parametersChanged();
    }
    iteration = state.iteration();
  }

  private static void copy(float[] from, float[] to, String what) {
    if (from.length != to.length) {
      throw new IllegalArgumentException(
          what + ": expected " + to.length + " values, found " + from.length);
    }
    System.arraycopy(from, 0, to, 0, to.length);
  }

  /**
   * Returns the DL4J network, holding the parameters as they are now. Its graph layers are not
   * bound: see {@link GraphLayers#bind}.
   */
  public final MultiLayerNetwork dl4jNetwork() {
    layers.forEach(AttachedLayer::store);
    return container;
  }
}
