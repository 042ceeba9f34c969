package io.github.gmnn.graph;

import io.github.gmnn.sparse.CsrMatrix;
import java.io.Serializable;

/**
 * What {@link FeatureScaling#AUTOMATIC} means, at one place: told all values of a training graph's
 * features, it chooses how they are scaled.
 *
 * <ul>
 *   <li>Features that a reader made of a table ({@link FeatureSchema#isOfTable}) have their numbers
 *       scaled already: {@link FeatureScaling#NONE} if one is below zero, else {@link
 *       FeatureScaling#ROW}, which suits words, categories and counts.
 *   <li>Others are real columns, {@link FeatureScaling#STANDARD}, if one value is below zero; if at
 *       least half of all cells are neither 0 nor 1; or if columns of numbers that most nodes have
 *       hold two thirds of the sum of all values, beside which divided by rows nothing would be
 *       left of the others. {@code ROW} if they are none, or {@code STANDARD} would make more than
 *       100 million entries.
 * </ul>
 *
 * <p>Values may be told in parts, on several machines, and the parts added up. Not thread-safe.
 */
public final class AutomaticScaling implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long MOST_STANDARD_CELLS = 100_000_000L;

  private final long rows;
  private final boolean ofTable;
  private final boolean tooLarge;
  private final int[] present;
  private final boolean[] hasNumbers;
  private final double[] sums;
  private long numbers;
  private boolean negative;

  /**
   * Begins to look at features.
   *
   * @param rows nodes of the training graph
   * @param columns features of a node
   * @param ofTable whether a reader made them of a table
   */
  public AutomaticScaling(long rows, int columns, boolean ofTable) {
    this.rows = rows;
    this.ofTable = ofTable;
    this.tooLarge = isTooLarge(rows, columns);
    int looked = ofTable || tooLarge ? 0 : columns;
    this.present = new int[looked];
    this.hasNumbers = new boolean[looked];
    this.sums = new double[looked];
  }

  static FeatureScaling choose(CsrMatrix features, boolean ofTable) {
    AutomaticScaling automatic = new AutomaticScaling(features.rows(), features.columns(), ofTable);
    for (int e = 0; e < features.nonZeros() && !automatic.isSettled(); e++) {
      automatic.add(features.columnIndex(e), features.value(e));
    }
    return automatic.choice();
  }

  /** Whether standardised features would be too many. */
  static boolean isTooLarge(long rows, int columns) {
    return rows * columns > MOST_STANDARD_CELLS;
  }

  /** Returns whether the choice stands, whatever values follow. */
  public boolean isSettled() {
    return negative || tooLarge && !ofTable;
  }

  /** Takes a value into account; zeros may be left out. */
  public void add(int column, float value) {
    negative |= value < 0;
    if (present.length == 0 || value == 0) {
      return;
    }
    present[column]++;
    sums[column] += value;
    if (value != 1) {
      numbers++;
      hasNumbers[column] = true;
    }
  }

  /** Takes into account what another part of the same features told. */
  public void add(AutomaticScaling other) {
    negative |= other.negative;
    numbers += other.numbers;
    for (int c = 0; c < present.length; c++) {
      present[c] += other.present[c];
      hasNumbers[c] |= other.hasNumbers[c];
      sums[c] += other.sums[c];
    }
  }

  /** Returns how the features are scaled. */
  public FeatureScaling choice() {
    if (ofTable) {
      return negative ? FeatureScaling.NONE : FeatureScaling.ROW;
    }
    return !tooLarge && (negative || areNumbers()) ? FeatureScaling.STANDARD : FeatureScaling.ROW;
  }

  private boolean areNumbers() {
    double sum = 0;
    double ofNumbers = 0;
    for (int c = 0; c < present.length; c++) {
      sum += sums[c];
      ofNumbers += hasNumbers[c] && 2L * present[c] > rows ? sums[c] : 0;
    }
    boolean table = numbers > 0 && 3 * ofNumbers >= 2 * sum;
    return table || 2 * numbers >= rows * present.length;
  }
}
