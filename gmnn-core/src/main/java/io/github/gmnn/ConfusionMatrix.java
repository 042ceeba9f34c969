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

  void remove(int actual, int predicted) {
    counts[actual][predicted]--;
    total--;
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

  /** How many examples are of a class. */
  int actual(int c) {
    return Arrays.stream(counts[c]).sum();
  }

  /** How many examples a class is predicted for. */
  int predicted(int c) {
    int sum = 0;
    for (int[] row : counts) {
      sum += row[c];
    }
    return sum;
  }

  /** F1 of a class; 0 if it is neither predicted nor true anywhere. */
  double f1(int c) {
    int both = predicted(c) + actual(c);
    return both == 0 ? 0 : 2.0 * counts[c][c] / both;
  }

  double macroF1() {
    double sum = 0;
    for (int c = 0; c < counts.length; c++) {
      sum += f1(c);
    }
    return sum / counts.length;
  }
}
