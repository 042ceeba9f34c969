package io.github.gmnn.model;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * A graph's features in the columns that a model was trained with: as they are, or matched by name.
 *
 * @param matrix the features the model knows; those that the graph does not have are zero
 * @param unseen the names of the graph's features that the model does not know
 */
public record FeatureColumns(CsrMatrix matrix, List<String> unseen) {
  /**
   * Finds the columns of a graph's features.
   *
   * @param graph the graph
   * @param features the features that were learned from
   * @throws IllegalArgumentException if the graph has none, or unnamed ones of another number
   */
  public static FeatureColumns of(Graph<?> graph, ModelState.Features features) {
    if (!graph.hasFeatures()) {
      throw new IllegalArgumentException(
          "the model was trained with " + features.count() + " features, " + graph + " has none");
    }
    if (features.names().isEmpty() || graph.featureNames().isEmpty()) {
      if (graph.featureCount() != features.count()) {
        throw new IllegalArgumentException(
            "the model was trained with "
                + features.count()
                + " features, the graph has "
                + graph.featureCount()
                + ": use the same features in the same order, or named features");
      }
      return new FeatureColumns(graph.features(), List.of());
    }
    return graph.featureNames().equals(features.names())
        ? new FeatureColumns(graph.features(), List.of())
        : byName(graph.features(), graph.featureNames(), features.schema());
  }

  private static FeatureColumns byName(
      CsrMatrix features, List<String> names, FeatureSchema ofModel) {
    int[] target = new int[names.size()];
    List<String> unseen = new ArrayList<>();
    for (int i = 0; i < target.length; i++) {
      target[i] = ofModel.indexOf(names.get(i));
      if (target[i] < 0) {
        unseen.add(names.get(i));
      }
    }
    return new FeatureColumns(
        features.withColumns(target, ofModel.names().size()), List.copyOf(unseen));
  }
}
