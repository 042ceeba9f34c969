package io.github.gmnn;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.em.Temperature;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.GraphChange;
import io.github.gmnn.graph.internal.GraphRows;
import io.github.gmnn.graph.internal.MatrixRows;
import io.github.gmnn.graph.internal.NumberedRows;
import io.github.gmnn.graph.internal.ReceptiveField;
import io.github.gmnn.internal.Lazy;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.layer.ApproximatePersonalizedPropagation;
import io.github.gmnn.model.Combination;
import io.github.gmnn.model.FeatureColumns;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.HopCounter;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.network.internal.PropagatedStates;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.LinearOperator;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.Predictor;
import io.github.gmnn.training.internal.OneHot;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.deeplearning4j.nn.conf.layers.Layer;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.activations.impl.ActivationIdentity;

/**
 * Predicts single nodes of a graph, both known and new ones:
 *
 * <pre>{@code
 * GraphPredictor<String> predictor = model.on(graph);
 * Prediction<String> known = predictor.predict("a");
 * Prediction<String> fresh =
 *     predictor.predict("new", change -> change.addNode("new", words).addEdge("new", "a"));
 * }</pre>
 *
 * <p>A prediction equals that of {@link GmnnModel#predict(Graph)} on the whole graph to the last
 * bit (within rounding if an ND4J backend multiplies large matrices). But it looks only at what a
 * node's label depends on: the nodes within as many hops as the layers propagate, with the degrees
 * of the whole graph. Everything runs on the caller's thread, and memory grows only with that part
 * of the graph. This works for any layer that uses only the operators of the adjacency.
 *
 * <p>Many hops reach most of a graph. So if q ends in personalised propagation, as some kinds of
 * the default do, the first prediction runs over the whole graph once and keeps its iterations (if
 * they are at most 100). It uses the threads of {@link GmnnModel#withThreads} and 4 · (iterations +
 * 1) · nodes · classes bytes. Later predictions recompute only what a change reaches on its way to
 * the node. Other deep networks work at the cost of their reach; sixteen convolutions with initial
 * residual are too many.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <K> type of the keys of the graph's nodes
 */
public final class GraphPredictor<K> {
  /** Changed nodes from which it is cheaper to propagate over the whole graph again. */
  private static final int MANY_TOUCHED = 256;

  /** Iterations that are kept at most: a file may ask for 10,000, and nodes are many. */
  private static final int MOST_KEPT = 100;

  private final ModelState<?> state;
  private final Decisions decisions;
  private final Graph<K> graph;
  private final GraphRows rows;
  private final FeatureColumns columns;
  private final Shared shared;
  private final int threads;

  /** What q's propagation gave on a graph that this one was changed from; null if on none. */
  private final @Nullable Lazy<PropagatedStates> before;

  /** What it gives on this graph. */
  private final Lazy<PropagatedStates> own;

  /** The networks over their trained parameters, whatever the graph. */
  private record Shared(
      GraphNetwork inference,
      @Nullable GraphNetwork learning,
      int hopsOfInference,
      int hopsOfLearning,
      @Nullable ApproximatePersonalizedPropagation last,
      List<String> relations) {}

  private GraphPredictor(
      ModelState<?> state,
      Graph<K> graph,
      FeatureColumns columns,
      Shared shared,
      int threads,
      @Nullable Lazy<PropagatedStates> before) {
    this.state = state;
    this.decisions = Decisions.of(state.classes(), state.decisions());
    this.graph = graph;
    this.rows = GraphRows.of(graph);
    this.columns = columns;
    this.shared = shared;
    this.threads = threads;
    this.before = before;
    this.own = new Lazy<>(this::propagate);
  }

  static <K> GraphPredictor<K> of(ModelState<?> state, Graph<K> graph, int threads) {
    EdgeColumns.check(numbersOnEdges(graph), state.features().edges());
    return new GraphPredictor<>(
        state, graph, FeatureColumns.of(graph, state), shared(state, graph), threads, null);
  }

  private static List<String> numbersOnEdges(Graph<?> graph) {
    NumberedRows numbers = GraphRows.of(graph).numbers();
    return numbers == null ? List.of() : numbers.names();
  }

  private static Shared shared(ModelState<?> state, Graph<?> graph) {
    ModelState.Networks networks = state.networks();
    List<String> numbers = numbersOnEdges(graph);
    List<String> wanted = state.features().edges().names();
    HopCounter counter =
        HopCounter.of(graph, numbers.isEmpty() || wanted.isEmpty() ? numbers : wanted);
    int inputs = state.features().inputs();
    int classes = state.classes().size();
    GraphNetwork q = network(networks.inference(), counter, inputs, classes);
    int ofQ = counter.hops(q, inputs);
    GraphNetwork p = null;
    int ofP = 0;
    if (networks.predictor() != Predictor.INFERENCE && networks.learning().isTrained()) {
      int inputsOfP = classes + (networks.attributesInLearning() ? inputs : 0);
      p = network(networks.learning(), counter, inputsOfP, classes);
      ofP = counter.hops(p, inputsOfP);
    }
    return new Shared(
        q,
        p,
        ofQ,
        ofP,
        p == null ? lastPropagation(networks.inference(), ofQ) : null,
        graph.edgeTypes());
  }

  private static GraphNetwork network(
      ModelState.Network network, HopCounter counter, int inputs, int classes) {
    GraphNetwork attached =
        new GraphNetwork(network.definition(), counter, inputs, classes, Workers.sequential());
    attached.setParameters(network.trainedParameters());
    return attached;
  }

  /** The propagation that ends q, if nothing else in q propagates. */
  private static @Nullable ApproximatePersonalizedPropagation lastPropagation(
      ModelState.Network network, int hops) {
    List<Layer> layers = network.definition().layers();
    return layers.size() > 1
            && layers.get(layers.size() - 1) instanceof ApproximatePersonalizedPropagation last
            && last.iterations() == hops
            && hops <= MOST_KEPT
            && !last.hasBias()
            && last.getActivationFn() instanceof ActivationIdentity
        ? last
        : null;
  }

  /** Returns the graph. */
  public Graph<K> graph() {
    return graph;
  }

  /**
   * Returns the predictor of a changed graph; see {@link Graph#with}.
   *
   * @param changes says what changes
   * @throws IllegalArgumentException if a change does not fit the graph or the model
   */
  public GraphPredictor<K> with(Consumer<? super GraphChange<K>> changes) {
    return at(graph.with(changes));
  }

  /** The predictor of what became of the graph. */
  GraphPredictor<K> at(Graph<K> changed) {
    if (changed == graph) {
      return this;
    }
    boolean sameFeatures = changed.featureSchema() == graph.featureSchema();
    return new GraphPredictor<>(
        state,
        changed,
        sameFeatures ? columns : FeatureColumns.of(changed, state),
        changed.edgeTypes().equals(shared.relations) ? shared : shared(state, changed),
        threads,
        before == null || own.isMade() ? own : before);
  }

  /**
   * Predicts a node of the graph.
   *
   * @param key the node's key
   * @return the prediction
   * @throws IllegalArgumentException if there is no such node
   * @throws ArithmeticException if features or weights are so large that sums overflow
   */
  public Prediction<K> predict(K key) {
    return predict(List.of(key)).of(key);
  }

  /**
   * Predicts a node as if the graph had changed, which it has not afterwards: a new node with its
   * edges, or a known one with others.
   *
   * @param key the node's key
   * @param changes says what changes
   * @return the prediction
   * @throws IllegalArgumentException if a change does not fit the graph or the model, or there is
   *     no such node after it
   * @throws ArithmeticException if features or weights are so large that sums overflow
   */
  public Prediction<K> predict(K key, Consumer<? super GraphChange<K>> changes) {
    return with(changes).predict(key);
  }

  /**
   * Predicts some nodes of the graph at once, which costs less than one by one where they are near
   * each other.
   *
   * @param keys the nodes' keys, at least one
   * @return their predictions
   * @throws java.util.concurrent.CancellationException if the thread is interrupted, which it then
   *     still is
   * @throws IllegalArgumentException if there is no such node
   * @throws ArithmeticException if features or weights are so large that sums overflow
   */
  public Predictions<K> predict(Collection<? extends K> keys) {
    List<K> wanted = List.copyOf(keys);
    int[] nodes = new int[wanted.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = graph.indexOf(wanted.get(i));
    }
    DenseMatrix result = shared.last == null ? byField(nodes) : byPropagation(nodes);
    GmnnModel.finite(result);
    Temperature.apply(state.networks().temperature(), result);
    return new Predictions<>(
        NodeIndex.of(wanted), state.classes(), result, columns.unseen(), decisions);
  }

  /** What a caller waits for begins no loop any more once its thread is interrupted. */
  private static Workers interruptible(int threads) {
    return Workers.of(threads).stoppedBy(() -> Thread.currentThread().isInterrupted());
  }

  /** What q reads of the nodes of a field. */
  private CsrMatrix attributes(ReceptiveField field) {
    MatrixRows features = rows.features();
    CsrMatrix own =
        features == null
            ? FeatureColumns.identity(graph, field, state.nodes().index())
            : columns.of(field.features(features, rows.featureCount()));
    return state.features().attributes(own, graph, field, state.nodes().index());
  }

  /** How the nodes of a field are joined, with the numbers on edges that the model knows. */
  private Adjacency edges(ReceptiveField field) {
    return EdgeColumns.match(field.adjacency(), state.features().edges());
  }

  private DenseMatrix byField(int[] nodes) {
    ReceptiveField field =
        ReceptiveField.of(rows, nodes, shared.hopsOfInference + shared.hopsOfLearning);
    CsrMatrix attributes = attributes(field);
    GraphNetwork q = shared.inference.on(edges(field), interruptible(1));
    DenseMatrix ofQ = DenseMatrix.zeros(field.size(), state.classes().size());
    RowSet wanted = field.within(shared.hopsOfLearning);
    Dense.softmax(q.evaluate(new SparseInput(attributes), wanted), 1, ofQ);
    DenseMatrix ofField =
        shared.learning == null ? ofQ : withP(shared.learning, field, attributes, ofQ);
    return select(ofField, nodes, field);
  }

  private DenseMatrix withP(
      GraphNetwork learning, ReceptiveField field, CsrMatrix attributes, DenseMatrix ofQ) {
    DenseMatrix annotation = ofQ.copy();
    for (int i = 0; i < field.size(); i++) {
      int node = field.node(i);
      if (graph.label(node) >= 0 && !graph.isValidationNode(node)) {
        String label = graph.classes().get(graph.label(node));
        OneHot.set(
            annotation, i, Predictions.requireClass(state.classes(), label, graph.key(node)));
      }
    }
    CsrMatrix input =
        LearningGraphNetwork.input(
            annotation, state.networks().attributesInLearning() ? attributes : null);
    DenseMatrix logits =
        learning
            .on(edges(field), interruptible(1))
            .evaluate(new SparseInput(input), field.within(0));
    DenseMatrix ofP = DenseMatrix.zeros(logits.rows(), logits.columns());
    Dense.softmax(logits, 1, ofP);
    return Combination.of(state.networks().predictor(), ofQ, ofP);
  }

  private static DenseMatrix select(DenseMatrix ofField, int[] nodes, ReceptiveField field) {
    int width = ofField.columns();
    DenseMatrix result = DenseMatrix.zeros(nodes.length, width);
    for (int i = 0; i < nodes.length; i++) {
      System.arraycopy(
          ofField.data(), field.indexOf(nodes[i]) * width, result.data(), i * width, width);
    }
    return result;
  }

  /** This, once all that a first prediction would make is there. */
  GraphPredictor<K> prepared() {
    if (shared.last != null) {
      own.get();
    }
    return this;
  }

  /** Propagates over the whole graph. */
  private PropagatedStates propagate() {
    ApproximatePersonalizedPropagation last = Objects.requireNonNull(shared.last);
    Workers workers = interruptible(threads);
    int[] all = new int[graph.nodeCount()];
    Arrays.setAll(all, i -> i);
    DenseMatrix start = starts(all, workers);
    LinearOperator operator = graph.adjacency().normalized();
    return PropagatedStates.of(
        GraphRows.of(graph), // in one piece by now, and what later changes begin with
        operator,
        start,
        last.iterations(),
        last.teleport(),
        workers);
  }

  /** What q says of nodes by themselves. */
  private DenseMatrix starts(int[] nodes, Workers workers) {
    ReceptiveField field = ReceptiveField.of(rows, nodes, 0);
    GraphNetwork q = shared.inference.on(edges(field), workers);
    return Objects.requireNonNull(q.evaluateHidden(new SparseInput(attributes(field))));
  }

  /**
   * Iterations to go by.
   *
   * @param states of this graph or one that it was changed from
   * @param touched the nodes that are not what they were there, ascending
   */
  private record Kept(PropagatedStates states, int[] touched) {}

  private Kept kept() {
    if (before != null && !own.isMade()) {
      PropagatedStates states = before.get();
      Optional<int[]> touched = rows.changedSince(states.graph());
      if (touched.isPresent() && touched.get().length <= MANY_TOUCHED) {
        return new Kept(states, touched.get());
      }
    }
    return new Kept(own.get(), new int[0]);
  }

  private DenseMatrix byPropagation(int[] nodes) {
    Kept kept = kept();
    int[] touched = kept.touched;
    DenseMatrix ofTouched = touched.length == 0 ? null : starts(touched, interruptible(1));
    int width = state.classes().size();
    DenseMatrix logits = DenseMatrix.zeros(nodes.length, width);
    for (int i = 0; i < nodes.length; i++) {
      float[] row =
          kept.states.row(
              rows,
              touched,
              nodes[i],
              node -> {
                int at = Arrays.binarySearch(touched, node);
                return at < 0 || ofTouched == null ? null : Predictions.row(ofTouched, at);
              });
      System.arraycopy(row, 0, logits.data(), i * width, width);
    }
    DenseMatrix result = DenseMatrix.zeros(nodes.length, width);
    Dense.softmax(logits, 1, result);
    return result;
  }
}
