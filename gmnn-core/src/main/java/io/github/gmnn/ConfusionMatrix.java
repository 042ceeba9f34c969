package io.github.gmnn;

import java.util.Arrays;

/** Counts true against predicted classes. */
final class ConfusionMatrix {
  private final int[][] counts;
  private int total;

  ConfusionMatrix(int classes) {
    counts = new int[classes][classes];
  }

  void clear() {
    for (int[] row : counts) {
      Arrays.fill(row, 0);
    }
    total = 0;
  }

  void add(int actual, int predicted) {
    counts[actual][predicted]++;
    total++;
  }

  int count(int actual, int predicted) {
    return counts[actual][predicted];
  }

  double accuracy() {
    int correct = 0;
    for (int c = 0; c < counts.length; c++) {
      correct += counts[c][c];
    }
    return (double) correct / total;
  }

  /** F1 of a class; 0 if it is neither predicted nor true anywhere. */
  double f1(int c) {
    int predicted = 0;
    int actual = 0;
    for (int other = 0; other < counts.length; other++) {
      predicted += counts[other][c];
      actual += counts[c][other];
    }
    return predicted + actual == 0 ? 0 : 2.0 * counts[c][c] / (predicted + actual);
  }

  double macroF1() {
    double sum = 0;
    for (int c = 0; c < counts.length; c++) {
      sum += f1(c);
    }
    return sum / counts.length;
  }
}
