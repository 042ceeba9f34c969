package io.github.gmnn.training.internal;

import io.github.gmnn.training.ValidationMetric;
import java.util.Arrays;

/**
 * How well scores rank the examples of a class before the others: the area under the ROC curve,
 * ties counting half, and average precision, ties counting as one threshold. O(n log n) for each
 * class; keeps its buffer from call to call. Not thread-safe.
 */
public final class Ranking {
  /** What examples are ranked by. */
  @FunctionalInterface
  public interface Scores {
    /** Returns the score of an example for a class, the higher the likelier. */
    float of(int example, int c);
  }

  /** An example each: its score, such that longs have the order of floats, and whether it is in. */
  private long[] order = {};

  private int count;
  private int positives;

  /**
   * Returns the value of a metric that ranks: of the rarer of two classes, or the mean over the
   * classes that some examples are of and others not. Where all examples are of one class there is
   * nothing to rank: the area is 0.5 and the precision 0, whatever the scores.
   *
   * @param metric the metric
   * @param truth the class of each example
   * @param classes how many classes there are
   * @param scores their scores
   * @throws IllegalArgumentException if the metric does not rank
   */
  public double of(ValidationMetric metric, int[] truth, int classes, Scores scores) {
    boolean roc = metric == ValidationMetric.ROC_AUC;
    if (!metric.ranks()) {
      throw new IllegalArgumentException(metric + " is measured by labels, not by ranks");
    }
    int[] counts = new int[classes];
    for (int c : truth) {
      counts[c]++;
    }
    int only = classes == 2 ? (counts[1] < counts[0] ? 1 : 0) : -1;
    double sum = 0;
    int measured = 0;
    for (int c = 0; c < classes; c++) {
      if (counts[c] > 0 && counts[c] < truth.length && (only < 0 || c == only)) {
        sum += roc ? rocAuc(truth, c, scores) : averagePrecision(truth, c, scores);
        measured++;
      }
    }
    return measured == 0 ? (roc ? 0.5 : 0) : sum / measured;
  }

  /** Returns the area under the ROC curve; NaN if all or none of the examples are of the class. */
  public double rocAuc(int[] truth, int c, Scores scores) {
    sort(truth, c, scores);
    double rankSum = 0;
    for (int start = 0; start < count; ) {
      int end = start + 1;
      int hits = hit(start);
      while (end < count && tied(start, end)) {
        hits += hit(end++);
      }
      rankSum += hits * (start + 1.0 + end) / 2;
      start = end;
    }
    double negatives = (double) count - positives;
    return (rankSum - positives * (positives + 1.0) / 2) / (positives * negatives);
  }

  /** Returns the area under the precision-recall curve; NaN if no example is of the class. */
  public double averagePrecision(int[] truth, int c, Scores scores) {
    sort(truth, c, scores);
    double area = 0;
    int found = 0;
    for (int end = count; end > 0; ) {
      int start = end - 1;
      int hits = hit(start);
      while (start > 0 && tied(start - 1, end - 1)) {
        hits += hit(--start);
      }
      found += hits;
      area += (double) hits * found / (count - start);
      end = start;
    }
    return area / positives;
  }

  /**
   * Returns the largest share of a class found by a threshold of at least a precision; 0 if none
   * has it, NaN if no example is of the class.
   */
  public double recallAt(double precision, int[] truth, int c, Scores scores) {
    sort(truth, c, scores);
    double recall = positives == 0 ? Double.NaN : 0;
    int found = 0;
    for (int place = count - 1; place >= 0; place--) {
      found += hit(place);
      boolean whole = place == 0 || !tied(place - 1, place);
      if (whole && positives > 0 && found >= precision * (count - place)) {
        recall = (double) found / positives;
      }
    }
    return recall;
  }

  /**
   * Returns how many times denser a class is among the share of examples of the highest scores than
   * among all, ties at the end counting with their mean; NaN if no example is of the class.
   */
  public double lift(double share, int[] truth, int c, Scores scores) {
    sort(truth, c, scores);
    int taken = Math.max(1, (int) Math.round(share * count));
    int last = count - taken;
    int start = last;
    while (start > 0 && tied(start - 1, last)) {
      start--;
    }
    int end = last;
    int tiedHits = 0;
    for (int place = start; place < count && tied(last, place); place++) {
      tiedHits += hit(place);
      end = place + 1;
    }
    int above = 0;
    for (int place = end; place < count; place++) {
      above += hit(place);
    }
    double found = above + (double) tiedHits * (end - last) / (end - start);
    return found / taken / ((double) positives / count);
  }

  private int hit(int place) {
    return (int) (order[place] & 1);
  }

  private boolean tied(int one, int other) {
    return order[one] >> 1 == order[other] >> 1;
  }

  private void sort(int[] truth, int c, Scores scores) {
    count = truth.length;
    positives = 0;
    if (order.length < count) {
      order = new long[count];
    }
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToIntBits(scores.of(i, c) + 0f); // -0 is 0
      int ordered = bits ^ (bits >> 31 & Integer.MAX_VALUE);
      int in = truth[i] == c ? 1 : 0;
      positives += in;
      order[i] = (long) ordered << 1 | in;
    }
    Arrays.sort(order, 0, count);
  }
}
