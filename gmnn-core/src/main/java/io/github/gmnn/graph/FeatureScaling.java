package io.github.gmnn.graph;

import io.github.gmnn.sparse.CsrMatrix;
import java.util.Objects;

/**
 * How features are scaled before they enter a network. Fitting a scaling to the features of a
 * training graph and applying it each cost one pass over the non-zeros, {@link #STANDARD} one over
 * all cells.
 */
public enum FeatureScaling {
  /** As they are. */
  NONE,

  /** Each row divided by the sum of its absolute values; rows of zeros stay. */
  ROW,

  /** Every non-zero set to 1, then each row divided by its sum: the paper's bags of words. */
  BINARY_ROW,

  /**
   * Each column less its mean and divided by its deviation, both of the training graph; a column
   * that is the same everywhere becomes 0. For the columns of a table, of whatever units. Zeros
   * become numbers, so that the result has rows x columns entries.
   */
  STANDARD,

  /**
   * {@link #STANDARD} for real columns, {@link #ROW} for words, by the features of the training
   * graph: they are real columns if one value is below zero; if at least half of all cells are
   * neither 0 nor 1; or if columns of numbers that most nodes have hold two thirds of the sum of
   * all values, beside which divided by rows nothing would be left of the others. {@code ROW}
   * wherever {@code STANDARD} would make more than 100 million entries. It is one choice for all
   * columns, since a row is divided by its sum as a whole. The choice is kept in the model and
   * stands in its provenance as {@code featureScaling.chosen}.
   */
  AUTOMATIC;

  private static final long MOST_STANDARD_CELLS = 100_000_000L;

  /**
   * Learns what the scaling needs to know of the training graph.
   *
   * @param features a row for each node of the training graph
   * @return the scaler for these and for other nodes
   * @throws IllegalArgumentException if {@link #STANDARD} would make more than 100 million entries
   */
  public FeatureScaler fit(CsrMatrix features) {
    Objects.requireNonNull(features, "features");
    if (this == AUTOMATIC) {
      return choice(features).fit(features);
    }
    if (this != STANDARD) {
      return new FeatureScaler(this, new float[0], new float[0]);
    }
    if (cells(features) > MOST_STANDARD_CELLS) {
      throw new IllegalArgumentException(
          "STANDARD makes every cell of "
              + features
              + " a number, more than "
              + MOST_STANDARD_CELLS
              + ": use ROW for features that are mostly zero");
    }
    return standard(features);
  }

  /**
   * Scales features by what they are themselves: {@code fit(features).apply(features)}.
   *
   * @param features a row for each node
   * @return a matrix of the same shape
   */
  public CsrMatrix apply(CsrMatrix features) {
    return fit(features).apply(features);
  }

  private static long cells(CsrMatrix features) {
    return (long) features.rows() * features.columns();
  }

  private static FeatureScaling choice(CsrMatrix features) {
    if (cells(features) > MOST_STANDARD_CELLS) {
      return ROW;
    }
    int columns = features.columns();
    int[] present = new int[columns];
    boolean[] hasNumbers = new boolean[columns];
    double[] sums = new double[columns];
    long numbers = 0;
    for (int e = 0; e < features.nonZeros(); e++) {
      float value = features.value(e);
      if (value < 0) {
        return STANDARD;
      }
      int c = features.columnIndex(e);
      if (value != 0) {
        present[c]++;
        sums[c] += value;
      }
      if (value != 0 && value != 1) {
        numbers++;
        hasNumbers[c] = true;
      }
    }
    double sum = 0;
    double ofNumbers = 0;
    for (int c = 0; c < columns; c++) {
      sum += sums[c];
      ofNumbers += hasNumbers[c] && 2L * present[c] > features.rows() ? sums[c] : 0;
    }
    boolean table = numbers > 0 && 3 * ofNumbers >= 2 * sum;
    return table || 2 * numbers >= cells(features) ? STANDARD : ROW;
  }

  private static FeatureScaler standard(CsrMatrix features) {
    int columns = features.columns();
    double[] sums = new double[columns];
    for (int e = 0; e < features.nonZeros(); e++) {
      sums[features.columnIndex(e)] += features.value(e);
    }
    // squares of differences, not differences of squares: columns near 1000 would lose all digits
    double[] squares = new double[columns];
    int[] present = new int[columns];
    for (int e = 0; e < features.nonZeros(); e++) {
      int c = features.columnIndex(e);
      double difference = features.value(e) - sums[c] / features.rows();
      squares[c] += difference * difference;
      present[c]++;
    }
    float[] means = new float[columns];
    float[] deviations = new float[columns];
    for (int c = 0; c < columns; c++) {
      double mean = sums[c] / features.rows();
      double square = squares[c] + (features.rows() - present[c]) * mean * mean;
      double deviation = Math.sqrt(square / features.rows());
      means[c] = (float) mean;
      // the mean is rounded, so that a column without deviation can seem to have a little
      deviations[c] = deviation <= 1e-6 * Math.abs(mean) ? 0f : (float) deviation;
    }
    return new FeatureScaler(STANDARD, means, deviations);
  }
}
