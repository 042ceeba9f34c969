package io.github.gmnn.training.internal;

import io.github.gmnn.training.ValidationMetric;
import java.util.Arrays;

/**
 * Counts per class how often it is true, predicted, and both: what accuracy and F1 need of a
 * confusion matrix, in memory linear in the classes.
 */
public final class ConfusionMatrix {
  private final int[] actual;
  private final int[] predicted;
  private final int[] correct;
  private int total;

  public ConfusionMatrix(int classes) {
    actual = new int[classes];
    predicted = new int[classes];
    correct = new int[classes];
  }

  public void clear() {
    Arrays.fill(actual, 0);
    Arrays.fill(predicted, 0);
    Arrays.fill(correct, 0);
    total = 0;
  }

  public void add(int actualClass, int predictedClass) {
    actual[actualClass]++;
    predicted[predictedClass]++;
    correct[actualClass] += actualClass == predictedClass ? 1 : 0;
    total++;
  }

  public void remove(int actualClass, int predictedClass) {
    actual[actualClass]--;
    predicted[predictedClass]--;
    correct[actualClass] -= actualClass == predictedClass ? 1 : 0;
    total--;
  }

  public double accuracy() {
    int sum = 0;
    for (int count : correct) {
      sum += count;
    }
    return (double) sum / total;
  }

  /** How many examples are of a class. */
  public int actual(int c) {
    return actual[c];
  }

  /** How many examples a class is predicted for. */
  public int predicted(int c) {
    return predicted[c];
  }

  /** For how many examples of a class it is predicted. */
  public int correct(int c) {
    return correct[c];
  }

  /** F1 of a class; 0 if it is neither predicted nor true anywhere. */
  public double f1(int c) {
    int either = predicted[c] + actual[c];
    return either == 0 ? 0 : 2.0 * correct[c] / either;
  }

  public double macroF1() {
    double sum = 0;
    for (int c = 0; c < correct.length; c++) {
      sum += f1(c);
    }
    return sum / correct.length;
  }

  /** The mean recall of the classes that some example is of. */
  public double balancedAccuracy() {
    double sum = 0;
    int there = 0;
    for (int c = 0; c < correct.length; c++) {
      if (actual[c] > 0) {
        sum += (double) correct[c] / actual[c];
        there++;
      }
    }
    return sum / there;
  }

  /**
   * Returns the value of a metric.
   *
   * @throws IllegalArgumentException if it ranks, which labels do not tell
   */
  public double of(ValidationMetric metric) {
    return switch (metric) {
      case ACCURACY -> accuracy();
      case MACRO_F1 -> macroF1();
      case BALANCED_ACCURACY -> balancedAccuracy();
      case ROC_AUC, AVERAGE_PRECISION ->
          throw new IllegalArgumentException(
              metric + " is measured by the order of probabilities, not by labels");
    };
  }
}
