package io.github.gmnn.graph;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Objects;

/** How features are scaled before they enter a network. Each costs one pass over the non-zeros. */
public enum FeatureScaling {
  /** As they are. */
  NONE {
    @Override
    public CsrMatrix apply(CsrMatrix features) {
      return Objects.requireNonNull(features, "features");
    }
  },

  /** Each row divided by the sum of its absolute values; rows of zeros stay. */
  ROW {
    @Override
    public CsrMatrix apply(CsrMatrix features) {
      return scaleRows(features, false);
    }
  },

  /** Every non-zero set to 1, then each row divided by its sum: the paper's bags of words. */
  BINARY_ROW {
    @Override
    public CsrMatrix apply(CsrMatrix features) {
      return scaleRows(features, true);
    }
  };

  /**
   * Returns the scaled features.
   *
   * @param features a row for each node
   * @return a matrix with the same non-zeros
   */
  public abstract CsrMatrix apply(CsrMatrix features);

  private static CsrMatrix scaleRows(CsrMatrix features, boolean binary) {
    int rows = features.rows();
    int[] pointers = new int[rows + 1];
    int[] columns = new int[features.nonZeros()];
    float[] values = new float[features.nonZeros()];
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        sum += Math.abs(value(features, e, binary));
      }
      for (int e = features.rowStart(row); e < features.rowEnd(row); e++) {
        columns[e] = features.columnIndex(e);
        values[e] = sum == 0 ? 0f : (float) (value(features, e, binary) / sum);
      }
      pointers[row + 1] = features.rowEnd(row);
    }
    return CsrMatrix.of(rows, features.columns(), pointers, columns, values);
  }

  private static float value(CsrMatrix features, int entry, boolean binary) {
    float value = features.value(entry);
    return binary && value != 0 ? 1f : value;
  }
}
