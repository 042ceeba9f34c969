package io.github.gmnn.evaluation;

import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A decision threshold for each class: the label is the class whose probability is largest in
 * proportion to its threshold. With two classes, one of threshold θ is decided for where its
 * probability is above θ. Chosen on validation nodes, for metrics that the likeliest label does not
 * serve best, such as macro-F1 where a class is rare; made by {@code Predictions.thresholds}.
 * Immutable and thread-safe.
 */
public final class Thresholds {
  private static final int ROUNDS = 3;

  private final List<String> classes;
  private final double[] thresholds;

  private Thresholds(List<String> classes, double[] thresholds) {
    this.classes = classes;
    this.thresholds = thresholds;
  }

  /**
   * Chooses the thresholds that a metric of some examples is best with, one class after the other
   * in three rounds; O(n log n + n classes²) for each class, of n examples. Equal thresholds, under
   * which the likeliest label is decided for, stay where nothing is gained.
   *
   * @param classes the classes
   * @param truth the index of the true class of each example; at least one example
   * @param distributions the predicted distribution of each example
   * @param metric what shall be large
   * @return the thresholds
   * @throws IllegalArgumentException if there is no example, or the metric ranks probabilities,
   *     which thresholds do not change
   */
  public static Thresholds choose(
      List<String> classes, int[] truth, float[][] distributions, ValidationMetric metric) {
    Objects.requireNonNull(metric, "metric");
    if (truth.length == 0) {
      throw new IllegalArgumentException("thresholds need at least one example to be chosen on");
    }
    if (metric.ranks()) {
      throw new IllegalArgumentException(
          metric + " ranks probabilities, which thresholds do not change: name another metric");
    }
    double[][] probabilities = new double[truth.length][];
    Arrays.setAll(probabilities, i -> doubles(distributions[i]));
    Thresholds chosen = equal(List.copyOf(classes));
    for (int round = 0; round < ROUNDS; round++) {
      for (int c = 0; c < chosen.thresholds.length; c++) {
        chosen.improve(c, truth, probabilities, metric);
      }
    }
    return chosen.normalized();
  }

  private static Thresholds equal(List<String> classes) {
    double[] thresholds = new double[classes.size()];
    Arrays.fill(thresholds, 1.0 / classes.size());
    return new Thresholds(classes, thresholds);
  }

  private Thresholds normalized() {
    double sum = Arrays.stream(thresholds).sum();
    return new Thresholds(classes, Arrays.stream(thresholds).map(t -> t / sum).toArray());
  }

  /** Tries every threshold of one class that decides the examples differently. */
  private void improve(int c, int[] truth, double[][] probabilities, ValidationMetric metric) {
    int n = truth.length;
    ConfusionMatrix confusion = new ConfusionMatrix(thresholds.length);
    int[] rival = new int[n];
    double[] turn = new double[n]; // an example is of class c while the threshold is below this
    double current = 0;
    for (int pass = 0; pass < 2; pass++) {
      confusion.clear();
      for (int i = 0; i < n; i++) {
        if (pass == 0) {
          confusion.add(truth[i], decide(probabilities[i], -1));
          continue;
        }
        rival[i] = decide(probabilities[i], c);
        turn[i] =
            probabilities[i][c]
                * thresholds[rival[i]]
                / Math.max(probabilities[i][rival[i]], Float.MIN_NORMAL);
        confusion.add(truth[i], rival[i]);
      }
      current = pass == 0 ? confusion.of(metric) : current;
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(turn[b], turn[a]));
    double best = current;
    for (int i = 0; i < n; i++) {
      int example = order[i];
      confusion.remove(truth[example], rival[example]);
      confusion.add(truth[example], c);
      double next = i + 1 < n ? turn[order[i + 1]] : turn[example] / 2;
      if (turn[example] > next && turn[example] > 0 && confusion.of(metric) > best + 1e-12) {
        best = confusion.of(metric);
        thresholds[c] = (turn[example] + next) / 2;
      }
    }
  }

  /** The class of the largest probability in proportion to its threshold, one class apart. */
  private int decide(double[] probabilities, int apart) {
    int best = -1;
    for (int c = 0; c < probabilities.length; c++) {
      if (c != apart
          && (best < 0
              || probabilities[c] * thresholds[best] > probabilities[best] * thresholds[c])) {
        best = c;
      }
    }
    return best;
  }

  /** Returns the threshold of every class, in the model's order of classes; their sum is 1. */
  public Map<String, Double> byClass() {
    Map<String, Double> map = new LinkedHashMap<>();
    for (int c = 0; c < thresholds.length; c++) {
      map.put(classes.get(c), thresholds[c]);
    }
    return Collections.unmodifiableMap(map);
  }

  /** Returns the classes, in the order of distributions. */
  public List<String> classes() {
    return classes;
  }

  /**
   * Returns the index of the class that these thresholds decide for.
   *
   * @param distribution the probability of each class
   */
  public int decide(float[] distribution) {
    return decide(doubles(distribution), -1);
  }

  private static double[] doubles(float[] values) {
    double[] doubles = new double[values.length];
    Arrays.setAll(doubles, i -> values[i]);
    return doubles;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Thresholds(");
    for (int c = 0; c < thresholds.length; c++) {
      text.append(c == 0 ? "" : ", ")
          .append(String.format(Locale.ROOT, "%s %.3f", classes.get(c), thresholds[c]));
    }
    return text.append(")").toString();
  }
}
