package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.FeatureScaling;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** What a person should know of a fit before the model is trusted. */
final class FitWarnings {
  /** The share of cells above which features are numbers, not words that are there or not. */
  private static final double MOSTLY = 0.9;

  private FitWarnings() {}

  /**
   * Looks for what is likely to be wrong.
   *
   * @param graph the training graph
   * @param distributions what is predicted for its nodes
   * @param scaling how its features were scaled
   * @param convolutions whether q is the paper's two graph convolutions
   */
  static List<String> of(
      Graph<?> graph, DenseMatrix distributions, FeatureScaling scaling, boolean convolutions) {
    List<String> warnings = new ArrayList<>();
    if (graph.validationNodes().length == 0) {
      warnings.add(
          "no node is held for validation: the last epoch of each phase is kept, however well it"
              + " predicts; hold some of the labelled nodes");
    }
    if (scaling == FeatureScaling.BINARY_ROW) {
      addIfMostlyNonZero(graph.features(), warnings);
    }
    addIfOneClass(graph, distributions, warnings);
    if (convolutions) {
      addIfLabelsDiffer(graph, warnings);
    }
    return List.copyOf(warnings);
  }

  private static void addIfMostlyNonZero(CsrMatrix features, List<String> warnings) {
    long cells = (long) features.rows() * features.columns();
    if (features.columns() > 1 && features.nonZeros() > MOSTLY * cells) {
      warnings.add(
          "BINARY_ROW, the paper's scaling, makes 1 of every feature that is not zero, and "
              + Math.round(100.0 * features.nonZeros() / cells)
              + " % are not: nodes look alike; take featureScaling(FeatureScaling.AUTOMATIC)");
    }
  }

  private static void addIfOneClass(
      Graph<?> graph, DenseMatrix distributions, List<String> warnings) {
    int classes = distributions.columns();
    BitSet predicted = new BitSet(classes);
    for (int node = 0; node < distributions.rows(); node++) {
      predicted.set(Elementwise.argMax(distributions.data(), node * classes, classes));
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

  private static void addIfLabelsDiffer(Graph<?> graph, List<String> warnings) {
    LabelledEdges edges = LabelledEdges.of(graph);
    if (edges.mostDiffer()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%d of the %d edges between training nodes join different labels: graph convolutions"
                  + " take neighbours to be alike; Gmnn.builder() lets validation choose what q is",
              edges.differing(),
              edges.seen()));
    }
  }
}
