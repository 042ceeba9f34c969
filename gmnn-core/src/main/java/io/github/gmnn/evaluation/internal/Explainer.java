package io.github.gmnn.evaluation.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.evaluation.Explanation;
import io.github.gmnn.graph.FeatureScaling;
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
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out one thing after the other around a node and predicts again; see {@link Explanation}.
 */
public final class Explainer<K> {
  private final ModelState.Networks networks;
  private final FeatureScaling.Fitted scaler;
  private final Graph<K> graph;
  private final List<String> classes;
  private final List<String> featureNames;
  private final CsrMatrix features;
  private final CsrMatrix edges;
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
   */
  public Explainer(
      ModelState<?> model, Graph<K> graph, CsrMatrix features, int node, Workers workers) {
    this.networks = model.networks();
    this.scaler = model.features().scaler();
    this.graph = graph;
    this.classes = model.classes();
    this.featureNames = model.features().names();
    this.features = features;
    this.edges = graph.adjacency().matrix();
    this.node = node;
    this.workers = workers;
    this.alone = workers.alone();
    requireNoRelations();
  }

  /** What is left of a graph has no types: layers that ask for them are told apart by asking. */
  private void requireNoRelations() {
    if (graph.adjacency().relations().isEmpty() && graph.edgeAttributes().isEmpty()) {
      return;
    }
    Adjacency withoutTypes = Adjacency.of(edges);
    try {
      complete(networks.inference(), withoutTypes);
      if (networks.learning().isTrained()) {
        complete(networks.learning(), withoutTypes);
      }
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(
          "edges with types or numbers are not left out one by one: explain a model whose"
              + " layers know neither",
          e);
    }
  }

  private static void complete(ModelState.Network network, Adjacency adjacency) {
    network.definition().layers().forEach(l -> GraphLayers.complete(l, adjacency, false));
  }

  /**
   * Explains a label.
   *
   * @param label the label's index
   * @param distributions what q predicts for all nodes, without a temperature
   * @param labels the labels of the training nodes, else -1
   */
  public Explanation<K> explain(int label, DenseMatrix distributions, int[] labels) {
    Surroundings around = Surroundings.of(reach(networks.inference(), features.columns()), edges);
    CsrMatrix joined = around.edges(edges);
    CsrMatrix own = around.rows(features);
    int centre = around.indexOf(node);
    CsrMatrix scaled = scaler.apply(own);
    double before = logOfQ(inference(joined), scaled, centre, label);
    int firstFeature = own.rowStart(centre);
    double[] ofFeatures =
        effects(
            own.rowEnd(centre) - firstFeature,
            () -> {
              GraphNetwork q = inference(joined);
              return i -> {
                int column = own.columnIndex(firstFeature + i);
                CsrMatrix rest = Surroundings.without(own, centre, c -> c == column);
                return before - logOfQ(q, scaler.apply(rest), centre, label);
              };
            });
    int[] neighbors = Surroundings.neighbors(joined, centre);
    double[] ofNeighbors =
        effects(
            neighbors.length,
            () ->
                i -> {
                  CsrMatrix rest =
                      Surroundings.apart(joined, centre, other -> other == neighbors[i]);
                  return before - logOfQ(inference(rest), scaled, centre, label);
                });
    List<Explanation.Cause<K>> inputs = new ArrayList<>();
    for (int i = 0; i < ofFeatures.length; i++) {
      int column = own.columnIndex(firstFeature + i);
      String name = featureNames.isEmpty() ? "" + column : featureNames.get(column);
      inputs.add(new Explanation.Cause<>(Explanation.Kind.FEATURE, null, name, ofFeatures[i]));
    }
    for (int i = 0; i < ofNeighbors.length; i++) {
      K key = graph.key(around.node(neighbors[i]));
      inputs.add(new Explanation.Cause<>(Explanation.Kind.NEIGHBOR, key, "", ofNeighbors[i]));
    }
    GraphNetwork apart = inference(Surroundings.apart(joined, centre, other -> true));
    CsrMatrix bare = Surroundings.without(own, centre, column -> true);
    double together = before - logOfQ(apart, scaler.apply(bare), centre, label);
    sort(inputs);
    if (!networks.learning().isTrained()) {
      return new Explanation<>(
          graph.key(node),
          classes.get(label),
          Math.exp(before),
          inputs,
          together,
          OptionalDouble.empty(),
          List.of(),
          0);
    }
    return withLabels(label, distributions, labels, before, inputs, together);
  }

  private Explanation<K> withLabels(
      int label,
      DenseMatrix distributions,
      int[] labels,
      double ofInputs,
      List<Explanation.Cause<K>> inputs,
      double inputsTogether) {
    int width = classes.size() + (networks.attributesInLearning() ? features.columns() : 0);
    Surroundings around = Surroundings.of(reach(networks.learning(), width), edges);
    int centre = around.indexOf(node);
    CsrMatrix joined = around.edges(edges);
    CsrMatrix attributes =
        networks.attributesInLearning() ? scaler.apply(around.rows(features)) : null;
    DenseMatrix annotation = DenseMatrix.zeros(around.size(), classes.size());
    List<Integer> labelled = new ArrayList<>();
    for (int i = 0; i < around.size(); i++) {
      int its = labels[around.node(i)];
      annotate(annotation, i, distributions, around.node(i), its);
      if (its >= 0) {
        labelled.add(i);
      }
    }
    double before = logOfP(learning(joined, attributes), annotation, centre, label);
    double[] effects =
        effects(
            labelled.size(),
            () -> {
              LearningGraphNetwork p = learning(joined, attributes);
              DenseMatrix rest = annotation.copy();
              return i -> {
                int row = labelled.get(i);
                annotate(rest, row, distributions, around.node(row), -1);
                double effect = before - logOfP(p, rest, centre, label);
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
                Explanation.Kind.LABEL, graph.key(its), classes.get(labels[its]), effects[i]));
      }
    }
    for (int i : labelled) {
      annotate(annotation, i, distributions, around.node(i), -1);
    }
    double bare = logOfP(learning(joined, attributes), annotation, centre, label);
    sort(causes);
    return new Explanation<>(
        graph.key(node),
        classes.get(label),
        Math.exp(ofInputs),
        inputs,
        inputsTogether,
        OptionalDouble.of(Math.exp(before)),
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

  /** The nodes whose input the node's output depends on. */
  private RowSet reach(ModelState.Network network, int inputs) {
    return new GraphNetwork(network.definition(), graph.adjacency(), inputs, classes.size(), alone)
        .inputNodes(RowSet.of(graph.nodeCount(), new int[] {node}));
  }

  private GraphNetwork inference(CsrMatrix joined) {
    GraphNetwork q =
        new GraphNetwork(
            networks.inference().definition(),
            Adjacency.of(joined),
            features.columns(),
            classes.size(),
            alone);
    q.setParameters(networks.inference().trainedParameters());
    return q;
  }

  private LearningGraphNetwork learning(CsrMatrix joined, @Nullable CsrMatrix attributes) {
    LearningGraphNetwork p =
        new LearningGraphNetwork(
            networks.learning().definition(),
            Adjacency.of(joined),
            attributes,
            classes.size(),
            alone);
    p.setParameters(networks.learning().trainedParameters());
    return p;
  }

  private double logOfQ(GraphNetwork q, CsrMatrix scaled, int centre, int label) {
    RowSet wanted = RowSet.of(scaled.rows(), new int[] {centre});
    return logProbability(q.evaluate(new SparseInput(scaled), wanted), centre, label);
  }

  private double logOfP(LearningGraphNetwork p, DenseMatrix annotation, int centre, int label) {
    p.annotate(List.of(annotation));
    RowSet wanted = RowSet.of(annotation.rows(), new int[] {centre});
    return logProbability(p.scores(wanted), centre, label);
  }

  private double logProbability(DenseMatrix logits, int row, int label) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < logits.columns(); c++) {
      largest = Math.max(largest, logits.get(row, c) / networks.temperature());
    }
    double sum = 0;
    for (int c = 0; c < logits.columns(); c++) {
      sum += Math.exp(logits.get(row, c) / networks.temperature() - largest);
    }
    return logits.get(row, label) / networks.temperature() - largest - Math.log(sum);
  }
}
