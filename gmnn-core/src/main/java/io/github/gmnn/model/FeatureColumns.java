package io.github.gmnn.model;

import io.github.gmnn.graph.Graph;
import io.github.gmnn.graph.internal.ReceptiveField;
import io.github.gmnn.internal.NodeIndex;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a graph's features go into the columns that a model was trained with: as they are, or matched
 * by name. Features that the graph does not have are zero. Where the training graph had none, nodes
 * are matched by their keys, and one that was not there has no column.
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

  /**
   * Finds the columns of a graph's features, or of its nodes where the training graph had none.
   *
   * @param graph the graph
   * @param model the model
   * @throws IllegalArgumentException if they do not fit
   */
  public static FeatureColumns of(Graph<?> graph, ModelState<?> model) {
    if (model.features().present()) {
      return of(graph, model.features());
    }
    NodeIndex<?> known = model.nodes().index();
    if (graph.hasFeatures()) {
      throw new IllegalArgumentException(
          "the model was trained without features, "
              + graph
              + " has some: leave them out, or train with features");
    }
    int[] targets =
        IntStream.range(0, graph.nodeCount()).map(i -> known.find(graph.key(i))).toArray();
    if (IntStream.of(targets).allMatch(target -> target < 0)) {
      throw new IllegalArgumentException(
          "the model was trained without features and knows nodes by their keys alone, but none of "
              + graph
              + " was there: train with features to predict on other graphs");
    }
    return new FeatureColumns(targets, known.size(), List.of());
  }

  /**
   * Returns what stands for some nodes of a graph where the training graph had no features: a 1 in
   * the column of the node itself.
   *
   * @param graph the graph
   * @param nodes the nodes
   * @param known the nodes of the training graph
   */
  public static CsrMatrix identity(Graph<?> graph, ReceptiveField nodes, NodeIndex<?> known) {
    int[] pointers = new int[nodes.size() + 1];
    int[] columns = new int[nodes.size()];
    for (int i = 0; i < columns.length; i++) {
      int column = known.find(graph.key(nodes.node(i)));
      columns[pointers[i]] = column;
      pointers[i + 1] = pointers[i] + (column < 0 ? 0 : 1);
    }
    int found = pointers[columns.length];
    float[] ones = new float[found];
    Arrays.fill(ones, 1f);
    return CsrMatrix.of(
        columns.length, known.size(), pointers, Arrays.copyOf(columns, found), ones);
  }

  /** Returns the features of nodes of the graph, a row each, as the model knows them. */
  public CsrMatrix of(CsrMatrix rows) {
    return targets == null ? rows : rows.withColumns(targets, count);
  }
}
