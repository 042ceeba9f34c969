package io.github.gmnn;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts the columns of named features into the order that a model was trained with. */
final class FeatureColumns {
  private FeatureColumns() {}

  static CsrMatrix byName(CsrMatrix features, List<String> names, List<String> modelNames) {
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < modelNames.size(); i++) {
      columns.put(modelNames.get(i), i);
    }
    int[] target = new int[names.size()];
    for (int i = 0; i < target.length; i++) {
      Integer column = columns.get(names.get(i));
      if (column == null) {
        throw new IllegalArgumentException(
            "the model does not know the feature \""
                + names.get(i)
                + "\" ("
                + columns.size()
                + " names are known): leave features out that were not there in training");
      }
      target[i] = column;
    }
    int[] pointers = new int[features.rows() + 1];
    int[] indices = new int[features.nonZeros()];
    float[] values = new float[features.nonZeros()];
    for (int row = 0; row < features.rows(); row++) {
      Integer[] entries = new Integer[features.rowEnd(row) - features.rowStart(row)];
      int start = features.rowStart(row);
      Arrays.setAll(entries, i -> start + i);
      Arrays.sort(entries, Comparator.comparingInt(e -> target[features.columnIndex(e)]));
      for (int i = 0; i < entries.length; i++) {
        indices[start + i] = target[features.columnIndex(entries[i])];
        values[start + i] = features.value(entries[i]);
      }
      pointers[row + 1] = features.rowEnd(row);
    }
    return CsrMatrix.of(features.rows(), columns.size(), pointers, indices, values);
  }
}
