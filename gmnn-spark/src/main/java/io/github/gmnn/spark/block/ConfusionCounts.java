package io.github.gmnn.spark.block;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.training.ValidationMetric;
import java.io.Serializable;

/**
 * What metrics need of the confusion matrix of validation nodes: how often each class is true,
 * predicted, and both; and the sum of the losses there. Of a block or of all.
 */
public final class ConfusionCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int classes;
  private final long[] counts;
  private double loss;

  ConfusionCounts(int classes) {
    this.classes = classes;
    this.counts = new long[3 * classes];
  }

  /** Counts a validation node by the scores of its classes, whose losses are taken as logits'. */
  void add(int label, float[] scores, int start) {
    int predicted = Elementwise.argMax(scores, start, classes);
    counts[label]++;
    counts[classes + predicted]++;
    counts[2 * classes + predicted] += predicted == label ? 1 : 0;
    loss += Dense.logSumExp(scores, start, classes) - scores[start + label];
  }

  void add(ConfusionCounts others) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += others.counts[i];
    }
    loss += others.loss;
  }

  /** The mean cross-entropy of the labels. */
  public double meanLoss() {
    return loss / count();
  }

  private long count() {
    long all = 0;
    for (int c = 0; c < classes; c++) {
      all += counts[c];
    }
    return all;
  }

  public double of(ValidationMetric metric) {
    return switch (metric) {
      case ACCURACY -> accuracy();
      case MACRO_F1 -> macroF1();
      case BALANCED_ACCURACY -> balancedAccuracy();
      case ROC_AUC, AVERAGE_PRECISION ->
          throw new IllegalArgumentException(metric + " is not measured by counts");
    };
  }

  private double balancedAccuracy() {
    double sum = 0;
    int there = 0;
    for (int c = 0; c < classes; c++) {
      if (counts[c] > 0) {
        sum += (double) counts[2 * classes + c] / counts[c];
        there++;
      }
    }
    return sum / there;
  }

  private double accuracy() {
    long right = 0;
    for (int c = 0; c < classes; c++) {
      right += counts[2 * classes + c];
    }
    return (double) right / count();
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
