package io.github.gmnn.spark;

import io.github.gmnn.ValidationMetric;

/** How often each class is true on validation nodes, predicted, and both; over all blocks. */
final class Votes {
  private final int classes;
  private final long[] counts;

  Votes(int classes) {
    this.classes = classes;
    this.counts = new long[3 * classes];
  }

  void add(long[] ofBlock) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += ofBlock[i];
    }
  }

  double of(ValidationMetric metric) {
    return metric == ValidationMetric.ACCURACY ? accuracy() : macroF1();
  }

  private double accuracy() {
    long right = 0;
    long all = 0;
    for (int c = 0; c < classes; c++) {
      all += counts[c];
      right += counts[2 * classes + c];
    }
    return (double) right / all;
  }

  private double macroF1() {
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      long either = counts[c] + counts[classes + c];
      sum += either == 0 ? 0 : 2.0 * counts[2 * classes + c] / either;
    }
    return sum / classes;
  }
}
