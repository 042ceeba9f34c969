package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Rows;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** What a person should know of a fit before the model is trusted. */
final class FitWarnings {
  /** Fewer edges between labelled nodes say nothing. */
  private static final int FEWEST_EDGES = 10;

  private FitWarnings() {}

  /**
   * Looks for what is likely to be wrong.
   *
   * @param graph the training graph
   * @param distributions what is predicted for its nodes
   * @param convolutions whether q is the default two graph convolutions
   */
  static List<String> of(Graph<?> graph, DenseMatrix distributions, boolean convolutions) {
    List<String> warnings = new ArrayList<>();
    if (graph.validationNodes().length == 0) {
      warnings.add(
          "no node is held for validation: the last epoch of each phase is kept, however well it"
              + " predicts; hold some of the labelled nodes");
    }
    addIfOneClass(graph, distributions, warnings);
    if (convolutions) {
      addIfLabelsDiffer(graph, warnings);
    }
    return List.copyOf(warnings);
  }

  private static void addIfOneClass(
      Graph<?> graph, DenseMatrix distributions, List<String> warnings) {
    int classes = distributions.columns();
    BitSet predicted = new BitSet(classes);
    for (int node = 0; node < distributions.rows(); node++) {
      predicted.set(Rows.argMax(distributions.data(), node * classes, classes));
    }
    if (predicted.cardinality() == 1 && graph.nodeCount() > 1) {
      warnings.add(
          "all "
              + graph.nodeCount()
              + " nodes are predicted as \""
              + graph.classes().get(predicted.nextSetBit(0))
              + "\": look at the scaling of the features, the learning rate, and"
              + " ClassWeighting.BALANCED where one class is rare");
    }
  }

  /** Edges that are not written out, those of line graphs, are not looked at. */
  private static void addIfLabelsDiffer(Graph<?> graph, List<String> warnings) {
    if (!(graph.adjacency().normalized() instanceof CsrMatrix)) {
      return;
    }
    CsrMatrix edges = graph.adjacency().matrix();
    BitSet training = new BitSet();
    for (int node : graph.trainingNodes()) {
      training.set(node);
    }
    long edgesSeen = 0;
    long differing = 0;
    for (int node : graph.trainingNodes()) {
      for (int e = edges.rowStart(node); e < edges.rowEnd(node); e++) {
        int other = edges.columnIndex(e);
        if (training.get(other)) {
          edgesSeen++;
          differing += graph.label(node) != graph.label(other) ? 1 : 0;
        }
      }
    }
    edgesSeen /= graph.isDirected() ? 1 : 2; // without a direction, each was seen from both ends
    differing /= graph.isDirected() ? 1 : 2;
    if (edgesSeen >= FEWEST_EDGES && 2 * differing > edgesSeen) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%d of the %d edges between training nodes join different labels: graph convolutions"
                  + " hold neighbours for alike; Gmnn.auto() lets validation choose what q is",
              differing,
              edgesSeen));
    }
  }
}
