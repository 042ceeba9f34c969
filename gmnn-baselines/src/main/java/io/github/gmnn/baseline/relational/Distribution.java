package io.github.gmnn.baseline.relational;

/** Distributions in {@code double}, for training and for messages. */
final class Distribution {
  private Distribution() {}

  /**
   * Turns logits into a distribution.
   *
   * @param values overwritten from {@code from} to {@code to - 1}
   * @return the log of the sum of the exponentials
   */
  static double softmax(double[] values, int from, int to) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, values[i]);
    }
    double sum = 0;
    for (int i = from; i < to; i++) {
      values[i] = Math.exp(values[i] - largest);
      sum += values[i];
    }
    for (int i = from; i < to; i++) {
      values[i] /= sum;
    }
    return largest + Math.log(sum);
  }

  /** Returns the index from {@code start} of the largest of some values, the first among equals. */
  static int best(double[] values, int start, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      best = values[start + i] > values[start + best] ? i : best;
    }
    return best;
  }
}
