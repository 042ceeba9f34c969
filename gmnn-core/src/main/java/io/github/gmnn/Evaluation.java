package io.github.gmnn;

import io.github.gmnn.compute.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How well distributions fit true labels. Immutable; made by {@link GmnnModel#evaluate}.
 *
 * <p>F1 of a class that is neither predicted nor true anywhere is 0 by convention and counts in the
 * macro mean, as in most published figures.
 */
public final class Evaluation {
  private static final int CALIBRATION_BINS = 15;

  private final List<String> classes;
  private final int[] truth;
  private final float[][] distributions;
  private final ConfusionMatrix confusion;

  /**
   * Evaluates distributions.
   *
   * @param classes the classes
   * @param truth the index of the true class of each example; at least one example
   * @param distributions the predicted distribution of each example
   */
  Evaluation(List<String> classes, int[] truth, float[][] distributions) {
    if (truth.length == 0) {
      throw new IllegalArgumentException("an evaluation needs at least one labelled node");
    }
    this.classes = classes;
    this.truth = truth;
    this.distributions = distributions;
    this.confusion = new ConfusionMatrix(classes.size());
    for (int i = 0; i < truth.length; i++) {
      confusion.add(truth[i], argMax(distributions[i]));
    }
  }

  private static int argMax(float[] distribution) {
    return Rows.argMax(distribution, 0, distribution.length);
  }

  /** Returns the number of examples. */
  public int count() {
    return truth.length;
  }

  /** Returns the share of examples whose likeliest label is the true one. */
  public double accuracy() {
    return confusion.accuracy();
  }

  /** Returns the unweighted mean of all classes' F1. */
  public double macroF1() {
    return confusion.macroF1();
  }

  /** Returns the F1 over all decisions; with one label per example it equals the accuracy. */
  public double microF1() {
    return accuracy();
  }

  /** Returns the F1 of one class. */
  public double f1(String label) {
    return confusion.f1(index(label));
  }

  /** Returns the mean of -log of the true label's probability. */
  public double logLoss() {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      sum -= Math.log(Math.max(distributions[i][truth[i]], Float.MIN_NORMAL));
    }
    return sum / truth.length;
  }

  /**
   * Returns the expected calibration error: the mean gap between the confidence in the likeliest
   * label and how often it is right, over 15 equal bins of confidence (Guo et al. 2017).
   */
  public double calibrationError() {
    double[] confidence = new double[CALIBRATION_BINS];
    double[] correct = new double[CALIBRATION_BINS];
    for (int i = 0; i < truth.length; i++) {
      int best = argMax(distributions[i]);
      double p = distributions[i][best];
      int bin = Math.min(CALIBRATION_BINS - 1, (int) (p * CALIBRATION_BINS));
      confidence[bin] += p;
      correct[bin] += best == truth[i] ? 1 : 0;
    }
    double sum = 0;
    for (int bin = 0; bin < CALIBRATION_BINS; bin++) {
      sum += Math.abs(confidence[bin] - correct[bin]);
    }
    return sum / truth.length;
  }

  /**
   * Returns the area under the ROC curve of one class against the rest, ties counting half; empty
   * if all or none of the examples are of the class. O(n log n).
   */
  public OptionalDouble rocAuc(String label) {
    int c = index(label);
    Integer[] order = byProbability(c);
    long positives = Arrays.stream(truth).filter(t -> t == c).count();
    long negatives = truth.length - positives;
    if (positives == 0 || negatives == 0) {
      return OptionalDouble.empty();
    }
    double rankSum = 0;
    for (int start = 0; start < order.length; ) {
      int end = endOfTies(order, start, c);
      double rank = (start + 1 + end) / 2.0;
      for (int i = start; i < end; i++) {
        rankSum += truth[order[i]] == c ? rank : 0;
      }
      start = end;
    }
    return OptionalDouble.of(
        (rankSum - positives * (positives + 1) / 2.0) / ((double) positives * negatives));
  }

  /**
   * Returns the area under the precision-recall curve of one class against the rest (average
   * precision); empty if no example is of the class. O(n log n).
   */
  public OptionalDouble prAuc(String label) {
    int c = index(label);
    Integer[] order = byProbability(c);
    long positives = Arrays.stream(truth).filter(t -> t == c).count();
    if (positives == 0) {
      return OptionalDouble.empty();
    }
    double area = 0;
    long found = 0;
    for (int end = order.length; end > 0; ) {
      int start = startOfTies(order, end, c);
      long hits = 0;
      for (int i = start; i < end; i++) {
        hits += truth[order[i]] == c ? 1 : 0;
      }
      found += hits;
      area += (double) hits / positives * found / (order.length - start);
      end = start;
    }
    return OptionalDouble.of(area);
  }

  private Integer[] byProbability(int c) {
    Integer[] order = IntStream.range(0, truth.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Float.compare(distributions[a][c], distributions[b][c]));
    return order;
  }

  private int endOfTies(Integer[] order, int start, int c) {
    int end = start + 1;
    while (end < order.length && distributions[order[end]][c] == distributions[order[start]][c]) {
      end++;
    }
    return end;
  }

  private int startOfTies(Integer[] order, int end, int c) {
    int start = end - 1;
    while (start > 0 && distributions[order[start - 1]][c] == distributions[order[end - 1]][c]) {
      start--;
    }
    return start;
  }

  /** Returns how many examples of one class were given another (or the same) label; O(n). */
  public int confusion(String actual, String predicted) {
    int row = index(actual);
    int column = index(predicted);
    int count = 0;
    for (int i = 0; i < truth.length; i++) {
      count += truth[i] == row && argMax(distributions[i]) == column ? 1 : 0;
    }
    return count;
  }

  private int index(String label) {
    int index = classes.indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException("unknown class \"" + label + "\"; known are " + classes);
    }
    return index;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "accuracy %.4f, macro-F1 %.4f, log-loss %.4f, calibration error %.4f over %d nodes",
        accuracy(),
        macroF1(),
        logLoss(),
        calibrationError(),
        count());
  }
}
