package io.github.gmnn.baseline.embedding;

import io.github.gmnn.compute.RandomStream;

/** Draws from a discrete distribution in constant time (Walker 1977; Vose 1991). */
final class AliasTable {
  private final double[] threshold;
  private final int[] alias;

  /**
   * @param weights not negative, at least one of them positive
   */
  AliasTable(double[] weights) {
    int n = weights.length;
    threshold = new double[n];
    alias = new int[n];
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    int[] queue = new int[n]; // small ones from the left, large ones from the right
    int small = 0;
    int large = n;
    for (int i = 0; i < n; i++) {
      threshold[i] = weights[i] * n / sum;
      alias[i] = i;
      if (threshold[i] < 1) {
        queue[small++] = i;
      } else {
        queue[--large] = i;
      }
    }
    while (small > 0 && large < n) {
      int less = queue[--small];
      int more = queue[large];
      alias[less] = more;
      threshold[more] -= 1 - threshold[less];
      if (threshold[more] < 1) {
        large++;
        queue[small++] = more;
      }
    }
    while (large < n) {
      threshold[queue[large++]] = 1;
    }
    while (small > 0) {
      threshold[queue[--small]] = 1; // by rounding alone
    }
  }

  /** Returns an index as likely as it weighs. */
  int draw(RandomStream random) {
    int i = random.nextInt(threshold.length);
    return random.nextDouble() < threshold[i] ? i : alias[i];
  }
}
