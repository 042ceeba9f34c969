package io.github.gmnn.model;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a graph's features go into the columns that a model was trained with: as they are, or matched
 * by name. Features that the graph does not have are zero.
 *
 * @param targets the model's column of each feature, -1 for none; null if they are the same
 * @param count how many columns the model has
 * @param unseen the names of the graph's features that the model does not know
 */
public record FeatureColumns(int @Nullable [] targets, int count, List<String> unseen) {
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
    List<String> names = graph.featureNames();
    if (features.names().isEmpty() || names.isEmpty()) {
      if (graph.featureCount() != features.count()) {
        throw new IllegalArgumentException(
            "the model was trained with "
                + features.count()
                + " features, the graph has "
                + graph.featureCount()
                + ": use the same features in the same order, or named features");
      }
      return new FeatureColumns(null, features.count(), List.of());
    }
    if (names.equals(features.names())) {
      return new FeatureColumns(null, features.count(), List.of());
    }
    int[] targets = new int[names.size()];
    List<String> unseen = new ArrayList<>();
    for (int i = 0; i < targets.length; i++) {
      targets[i] = features.schema().indexOf(names.get(i));
      if (targets[i] < 0) {
        unseen.add(names.get(i));
      }
    }
    return new FeatureColumns(targets, features.count(), List.copyOf(unseen));
  }

  /** Returns the features of nodes of the graph, a row each, as the model knows them. */
  public CsrMatrix of(CsrMatrix rows) {
    return targets == null ? rows : rows.withColumns(targets, count);
  }
}
