package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Nd4jBackend;
import io.github.gmnn.layer.AttachedLayer;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.network.NetworkDefinition;
import io.github.gmnn.network.Objective;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.SparseInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.learning.config.NoOp;

/**
 * A stack of layers attached to a graph: one forward pass for training, evaluation, embeddings and
 * prediction; the gradient of an {@link Objective} as one flat vector; and, apart from it, the
 * update. What {@link InferenceGraphNetwork} and {@link LearningGraphNetwork} have in common.
 *
 * <p>Parameters are zero until {@link #initialize} draws them or {@link #setParameters} takes them
 * over. What only training needs is made by the first step and used again; later steps allocate
 * nothing that grows with the graph. Not thread-safe.
 */
public class GraphNetwork implements Trainable {
  /** Sets of nodes whose surroundings are kept: a training set, a validation set, and two more. */
  private static final int KEPT_REACHES = 4;

  private final NetworkDefinition definition;
  private final int inputs;
  private final List<AttachedLayer> layers = new ArrayList<>();
  private final RowSet allNodes;
  private final int outputs;
  private final Workers workers;
  private final List<TrainingListener> listeners = new ArrayList<>();

  /** For some sets of nodes, the nodes whose input each layer needs, and last the nodes. */
  private final Map<RowSet, List<RowSet>> reaches =
      new LinkedHashMap<>(2 * KEPT_REACHES, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RowSet, List<RowSet>> eldest) {
          return size() > KEPT_REACHES;
        }
      };

  private @Nullable Training training;
  private int iteration;
  private int smallUpdates;

  /**
   * Attaches a network to a graph.
   *
   * @param definition its layers
   * @param adjacency the graph
   * @param inputs the number of input columns
   * @param outputs the number of values it gives for each node
   * @param workers the threads to use
   */
  public GraphNetwork(
      NetworkDefinition definition, Adjacency adjacency, int inputs, int outputs, Workers workers) {
    this.definition = definition.completedFor(adjacency);
    this.inputs = inputs;
    this.allNodes = RowSet.all(adjacency.nodes());
    this.outputs = outputs;
    this.workers = workers;
    for (NeuralNetConfiguration conf : this.definition.configure(inputs, outputs)) {
      layers.add(AttachedLayer.of(conf, adjacency, workers));
    }
  }

  private GraphNetwork(GraphNetwork network, Adjacency adjacency, Workers workers) {
    this.definition = network.definition;
    this.inputs = network.inputs;
    this.allNodes = RowSet.all(adjacency.nodes());
    this.outputs = network.outputs;
    this.workers = workers;
    network.layers.forEach(layer -> layers.add(layer.on(adjacency, workers)));
  }

  /** Returns the number of input columns. */
  final int inputs() {
    return inputs;
  }

  /**
   * Returns this network on another graph, to be evaluated there or to give gradients. It shares
   * the parameters; networks on several graphs may run at once as long as nobody changes them.
   *
   * @param adjacency the other graph, which fits the layers
   * @param itsWorkers the threads to use
   */
  public final GraphNetwork on(Adjacency adjacency, Workers itsWorkers) {
    return new GraphNetwork(this, adjacency, itsWorkers);
  }

  /** The layers of one pass of a step, and what their backward halves fill. */
  private record Stack(List<AttachedLayer> layers, List<AttachedLayer.Slot> slots) {
    static Stack of(List<AttachedLayer> layers) {
      List<AttachedLayer.Slot> slots = new ArrayList<>();
      layers.forEach(layer -> slots.addAll(layer.slots()));
      return new Stack(layers, slots);
    }
  }

  /** What only training needs: updaters with their state, and buffers. */
  private final class Training {
    /** A stack for each pass of a step; the first one's layers are those that evaluate too. */
    final List<Stack> stacks = new ArrayList<>(List.of(Stack.of(layers)));

    final List<ParameterUpdater> updaters = new ArrayList<>();
    final StepOutputs passes = new StepOutputs(allNodes.count(), outputs, workers);
    final @Nullable ListenerBridge bridge;
    private @Nullable Gradient gradient;

    Training() {
      slots().forEach(slot -> updaters.add(ParameterUpdater.of(slot)));
      bridge = listeners.isEmpty() ? null : new ListenerBridge(dl4jNetwork(), layers, listeners);
    }

    /** The slots that the updaters read. */
    List<AttachedLayer.Slot> slots() {
      return stacks.get(0).slots();
    }

    /** For steps that sum several gradients. */
    Gradient gradient() {
      if (gradient == null) {
        gradient = new Gradient(parameterCount());
      }
      return gradient;
    }
  }

  private void parametersChanged() {
    layers.forEach(AttachedLayer::parametersChanged);
    for (int pass = 1; training != null && pass < training.stacks.size(); pass++) {
      training.stacks.get(pass).layers().forEach(AttachedLayer::parametersChanged);
    }
  }

  private Training training() {
    if (training == null) {
      training = new Training();
    }
    return training;
  }

  /**
   * Draws new parameters, to be trained; updaters start anew.
   *
   * @param random the randomness
   * @throws IllegalStateException if a layer, its initialisation or its updater needs an ND4J
   *     backend and there is none
   */
  public final void initialize(RandomStream random) {
    for (int i = 0; i < layers.size(); i++) {
      layers.get(i).initialize(random.derive(i));
      layers.get(i).slots().forEach(ParameterUpdater::check);
    }
    restartUpdaters();
  }

  @Override
  public final void warmUp(int updates) {
    smallUpdates = updates;
  }

  /** Lets the updaters forget all steps so far; the parameters stay. */
  public final void restartUpdaters() {
    training = null;
    iteration = 0;
  }

  /**
   * Attaches DL4J listeners, called in every step; to be called before the first one.
   *
   * @throws IllegalStateException if there are any and no ND4J backend
   */
  public final void addListeners(List<TrainingListener> added) {
    for (TrainingListener listener : added) {
      Nd4jBackend.require("DL4J's listener " + listener.getClass().getSimpleName());
    }
    listeners.addAll(added);
  }

  /** Returns how many numbers the parameters have in all. */
  public final int parameterCount() {
    int count = 0;
    for (AttachedLayer layer : layers) {
      for (float[] value : layer.values().values()) {
        count = Math.addExact(count, value.length);
      }
    }
    return count;
  }

  /**
   * One training step: the gradient of an objective, and the update.
   *
   * @param input the input, a row per node
   * @param objective what to minimise
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of this step
   * @return the mean loss before the update, without penalties
   */
  public final double step(SparseInput input, Objective objective, int epoch, RandomStream random) {
    return step(List.of(input), List.of(objective), epoch, random);
  }

  /** One step on several inputs, each with an objective of its own: the sum of their gradients. */
  final double step(
      List<SparseInput> samples, List<Objective> objectives, int epoch, RandomStream random) {
    stepStarts();
    if (samples.size() == 1 && objectives.get(0).passes() == 1) {
      // what the slots hold after one backward pass is the gradient: no need to sum it elsewhere
      Objective.Loss loss = backward(samples.get(0), objectives.get(0), epoch, random.derive(0));
      update(loss.sum(), loss.weight());
      return loss.sum() / loss.weight();
    }
    Gradient gradient = training().gradient();
    gradient.clear();
    for (int i = 0; i < samples.size(); i++) {
      addGradient(samples.get(i), objectives.get(i), epoch, random.derive(i), gradient);
    }
    apply(gradient);
    return gradient.meanLoss();
  }

  /** Tells listeners that a step begins; {@link #apply} tells them that it is done. */
  final void stepStarts() {
    ListenerBridge bridge = training().bridge;
    if (bridge != null) {
      bridge.stepStarts();
    }
  }

  /**
   * Adds the gradient of an objective, without changing the parameters.
   *
   * @param input the input, a row per node
   * @param objective what to differentiate
   * @param epoch the epoch within its phase, from 1
   * @param random the randomness of the passes
   * @param sum what the gradient and the loss are added to
   */
  public final void addGradient(
      SparseInput input, Objective objective, int epoch, RandomStream random, Gradient sum) {
    Objective.Loss loss = backward(input, objective, epoch, random);
    for (int pass = 0; pass < objective.passes(); pass++) {
      addSlots(training().stacks.get(pass).slots(), sum);
    }
    sum.count(loss.sum(), loss.weight());
  }

  /** Runs all passes forward and backward; each pass's slots then hold its gradient. */
  private Objective.Loss backward(
      SparseInput input, Objective objective, int epoch, RandomStream random) {
    int count = objective.passes();
    List<RowSet> reach = reach(objective.nodes());
    StepOutputs passes = training().passes;
    passes.start(count, epoch, random.derive("objective"));
    List<Stack> stacks = training().stacks;
    while (stacks.size() < count) {
      stacks.add(Stack.of(layers.stream().map(AttachedLayer::twin).toList()));
    }
    input.twin(count - 1); // made before several threads ask for it
    if (count > 1) {
      layers.get(0).beforePasses(input, reach.get(0));
    }
    sideBySide(
        count,
        pass -> {
          List<AttachedLayer> stack = stacks.get(pass).layers();
          for (int i = 0; i < stack.size(); i++) {
            stack.get(i).setPass(pass, random.derive("step").derive(i));
          }
          RandomStream ofPass = random.derive(pass);
          passes.take(pass, forward(stack, input.twin(pass), ofPass, reach, stack.size()));
        });
    Objective.Loss loss = objective.lossAndGradient(passes);
    double weight = loss.weight() / count;
    sideBySide(count, pass -> backward(stacks.get(pass), passes.gradient(pass), weight));
    if (count > 1) {
      layers
          .get(0)
          .afterPasses(
              stacks.subList(0, count).stream().map(stack -> stack.layers().get(0)).toList());
    }
    return loss;
  }

  /** Runs the passes of a step, a thread for each where there are so many. */
  private void sideBySide(int passes, Workers.Part body) {
    boolean apart = layers.stream().allMatch(AttachedLayer::runsBesideTwins);
    (apart ? workers : Workers.sequential()).forParts(passes, body);
  }

  /**
   * Runs a pass backward.
   *
   * @param weight what a parameter without an updater counts for: it holds a step, no gradient
   */
  private static void backward(Stack stack, DenseMatrix outputGradient, double weight) {
    DenseMatrix gradient = outputGradient;
    for (int i = stack.layers().size() - 1; i >= 0 && gradient != null; i--) {
      gradient = stack.layers().get(i).backward(gradient, i > 0);
    }
    for (AttachedLayer.Slot slot : stack.slots()) {
      if (slot.updater() instanceof NoOp) {
        float[] step = slot.gradient();
        for (int i = 0; i < step.length; i++) {
          step[i] *= (float) weight;
        }
      }
    }
  }

  private static void addSlots(List<AttachedLayer.Slot> slots, Gradient sum) {
    int start = 0;
    for (AttachedLayer.Slot slot : slots) {
      sum.add(slot.gradient(), start);
      start += slot.gradient().length;
    }
    sum.addedAll();
  }

  /**
   * Updates the parameters.
   *
   * @param gradient of an objective at the parameters as they are
   */
  public final void apply(Gradient gradient) {
    int start = 0;
    for (AttachedLayer.Slot slot : training().slots()) {
      System.arraycopy(gradient.values(), start, slot.gradient(), 0, slot.gradient().length);
      start += slot.gradient().length;
    }
    update(gradient.loss(), gradient.weight());
  }

  /** Updates the parameters by what the slots hold. */
  private void update(double loss, double weight) {
    float share = Math.min(1f, (iteration + 1f) / (smallUpdates + 1f));
    for (ParameterUpdater updater : training().updaters) {
      updater.update((float) (1 / weight), iteration, share);
    }
    parametersChanged();
    iteration++;
    ListenerBridge bridge = training().bridge;
    if (bridge != null) {
      bridge.stepDone(loss / weight, weight);
    }
  }

  /**
   * Runs the first layers of a stack over the nodes.
   *
   * @param random the randomness of a training pass, or null in evaluation
   * @param reach what {@link #reach} gave for the nodes wanted
   * @param depth how many layers to run
   */
  private static DenseMatrix forward(
      List<AttachedLayer> stack,
      SparseInput input,
      @Nullable RandomStream random,
      List<RowSet> reach,
      int depth) {
    DenseMatrix output = null;
    for (int i = 0; i < depth; i++) {
      AttachedLayer layer = stack.get(i);
      if (output == null) {
        layer.setInput(input);
      } else {
        layer.setInput(output);
      }
      RandomStream ofLayer = random == null ? null : random.derive(i);
      output = layer.forward(random != null, ofLayer, reach.get(i), reach.get(i + 1));
    }
    return Objects.requireNonNull(output, "a network has layers");
  }

  private List<RowSet> reach(RowSet nodes) {
    List<RowSet> known = reaches.get(nodes);
    if (known != null) {
      return known;
    }
    List<RowSet> rows = new ArrayList<>();
    rows.add(nodes);
    for (int i = layers.size() - 1; i >= 0; i--) {
      rows.add(0, layers.get(i).inputRows(rows.get(0)));
    }
    reaches.put(nodes, rows);
    return rows;
  }

  /** Returns the nodes whose input the outputs of some nodes depend on. */
  public final RowSet inputNodes(RowSet nodes) {
    return reach(nodes).get(0);
  }

  /**
   * Evaluates the network, without dropout.
   *
   * @param input the input, a row per node
   * @return the outputs of every node, overwritten by the next pass
   */
  public final DenseMatrix evaluate(SparseInput input) {
    return evaluate(input, allNodes);
  }

  /**
   * Evaluates the network for some nodes, without dropout.
   *
   * @param input the input, a row per node
   * @param nodes the nodes
   * @return the outputs of these nodes, overwritten by the next pass; other rows hold anything
   */
  public final DenseMatrix evaluate(SparseInput input, RowSet nodes) {
    return forward(layers, input, null, reach(nodes), layers.size());
  }

  /**
   * Evaluates all layers but the last: the embedding of every node.
   *
   * @param input the input, a row per node
   * @return a copy, or null if there is one layer only
   */
  public final @Nullable DenseMatrix evaluateHidden(SparseInput input) {
    if (layers.size() == 1) {
      return null;
    }
    return forward(layers, input, null, reach(allNodes), layers.size() - 1).copy();
  }

  /** Returns a copy of the parameters, in the order of DL4J's flat vector. */
  public final float[][] parameters() {
    List<float[]> copies = new ArrayList<>();
    for (AttachedLayer layer : layers) {
      layer.values().values().forEach(value -> copies.add(value.clone()));
    }
    return copies.toArray(float[][]::new);
  }

  /**
   * Takes over the parameters of a network of the same shape; an updater starts anew.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  public final void setParameters(float[][] parameters) {
    List<float[]> values = new ArrayList<>();
    layers.forEach(layer -> values.addAll(layer.values().values()));
    if (parameters.length != values.size()) {
      throw new IllegalArgumentException(
          "expected "
              + values.size()
              + " parameters as the network has, found "
              + parameters.length);
    }
    for (int i = 0; i < parameters.length; i++) {
      copy(parameters[i], values.get(i), "parameter " + i);
    }
    restartUpdaters();
    parametersChanged();
  }

  /**
   * Takes over what a network of the same layers learned on a graph with other inputs or classes.
   * Weights of inputs and classes that are new stay as they are; an updater starts anew.
   *
   * @param parameters the parameters of the other network
   * @param inputOf the other network's input for each of this one's, -1 for none
   * @param oldInputs how many inputs the other network has
   * @param outputOf the other network's output for each of this one's, -1 for none
   * @param oldOutputs how many outputs the other network has
   * @throws IllegalArgumentException if the shapes differ otherwise
   */
  public final void takeOver(
      float[][] parameters, int[] inputOf, int oldInputs, int[] outputOf, int oldOutputs) {
    int last = layers.size() - 1;
    while (last > 0 && layers.get(last).values().isEmpty()) {
      last--;
    }
    int next = 0;
    for (int i = 0; i <= last; i++) {
      AttachedLayer layer = layers.get(i);
      for (Map.Entry<String, float[]> entry : layer.values().entrySet()) {
        int[] shape = layer.shape(entry.getKey());
        boolean ofInputs = i == 0 && shape[0] == inputs;
        boolean ofOutputs = i == last && shape[1] == outputs;
        int rows = ofInputs ? oldInputs : shape[0];
        int columns = ofOutputs ? oldOutputs : shape[1];
        if (next == parameters.length || parameters[next].length != (long) rows * columns) {
          throw new IllegalArgumentException(
              "the layers to start from have a different parameter instead of " + entry.getKey());
        }
        float[] from = parameters[next++];
        float[] to = entry.getValue();
        for (int row = 0; row < shape[0]; row++) {
          int oldRow = ofInputs ? inputOf[row] : row;
          for (int column = 0; oldRow >= 0 && column < shape[1]; column++) {
            int oldColumn = ofOutputs ? outputOf[column] : column;
            if (oldColumn >= 0) {
              to[row * shape[1] + column] = from[oldRow * columns + oldColumn];
            }
          }
        }
      }
    }
    restartUpdaters();
    parametersChanged();
  }

  @Override
  public final boolean isFinite() {
    for (AttachedLayer layer : layers) {
      for (float[] value : layer.values().values()) {
        if (!NetworkState.areFinite(value)) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public final NetworkState state() {
    List<ParameterUpdater> updaters = training().updaters;
    float[][] updaterState = new float[updaters.size()][];
    for (int i = 0; i < updaterState.length; i++) {
      updaterState[i] = updaters.get(i).state();
    }
    return new NetworkState(parameters(), updaterState, iteration);
  }

  @Override
  public final NetworkState state(@Nullable NetworkState spent) {
    if (spent == null) {
      return state();
    }
    List<ParameterUpdater> updaters = training().updaters;
    for (int i = 0; i < updaters.size(); i++) {
      ParameterUpdater updater = updaters.get(i);
      copy(updater.slot.value(), spent.parameters()[i], updater.slot.name());
      copy(updater.state, spent.updaterState()[i], updater.slot.name());
    }
    return new NetworkState(spent.parameters(), spent.updaterState(), iteration);
  }

  @Override
  public final void restore(NetworkState state) {
    List<ParameterUpdater> updaters = training().updaters;
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
      updater.restore(state.updaterState()[i]);
    }
    parametersChanged();
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
   * Returns a DL4J network of the same layers that holds the parameters as they are now. Its graph
   * layers are not bound: see {@link GraphLayers#bind}. Needs an ND4J backend.
   */
  public final MultiLayerNetwork dl4jNetwork() {
    return Dl4jNetworks.of(definition, inputs, outputs, layers);
  }
}
