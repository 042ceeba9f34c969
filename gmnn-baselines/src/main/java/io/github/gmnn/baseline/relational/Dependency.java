package io.github.gmnn.baseline.relational;

import io.github.gmnn.graph.Graph;
import java.util.Arrays;
import java.util.Map;

/** How labels depend on the labels around them: what is learned after the attributes. */
interface Dependency {
  /**
   * What was learned and inferred.
   *
   * @param marginals the distribution of each node's label, row after row
   * @param weights by the name of the relation, what a neighbour's label adds to the logit of each
   *     label: for label a and neighbour's label b at {@code a * classes + b}
   * @param convergence how the inference ended
   */
  record Fitted(
      double[] marginals, Map<String, double[]> weights, RelationalModel.Convergence convergence) {}

  /** Takes in that the attribute model has learned anew. */
  void attributesChanged(double penalty);

  /** Learns the dependency with a penalty, and infers all labels. */
  Fitted fit(double penalty);

  /** The labels of the training nodes, -1 for all others. */
  static int[] knownLabels(Graph<?> graph) {
    int[] known = new int[graph.nodeCount()];
    Arrays.fill(known, -1);
    for (int node : graph.trainingNodes()) {
      known[node] = graph.label(node);
    }
    return known;
  }
}
