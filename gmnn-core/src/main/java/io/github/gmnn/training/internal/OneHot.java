package io.github.gmnn.training.internal;

import io.github.gmnn.compute.DenseMatrix;

/** Labels as distributions that are certain of them. */
public final class OneHot {
  private OneHot() {}

  /**
   * Makes a row certain of a label.
   *
   * @param distributions a column for each class
   * @param row the row
   * @param label the index of the label
   */
  public static void set(DenseMatrix distributions, int row, int label) {
    for (int c = 0; c < distributions.columns(); c++) {
      distributions.set(row, c, c == label ? 1f : 0f);
    }
  }
}
