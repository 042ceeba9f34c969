package io.github.gmnn.baseline.relational;

import java.util.Arrays;

/**
 * Multinomial logistic regression: the sum over examples of -log p(label), and half the penalty
 * times the squares of the weights.
 *
 * <p>Weights are column by column, the classes of a column side by side. An evaluation costs
 * O(entries · classes).
 */
final class LogisticRegression implements SmoothFunction {
  private final Examples examples;
  private final int[] used;
  private final int classes;
  private final double[] penalties;
  private final double[] logits;

  /**
   * @param examples the examples
   * @param used the indices of those that count
   * @param classes number of classes
   * @param penalties the penalty of each column
   */
  LogisticRegression(Examples examples, int[] used, int classes, double[] penalties) {
    this.examples = examples;
    this.used = used;
    this.classes = classes;
    this.penalties = penalties;
    this.logits = new double[classes];
  }

  @Override
  public int size() {
    return penalties.length * classes;
  }

  @Override
  public double evaluate(double[] weights, double[] gradient) {
    double loss = 0;
    for (int column = 0; column < penalties.length; column++) {
      for (int w = column * classes; w < (column + 1) * classes; w++) {
        gradient[w] = penalties[column] * weights[w];
        loss += 0.5 * gradient[w] * weights[w];
      }
    }
    for (int example : used) {
      int label = examples.labels()[example];
      logits(weights, example);
      loss -= logits[label];
      loss += Distribution.softmax(logits, 0, classes);
      logits[label] -= 1;
      for (int e = examples.starts()[example]; e < examples.starts()[example + 1]; e++) {
        int start = examples.columns()[e] * classes;
        double value = examples.values()[e];
        for (int c = 0; c < classes; c++) {
          gradient[start + c] += value * logits[c];
        }
      }
    }
    return loss;
  }

  private void logits(double[] weights, int example) {
    Arrays.fill(logits, 0);
    for (int e = examples.starts()[example]; e < examples.starts()[example + 1]; e++) {
      int start = examples.columns()[e] * classes;
      double value = examples.values()[e];
      for (int c = 0; c < classes; c++) {
        logits[c] += value * weights[start + c];
      }
    }
  }
}
