package io.github.gmnn.cli;

import io.github.gmnn.GmnnModel;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph with the features that a model knows, in the model's columns. Features it never saw are
 * left out, since it has no weights for them; features that are missing are zero.
 *
 * @param graph the graph with the model's features
 * @param unknown the names of the features left out, or their numbers where features are unnamed
 */
record KnownFeatures(Graph<String> graph, List<String> unknown) {
  /** Matches features by name where both have names, else by column. */
  static KnownFeatures of(Graph<String> graph, GmnnModel<?> model) {
    if (!graph.hasFeatures() || model.featureCount() == 0) {
      return new KnownFeatures(graph, List.of());
    }
    boolean named = !model.featureNames().isEmpty() && !graph.featureNames().isEmpty();
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; named && i < model.featureCount(); i++) {
      columns.put(model.featureNames().get(i), i);
    }
    int[] target = new int[graph.featureCount()];
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < target.length; i++) {
      String name = named ? graph.featureNames().get(i) : "" + i;
      target[i] = named ? columns.getOrDefault(name, -1) : i < model.featureCount() ? i : -1;
      if (target[i] < 0) {
        unknown.add(name);
      }
    }
    return new KnownFeatures(
        graph.withFeatures(select(graph.features(), target, model.featureCount())), unknown);
  }

  /** Moves column i to target[i]; those of -1 are left out. */
  private static CsrMatrix select(CsrMatrix features, int[] target, int count) {
    int[] pointers = new int[features.rows() + 1];
    int[] indices = new int[features.nonZeros()];
    float[] values = new float[features.nonZeros()];
    int next = 0;
    List<Integer> entries = new ArrayList<>();
    for (int row = 0; row < features.rows(); row++) {
      entries.clear();
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        if (target[features.columnIndex(e)] >= 0) {
          entries.add(e);
        }
      }
      entries.sort(Comparator.comparingInt(e -> target[features.columnIndex(e)]));
      for (int e : entries) {
        indices[next] = target[features.columnIndex(e)];
        values[next++] = features.value(e);
      }
      pointers[row + 1] = next;
    }
    return CsrMatrix.of(
        features.rows(),
        count,
        pointers,
        Arrays.copyOf(indices, next),
        Arrays.copyOf(values, next));
  }
}
