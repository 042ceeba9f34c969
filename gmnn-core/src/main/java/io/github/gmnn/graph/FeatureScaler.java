package io.github.gmnn.graph;

import io.github.gmnn.internal.Limits;
import io.github.gmnn.sparse.CsrMatrix;
import java.util.Arrays;
import java.util.Objects;

/**
 * A {@link FeatureScaling} that knows what it needs of the training graph, so that nodes of another
 * graph are scaled in the same way. Immutable and thread-safe.
 */
public final class FeatureScaler {
  private final FeatureScaling scaling;
  private final float[] means;
  private final float[] deviations;

  FeatureScaler(FeatureScaling scaling, float[] means, float[] deviations) {
    this.scaling = scaling;
    this.means = means;
    this.deviations = deviations;
  }

  /**
   * Returns the scaler that {@link #scaling()}, {@link #means()} and {@link #deviations()} tell.
   *
   * @param scaling any but {@link FeatureScaling#AUTOMATIC}
   * @param means by column, empty unless the scaling is {@link FeatureScaling#STANDARD}
   * @param deviations by column, as many
   * @throws IllegalArgumentException if they do not belong together, or a number is not finite or a
   *     deviation negative
   */
  public static FeatureScaler of(FeatureScaling scaling, float[] means, float[] deviations) {
    if (scaling == FeatureScaling.AUTOMATIC) {
      throw new IllegalArgumentException("expected the scaling that was chosen, found " + scaling);
    }
    if (means.length != deviations.length
        || means.length > 0 != (scaling == FeatureScaling.STANDARD)) {
      throw new IllegalArgumentException(
          "expected a mean and a deviation for each column with STANDARD and none without it, found "
              + means.length
              + " and "
              + deviations.length
              + " with "
              + scaling);
    }
    for (int c = 0; c < means.length; c++) {
      if (!Float.isFinite(means[c]) || !Float.isFinite(deviations[c]) || deviations[c] < 0) {
        throw new IllegalArgumentException(
            "column " + c + " has the mean " + means[c] + " and the deviation " + deviations[c]);
      }
    }
    return new FeatureScaler(scaling, means.clone(), deviations.clone());
  }

  /**
   * Returns the scaler of {@link FeatureScaling#STANDARD}.
   *
   * @param rows nodes of the training graph
   * @param means the mean of each column
   * @param squares by column, the sum over all rows of the squared difference from the mean
   */
  public static FeatureScaler standard(long rows, double[] means, double[] squares) {
    float[] rounded = new float[means.length];
    float[] deviations = new float[means.length];
    for (int c = 0; c < means.length; c++) {
      rounded[c] = (float) means[c];
      double deviation = Math.sqrt(squares[c] / rows);
      // the mean is rounded, so that a column without deviation can seem to have a little
      deviations[c] = deviation <= 1e-6 * Math.abs(means[c]) ? 0f : (float) deviation;
    }
    return new FeatureScaler(FeatureScaling.STANDARD, rounded, deviations);
  }

  /** Returns how features are scaled; never {@link FeatureScaling#AUTOMATIC}. */
  public FeatureScaling scaling() {
    return scaling;
  }

  /** Returns the mean of each column of the training graph; empty if they are not needed. */
  public float[] means() {
    return means.clone();
  }

  /** Returns the deviation of each column of the training graph; empty if not needed. */
  public float[] deviations() {
    return deviations.clone();
  }

  /**
   * Returns the scaled features.
   *
   * @param features a row for each node, with the columns of the training graph
   * @return a matrix of the same shape
   * @throws IllegalArgumentException if the columns are not as many as those of the training graph
   */
  public CsrMatrix apply(CsrMatrix features) {
    Objects.requireNonNull(features, "features");
    return switch (scaling) {
      case NONE -> features;
      case ROW -> scaleRows(features, false);
      case BINARY_ROW -> scaleRows(features, true);
      default -> standardize(features);
    };
  }

  private CsrMatrix standardize(CsrMatrix features) {
    int columns = means.length;
    if (features.columns() != columns) {
      throw new IllegalArgumentException(
          "expected " + columns + " columns as the training graph had, found " + features);
    }
    int varying = 0;
    for (float deviation : deviations) {
      varying += deviation > 0 ? 1 : 0;
    }
    int count =
        Limits.checkNonZeros(
            (long) features.rows() * varying, "standardised features of all nodes");
    int[] pointers = new int[features.rows() + 1];
    int[] indices = new int[count];
    float[] values = new float[count];
    float[] row = new float[columns];
    int next = 0;
    for (int node = 0; node < features.rows(); node++) {
      Arrays.fill(row, 0f);
      for (int e = features.rowStart(node); e < features.rowEnd(node); e++) {
        row[features.columnIndex(e)] = features.value(e);
      }
      for (int c = 0; c < columns; c++) {
        if (deviations[c] > 0) {
          indices[next] = c;
          values[next++] = (row[c] - means[c]) / deviations[c];
        }
      }
      pointers[node + 1] = next;
    }
    return CsrMatrix.of(features.rows(), columns, pointers, indices, values);
  }

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

  @Override
  public String toString() {
    return "FeatureScaler(" + scaling + ")";
  }
}
