package io.github.gmnn.evaluation.internal;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.layer.GraphLayers;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.network.internal.GraphNetwork;
import io.github.gmnn.network.internal.LearningGraphNetwork;
import io.github.gmnn.sparse.Adjacency;
import io.github.gmnn.sparse.CsrMatrix;
import io.github.gmnn.sparse.SparseInput;
import io.github.gmnn.training.internal.OneHot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out one thing after the other around a node and predicts again; see {@link Explanation}.
 */
public final class Explainer<K> {
  private final ModelState.Networks networks;
  private final Graph<K> graph;
  private final List<String> classes;
  private final FeatureSchema schema;
  private final CsrMatrix features;
  private final ModelState.Features model;

  /** The number of each node in the training graph where neighbours are features, else null. */
  private final int @Nullable [] columns;

  private final LocalEdges edges;
  private final int node;
  private final Workers workers;

  /** Of a network: predictions without one thing or another run side by side. */
  private final Workers alone;

  /**
   * Prepares to explain the label of a node.
   *
   * @param model the model
   * @param graph the graph
   * @param features its features in the model's columns, not scaled
   * @param node the node
   * @param workers the threads
   * @throws UnsupportedOperationException if edges cannot be taken away one by one
   */
  public Explainer(
      ModelState<?> model, Graph<K> graph, CsrMatrix features, int node, Workers workers) {
    this.networks = model.networks();
    this.model = model.features();
    this.graph = graph;
    this.classes = model.classes();
    this.schema = model.features().schema();
    this.features = features;
    this.node = node;
    this.workers = workers;
    this.alone = workers.alone();
    this.columns = model.features().neighbors() == 0 ? null : trainingNodes(model);
    this.edges = edges();
  }

  /** The number of each node in the training graph, -1 for none. */
  private int[] trainingNodes(ModelState<?> model) {
    return IntStream.range(0, graph.nodeCount())
        .map(i -> model.nodes().index().find(graph.key(i)))
        .toArray();
  }

  /** As much of the edges as the layers read: they are told apart by asking. */
  private LocalEdges edges() {
    Adjacency adjacency = graph.adjacency();
    LocalEdges ends = LocalEdges.of(adjacency, false, false);
    if (suits(ends.adjacency())) {
      return ends;
    }
    boolean typed = !adjacency.relations().isEmpty();
    if (typed && adjacency.isOneWay()) {
      throw new UnsupportedOperationException(
          "edges that lead only to the past cannot be removed one by one: explain a model of"
              + " all links, or one whose layers know no types");
    }
    LocalEdges all = LocalEdges.of(adjacency, typed, adjacency.edgeAttributes().isPresent());
    if (!suits(all.adjacency())) {
      throw new UnsupportedOperationException(
          "the model's layers read more of an edge than its ends, weight, type and numbers, which"
              + " explanations do not take away: explain a model without such layers");
    }
    return all;
  }

  /** Whether the layers find what they need. */
  private boolean suits(Adjacency adjacency) {
    try {
      complete(networks.inference(), adjacency);
      if (networks.learning().isTrained()) {
        complete(networks.learning(), adjacency);
      }
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void complete(ModelState.Network network, Adjacency adjacency) {
    network.definition().layers().forEach(l -> GraphLayers.complete(l, adjacency, false));
  }

  /**
   * Explains a label.
   *
   * @param label the label's index
   * @param against the index of the class that it is held against
   * @param distributions what q predicts for all nodes, without a temperature
   * @param labels the labels of the training nodes, else -1
   */
  public Explanation<K> explain(int label, int against, DenseMatrix distributions, int[] labels) {
    Inputs inputs = new Inputs(label, against);
    List<Explanation.Cause<K>> causes = inputs.causes();
    BitSet everything = new BitSet();
    everything.set(0, inputs.count());
    double together = inputs.logOdds - inputs.logOdds(inputs.without(everything));
    sort(causes);
    Explanation<K> ofQ =
        new Explanation<>(
            graph.key(node),
            classes.get(label),
            classes.get(against),
            inputs.probability,
            inputs.logOdds,
            causes,
            together,
            OptionalDouble.empty(),
            List.of(),
            0);
    return networks.learning().isTrained()
        ? withLabels(label, against, distributions, labels, ofQ)
        : ofQ;
  }

  /**
   * Looks for what would change the label that q is decided for.
   *
   * @param label the label's index
   * @param against the index of the runner-up
   * @param decide the label of a distribution
   */
  public Optional<Explanation.Change<K>> change(
      int label, int against, ToIntFunction<float[]> decide) {
    Inputs inputs = new Inputs(label, against);
    List<Explanation.Cause<K>> causes = inputs.causes();
    ToIntFunction<BitSet> decided =
        removed -> decide.applyAsInt(inputs.distribution(inputs.without(removed)));
    List<Integer> order =
        IntStream.range(0, causes.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -causes.get(i).effect()))
            .toList();
    BitSet removed = new BitSet();
    for (int i : order) { // one alone is the smallest
      removed.set(i);
      int changed = decided.applyAsInt(removed);
      if (changed != label) {
        return Optional.of(change(label, changed, removed, causes));
      }
      removed.clear();
    }
    int changed = label;
    for (int i = 0; i < order.size() && changed == label; i++) {
      removed.set(order.get(i));
      changed = decided.applyAsInt(removed);
    }
    if (changed == label) {
      return Optional.empty();
    }
    for (boolean smaller = true; smaller; ) { // what did little may come back
      smaller = false;
      for (int i = order.size() - 1; i >= 0; i--) {
        if (!removed.get(order.get(i))) {
          continue;
        }
        removed.clear(order.get(i));
        int kept = decided.applyAsInt(removed);
        if (kept == label) {
          removed.set(order.get(i));
        } else {
          changed = kept;
          smaller = true;
        }
      }
    }
    return Optional.of(change(label, changed, removed, causes));
  }

  private Explanation.Change<K> change(
      int label, int changed, BitSet removed, List<Explanation.Cause<K>> causes) {
    List<Explanation.Cause<K>> without = new ArrayList<>();
    removed.stream().forEach(i -> without.add(causes.get(i)));
    sort(without);
    return new Explanation.Change<>(
        graph.key(node), classes.get(label), without, classes.get(changed));
  }

  /** The features and neighbours of the node: the i-th of them can be taken away. */
  private final class Inputs {
    private final int label;
    private final int against;
    private final Surroundings around;
    private final LocalEdges joined;
    private final CsrMatrix own;
    private final CsrMatrix input;
    private final int centre;
    private final int firstFeature;
    private final int featureCount;
    private final int[] neighbors;
    private final double logOdds;
    private final double probability;

    Inputs(int label, int against) {
      this.label = label;
      this.against = against;
      this.around = Surroundings.of(reach(networks.inference(), model.inputs()), edges.all());
      this.joined = edges.within(around);
      this.own = around.rows(features);
      this.input = attributes(own, joined, around);
      this.centre = around.indexOf(node);
      this.firstFeature = own.rowStart(centre);
      this.featureCount = own.rowEnd(centre) - firstFeature;
      this.neighbors = Surroundings.neighbors(joined.all(), centre);
      float[] logits = evaluate(inference(joined), input);
      this.logOdds = logOdds(logits);
      this.probability = distribution(logits)[label];
    }

    int count() {
      return featureCount + neighbors.length;
    }

    /** All of them with what each does by itself, features first. */
    List<Explanation.Cause<K>> causes() {
      double[] ofFeatures =
          effects(
              featureCount,
              () -> {
                GraphNetwork q = inference(joined);
                return i -> logOdds - logOdds(evaluate(q, withoutFeature(i)));
              });
      double[] ofNeighbors =
          effects(
              neighbors.length,
              () ->
                  i -> {
                    BitSet one = new BitSet();
                    one.set(featureCount + i);
                    return logOdds - logOdds(without(one));
                  });
      List<Explanation.Cause<K>> causes = new ArrayList<>();
      for (int i = 0; i < featureCount; i++) {
        int column = own.columnIndex(firstFeature + i);
        causes.add(
            new Explanation.Cause<>(
                Explanation.Kind.FEATURE,
                null,
                nameOf(column),
                shown(column, own.value(firstFeature + i)),
                ofFeatures[i]));
      }
      for (int i = 0; i < neighbors.length; i++) {
        K key = graph.key(around.node(neighbors[i]));
        causes.add(
            new Explanation.Cause<>(
                Explanation.Kind.NEIGHBOR, key, "", Double.NaN, ofNeighbors[i]));
      }
      return causes;
    }

    private String nameOf(int column) {
      if (!model.present()) {
        return "the node itself";
      }
      return schema.names().isEmpty() ? "" + column : schema.names().get(column);
    }

    /** The value as the table has it. */
    private double shown(int column, float value) {
      if (!schema.isOfTable()) {
        return value;
      }
      FeatureSchema.Feature feature = schema.features().get(column);
      return feature.kind() == FeatureSchema.Kind.NUMBER
          ? value * (double) feature.divisor() + feature.mean()
          : value;
    }

    private CsrMatrix withoutFeature(int i) {
      int left = own.columnIndex(firstFeature + i);
      return attributes(
          Surroundings.without(own, centre, column -> column == left), joined, around);
    }

    /** The node's logits without some of them. */
    float[] without(BitSet removed) {
      BitSet columns = new BitSet();
      BitSet gone = new BitSet();
      removed.stream()
          .forEach(
              i -> {
                if (i < featureCount) {
                  columns.set(own.columnIndex(firstFeature + i));
                } else {
                  gone.set(neighbors[i - featureCount]);
                }
              });
      CsrMatrix rows = columns.isEmpty() ? own : Surroundings.without(own, centre, columns::get);
      LocalEdges rest = gone.isEmpty() ? joined : joined.apart(centre, gone::get);
      return evaluate(inference(rest), attributes(rows, rest, around));
    }

    private float[] evaluate(GraphNetwork q, CsrMatrix input) {
      RowSet wanted = RowSet.of(input.rows(), new int[] {centre});
      return row(q.evaluate(new SparseInput(input), wanted), centre);
    }

    double logOdds(float[] logits) {
      return Explainer.this.logOdds(logits, label, against);
    }

    float[] distribution(float[] logits) {
      DenseMatrix out = DenseMatrix.zeros(1, logits.length);
      Dense.softmax(DenseMatrix.wrap(1, logits.length, logits), networks.temperature(), out);
      return out.data();
    }
  }

  private Explanation<K> withLabels(
      int label, int against, DenseMatrix distributions, int[] labels, Explanation<K> ofQ) {
    int width = classes.size() + (networks.attributesInLearning() ? model.inputs() : 0);
    Surroundings around = Surroundings.of(reach(networks.learning(), width), edges.all());
    int centre = around.indexOf(node);
    LocalEdges joined = edges.within(around);
    CsrMatrix attributes =
        networks.attributesInLearning() ? attributes(around.rows(features), joined, around) : null;
    DenseMatrix annotation = DenseMatrix.zeros(around.size(), classes.size());
    List<Integer> labelled = new ArrayList<>();
    for (int i = 0; i < around.size(); i++) {
      int its = labels[around.node(i)];
      annotate(annotation, i, distributions, around.node(i), its);
      if (its >= 0) {
        labelled.add(i);
      }
    }
    double before =
        logOdds(scores(learning(joined, attributes), annotation, centre), label, against);
    double[] effects =
        effects(
            labelled.size(),
            () -> {
              LearningGraphNetwork p = learning(joined, attributes);
              DenseMatrix rest = annotation.copy();
              return i -> {
                int row = labelled.get(i);
                annotate(rest, row, distributions, around.node(row), -1);
                double effect = before - logOdds(scores(p, rest, centre), label, against);
                annotate(rest, row, distributions, around.node(row), labels[around.node(row)]);
                return effect;
              };
            });
    List<Explanation.Cause<K>> causes = new ArrayList<>();
    for (int i = 0; i < effects.length; i++) {
      if (effects[i] != 0) { // the ring around what p reaches is there for its degrees alone
        int its = around.node(labelled.get(i));
        causes.add(
            new Explanation.Cause<>(
                Explanation.Kind.LABEL,
                graph.key(its),
                classes.get(labels[its]),
                Double.NaN,
                effects[i]));
      }
    }
    for (int i : labelled) {
      annotate(annotation, i, distributions, around.node(i), -1);
    }
    double bare = logOdds(scores(learning(joined, attributes), annotation, centre), label, against);
    sort(causes);
    return new Explanation<>(
        ofQ.key(),
        ofQ.label(),
        ofQ.against(),
        ofQ.probability(),
        ofQ.logOdds(),
        ofQ.inputs(),
        ofQ.inputsTogether(),
        OptionalDouble.of(before),
        causes,
        before - bare);
  }

  /**
   * Finds what each of several things does, on all threads.
   *
   * @param count how many things there are
   * @param probe makes what finds the effect of the i-th, for one thread
   */
  private double[] effects(int count, Supplier<IntToDoubleFunction> probe) {
    double[] effects = new double[count];
    int parts = Math.min(count, workers.threads());
    workers.forParts(
        parts,
        part -> {
          IntToDoubleFunction effect = probe.get();
          for (int i = part; i < count; i += parts) {
            effects[i] = effect.applyAsDouble(i);
          }
        });
    return effects;
  }

  private static void annotate(
      DenseMatrix annotation, int row, DenseMatrix distributions, int node, int label) {
    if (label >= 0) {
      OneHot.set(annotation, row, label);
      return;
    }
    for (int c = 0; c < annotation.columns(); c++) {
      annotation.set(row, c, distributions.get(node, c));
    }
  }

  private static <K> void sort(List<Explanation.Cause<K>> causes) {
    causes.sort(Comparator.comparingDouble(cause -> -Math.abs(cause.effect())));
  }

  /** What q reads of nodes with some features and edges. */
  private CsrMatrix attributes(CsrMatrix own, LocalEdges joined, Surroundings around) {
    return columns == null
        ? model.scaler().apply(own)
        : model.attributes(own, joined.all(), around.select(columns));
  }

  /** The nodes whose input the node's output depends on. */
  private RowSet reach(ModelState.Network network, int inputs) {
    return new GraphNetwork(network.definition(), graph.adjacency(), inputs, classes.size(), alone)
        .inputNodes(RowSet.of(graph.nodeCount(), new int[] {node}));
  }

  private GraphNetwork inference(LocalEdges joined) {
    GraphNetwork q =
        new GraphNetwork(
            networks.inference().definition(),
            joined.adjacency(),
            model.inputs(),
            classes.size(),
            alone);
    q.setParameters(networks.inference().trainedParameters());
    return q;
  }

  private LearningGraphNetwork learning(LocalEdges joined, @Nullable CsrMatrix attributes) {
    LearningGraphNetwork p =
        new LearningGraphNetwork(
            networks.learning().definition(),
            joined.adjacency(),
            attributes,
            classes.size(),
            alone);
    p.setParameters(networks.learning().trainedParameters());
    return p;
  }

  private static float[] scores(LearningGraphNetwork p, DenseMatrix annotation, int centre) {
    p.annotate(List.of(annotation));
    return row(p.scores(RowSet.of(annotation.rows(), new int[] {centre})), centre);
  }

  private static float[] row(DenseMatrix matrix, int row) {
    float[] values = new float[matrix.columns()];
    System.arraycopy(matrix.data(), row * values.length, values, 0, values.length);
    return values;
  }

  /** The logarithm of how many times likelier one class is than another: a difference of logits. */
  private double logOdds(float[] logits, int label, int against) {
    return (logits[label] - (double) logits[against]) / networks.temperature();
  }
}
