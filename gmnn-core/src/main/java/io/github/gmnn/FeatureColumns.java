package io.github.gmnn;

import io.github.gmnn.graph.FeatureSchema;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A graph's features in the columns that a model was trained with: as they are, or matched by name.
 *
 * @param matrix the features the model knows; those that the graph does not have are zero
 * @param unseen the names of the graph's features that the model does not know
 */
record FeatureColumns(CsrMatrix matrix, List<String> unseen) {
  static FeatureColumns of(Graph<?> graph, ModelState.Features features) {
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
        select(features, target, ofModel.names().size()), List.copyOf(unseen));
  }

  /** Moves column i to target[i]; those of -1 are left out. */
  private static CsrMatrix select(CsrMatrix features, int[] target, int count) {
    int[] pointers = new int[features.rows() + 1];
    int[] indices = new int[features.nonZeros()];
    float[] values = new float[features.nonZeros()];
    int next = 0;
    long[] entries = new long[0];
    for (int row = 0; row < features.rows(); row++) {
      int length = features.rowEnd(row) - features.rowStart(row);
      if (entries.length < length) {
        entries = new long[length];
      }
      int known = 0;
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        int column = target[features.columnIndex(e)];
        if (column >= 0) {
          entries[known++] = (long) column << 32 | e; // sorted by column
        }
      }
      Arrays.sort(entries, 0, known);
      for (int i = 0; i < known; i++) {
        indices[next] = (int) (entries[i] >>> 32);
        values[next++] = features.value((int) entries[i]);
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
