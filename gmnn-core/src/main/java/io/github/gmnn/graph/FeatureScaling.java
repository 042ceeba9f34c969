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
   * {@link #STANDARD} for real columns, {@link #ROW} for words, {@link #NONE} for a table whose
   * numbers its reader has scaled: {@link AutomaticScaling} has the rule. It is one choice for all
   * columns, since a row is divided by its sum as a whole. The choice is kept in the model and
   * stands in its provenance as {@code featureScaling.chosen}.
   */
  AUTOMATIC;

  /**
   * Learns what the scaling needs to know of the training graph.
   *
   * @param graph the training graph
   * @return the scaler for its features and for those of other graphs
   * @throws IllegalArgumentException if {@link #STANDARD} would make more than 100 million entries
   */
  public FeatureScaler fit(Graph<?> graph) {
    return fit(graph.features(), graph.featureSchema().isOfTable());
  }

  /**
   * Learns what the scaling needs to know of the training graph.
   *
   * @param features a row for each node of the training graph
   * @return the scaler for these and for other nodes
   * @throws IllegalArgumentException if {@link #STANDARD} would make more than 100 million entries
   */
  public FeatureScaler fit(CsrMatrix features) {
    return fit(features, false);
  }

  private FeatureScaler fit(CsrMatrix features, boolean ofTable) {
    Objects.requireNonNull(features, "features");
    if (this == AUTOMATIC) {
      return AutomaticScaling.choose(features, ofTable).fit(features);
    }
    if (this != STANDARD) {
      return new FeatureScaler(this, new float[0], new float[0]);
    }
    if (AutomaticScaling.isTooLarge(features.rows(), features.columns())) {
      throw new IllegalArgumentException(
          "STANDARD makes every cell of "
              + features
              + " a number, more than 100 million: use ROW for features that are mostly zero");
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

  /**
   * Scales a graph's features by what they are themselves.
   *
   * @param graph the graph
   * @return a row for each of its nodes
   */
  public CsrMatrix apply(Graph<?> graph) {
    return fit(graph).apply(graph.features());
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
    double[] means = new double[columns];
    for (int c = 0; c < columns; c++) {
      means[c] = sums[c] / features.rows();
      squares[c] += (features.rows() - present[c]) * means[c] * means[c];
    }
    return FeatureScaler.standard(features.rows(), means, squares);
  }
}
