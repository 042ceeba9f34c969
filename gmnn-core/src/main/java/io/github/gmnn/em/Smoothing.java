package io.github.gmnn.em;

/**
 * Smoothing of distributions over the graph, Z &lt;- (1 - share) Y + share Â Z from Z = Y, with
 * rows made to sum to one at the end. Who has the graph takes the steps.
 */
public final class Smoothing {
  /** With a share of 0.9 an eighth of the way is left after so many: enough to rank by. */
  public static final int STEPS = 20;

  private Smoothing() {}

  /** Makes rows sum to one. */
  public static void normalize(float[] rows, int columns) {
    for (int start = 0; start < rows.length; start += columns) {
      float sum = 0;
      for (int c = start; c < start + columns; c++) {
        sum += rows[c];
      }
      for (int c = start; c < start + columns; c++) {
        rows[c] /= sum;
      }
    }
  }
}
