package io.github.gmnn.em;

/** How sure distributions are: what {@link ConfidentEm} makes of its targets. */
public final class Confidence {
  private Confidence() {}

  /**
   * Squares every probability and makes rows sum to one: half the temperature.
   *
   * @param distributions a row per node, changed in place
   * @param classes how many probabilities a row has
   */
  public static void sharpen(float[] distributions, int classes) {
    for (int start = 0; start < distributions.length; start += classes) {
      double sum = 0;
      for (int c = start; c < start + classes; c++) {
        sum += (double) distributions[c] * distributions[c];
      }
      for (int c = start; c < start + classes; c++) {
        distributions[c] = (float) ((double) distributions[c] * distributions[c] / sum);
      }
    }
  }

  /**
   * Returns 1 - H / log C: one for a certain label, zero where all are as likely.
   *
   * @param distributions a row per node
   * @param start where the row of the node starts
   * @param classes how many probabilities it has
   */
  public static double certainty(float[] distributions, int start, int classes) {
    double entropy = 0;
    for (int c = start; c < start + classes; c++) {
      double probability = distributions[c];
      entropy -= probability > 0 ? probability * Math.log(probability) : 0;
    }
    return Math.max(0, 1 - entropy / Math.log(classes));
  }
}
