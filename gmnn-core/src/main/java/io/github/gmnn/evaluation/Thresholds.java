package io.github.gmnn.evaluation;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.ConfusionMatrix;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A decision threshold for each class: the label is the class whose probability is largest in
 * proportion to its threshold. With two classes, a class with threshold θ is chosen if its
 * probability is above θ. A {@link DecisionRule} chooses thresholds on validation nodes, for goals
 * that the likeliest label does not serve best, such as finding most of a rare class. {@code
 * GmnnModel.thresholds} makes them, and {@code GmnnModel.deciding} keeps them in a model. Immutable
 * and thread-safe.
 */
public final class Thresholds implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int ROUNDS = 3;

  /** With fewer labels of a class, what a metric or costs choose is chance. */
  private static final int FEWEST = 10;

  /** How far off recall or precision may be, at two standard deviations, without a warning. */
  private static final double WIDEST = 0.1;

  /** On how many decisions a precision is known at least. */
  private static final int FEWEST_DECISIONS = 10;

  /** Ratios of probabilities beyond these are told apart by rounding alone. */
  private static final double LARGEST_RATIO = 1e9;

  /** Just below, so that what lies on a threshold is above it. */
  private static final double BELOW = 1 - 1e-6;

  @SuppressWarnings("serial") // lists of the JDK, which can be written
  private final List<String> classes;

  private final double[] thresholds;

  @SuppressWarnings("serial") // lists of the JDK, which can be written
  private final List<String> warnings;

  private Thresholds(List<String> classes, double[] thresholds, List<String> warnings) {
    this.classes = classes;
    this.thresholds = thresholds;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Makes thresholds of your own.
   *
   * @param byClass a positive number for each class, in the model's order of classes; scaled to a
   *     sum of 1
   * @throws IllegalArgumentException if one is not positive, or there are fewer than two
   */
  public static Thresholds of(Map<String, Double> byClass) {
    Checks.atLeast(2, byClass.size(), "thresholds");
    byClass.forEach((label, t) -> Checks.positive(t, "the threshold of class " + label));
    double[] values = byClass.values().stream().mapToDouble(Double::doubleValue).toArray();
    return new Thresholds(List.copyOf(byClass.keySet()), normalized(values), List.of());
  }

  /**
   * Chooses thresholds by a rule on some examples. For a metric or costs, one class after the other
   * in three rounds, O(n log n + n classes) for each class, of n examples; equal thresholds, under
   * which the likeliest label is decided for, stay where nothing is gained. For recall and
   * precision the threshold of that class alone, O(n log n).
   *
   * @param classes the classes
   * @param truth the index of the true class of each example; at least one example
   * @param distributions the predicted distribution of each example
   * @param rule what they shall bring about
   * @return the thresholds
   * @throws IllegalArgumentException if there is no example, a class is unknown, or no threshold
   *     has the precision asked for
   */
  public static Thresholds choose(
      List<String> classes, int[] truth, float[][] distributions, DecisionRule rule) {
    Objects.requireNonNull(rule, "rule");
    if (truth.length == 0) {
      throw new IllegalArgumentException("thresholds need at least one example to be chosen on");
    }
    double[][] probabilities = new double[truth.length][];
    Arrays.setAll(probabilities, i -> doubles(distributions[i]));
    Examples examples = new Examples(List.copyOf(classes), truth, probabilities);
    if (rule instanceof DecisionRule.Metric metric) {
      return examples.best(new MetricGoal(metric.metric(), classes.size()));
    }
    if (rule instanceof DecisionRule.Costs costs) {
      return examples.best(new CostGoal(costs, classes));
    }
    return rule instanceof DecisionRule.Recall recall
        ? examples.withRecall(index(classes, recall.label()), recall.least())
        : examples.withPrecision(
            index(classes, ((DecisionRule.Precision) rule).label()),
            ((DecisionRule.Precision) rule).least());
  }

  private static int index(List<String> classes, String label) {
    int index = classes.indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException(
          "unknown class " + Quote.of(label) + "; known are " + Quote.all(classes));
    }
    return index;
  }

  private static double[] normalized(double[] values) {
    double sum = Arrays.stream(values).sum();
    return Arrays.stream(values).map(t -> t / sum).toArray();
  }

  /** What decisions are worth, counted example by example. */
  private interface Goal {
    void clear();

    void add(int actual, int decided);

    void remove(int actual, int decided);

    double value();
  }

  private record MetricGoal(ValidationMetric metric, ConfusionMatrix confusion) implements Goal {
    MetricGoal(ValidationMetric metric, int classes) {
      this(metric, new ConfusionMatrix(classes));
    }

    @Override
    public void clear() {
      confusion.clear();
    }

    @Override
    public void add(int actual, int decided) {
      confusion.add(actual, decided);
    }

    @Override
    public void remove(int actual, int decided) {
      confusion.remove(actual, decided);
    }

    @Override
    public double value() {
      return confusion.of(metric);
    }
  }

  private static final class CostGoal implements Goal {
    private final double[][] costs;
    private double sum;

    CostGoal(DecisionRule.Costs rule, List<String> classes) {
      rule.costs()
          .forEach(
              (actual, row) -> {
                index(classes, actual);
                row.keySet().forEach(decided -> index(classes, decided));
              });
      costs = new double[classes.size()][classes.size()];
      for (int actual = 0; actual < costs.length; actual++) {
        for (int decided = 0; decided < costs.length; decided++) {
          costs[actual][decided] = rule.of(classes.get(actual), classes.get(decided));
        }
      }
    }

    @Override
    public void clear() {
      sum = 0;
    }

    @Override
    public void add(int actual, int decided) {
      sum += costs[actual][decided];
    }

    @Override
    public void remove(int actual, int decided) {
      sum -= costs[actual][decided];
    }

    @Override
    public double value() {
      return -sum;
    }
  }

  /** Labelled examples that thresholds are chosen on. */
  private record Examples(List<String> classes, int[] truth, double[][] probabilities) {
    Thresholds best(Goal goal) {
      double[] chosen = new double[classes.size()];
      Arrays.fill(chosen, 1.0 / chosen.length);
      for (int round = 0; round < ROUNDS; round++) {
        for (int c = 0; c < chosen.length; c++) {
          improve(chosen, c, goal);
        }
      }
      List<String> warnings = new ArrayList<>();
      for (int c = 0; c < chosen.length; c++) {
        int count = count(c);
        if (count < FEWEST) {
          warnings.add(
              "thresholds were chosen with "
                  + count
                  + " validation nodes of class "
                  + Quote.of(classes.get(c))
                  + ", fewer than "
                  + FEWEST
                  + " tell little: hold more labels of it");
        }
      }
      return new Thresholds(classes, normalized(chosen), warnings);
    }

    private int count(int c) {
      return (int) Arrays.stream(truth).filter(actual -> actual == c).count();
    }

    /** Tries every threshold of one class that decides the examples differently. */
    private void improve(double[] thresholds, int c, Goal goal) {
      int n = truth.length;
      int[] rival = new int[n];
      double[] turn = new double[n]; // an example is of class c while the threshold is below this
      goal.clear();
      for (int i = 0; i < n; i++) {
        goal.add(truth[i], decide(thresholds, probabilities[i], -1));
      }
      double best = goal.value();
      goal.clear();
      for (int i = 0; i < n; i++) {
        rival[i] = decide(thresholds, probabilities[i], c);
        turn[i] =
            probabilities[i][c]
                * thresholds[rival[i]]
                / Math.max(probabilities[i][rival[i]], Float.MIN_NORMAL);
        goal.add(truth[i], rival[i]);
      }
      Integer[] order = descending(turn);
      for (int i = 0; i < n; i++) {
        int example = order[i];
        goal.remove(truth[example], rival[example]);
        goal.add(truth[example], c);
        double next = i + 1 < n ? turn[order[i + 1]] : turn[example] / 2;
        if (turn[example] > next && turn[example] > 0 && goal.value() > best + 1e-12) {
          best = goal.value();
          thresholds[c] = (turn[example] + next) / 2;
        }
      }
    }

    /** How much likelier a class is than its likeliest rival, for each example. */
    private double[] ratios(int c) {
      double[] ratios = new double[truth.length];
      for (int i = 0; i < ratios.length; i++) {
        double rival = 0;
        for (int other = 0; other < classes.size(); other++) {
          rival = other == c ? rival : Math.max(rival, probabilities[i][other]);
        }
        double ratio = probabilities[i][c] / Math.max(rival, Float.MIN_NORMAL);
        ratios[i] = Math.min(LARGEST_RATIO, Math.max(1 / LARGEST_RATIO, ratio));
      }
      return ratios;
    }

    /** Decides for a class where it is so much likelier than any other. */
    private Thresholds from(int c, double ratio, List<String> warnings) {
      double[] values = new double[classes.size()];
      Arrays.fill(values, 1);
      values[c] = ratio * BELOW;
      return new Thresholds(classes, normalized(values), warnings);
    }

    /**
     * The ⌈(n + 1) recall⌉-th largest ratio of the n examples of a class: another one drawn like
     * them is at or above it with at least that probability.
     */
    Thresholds withRecall(int c, double recall) {
      double[] ratios = ratios(c);
      double[] own =
          IntStream.range(0, truth.length)
              .filter(i -> truth[i] == c)
              .mapToDouble(i -> ratios[i])
              .sorted()
              .toArray();
      int n = own.length;
      if (n == 0) {
        throw new IllegalArgumentException(
            "no validation node is of class "
                + Quote.of(classes.get(c))
                + ", so that its recall cannot be known: hold some labels of it");
      }
      int needed = PredictionSets.needed(recall);
      int rank = Math.min(n, (int) Math.ceil((n + 1) * recall - 1e-9));
      List<String> warnings = new ArrayList<>();
      double off = 2 * Math.sqrt(recall * (1 - recall) / (n + 2));
      if (n < needed || off > WIDEST) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "a recall of %s for class %s was chosen on %d validation nodes of it%s: on other"
                    + " nodes it may be off by %.2f (two standard deviations); hold more labels of"
                    + " it",
                recall,
                Quote.of(classes.get(c)),
                n,
                n < needed ? ", fewer than the " + needed + " that it needs" : "",
                off));
      }
      return from(c, own[n - rank], warnings);
    }

    /**
     * The lowest ratio whose precision holds even if one more decision were wrong, on ten decisions
     * and more. Else a few lucky nodes at the top would have any precision, and other nodes none of
     * it: where a model tells a class badly, one of many thresholds is always lucky.
     */
    Thresholds withPrecision(int c, double precision) {
      double[] ratios = ratios(c);
      Integer[] order = descending(ratios);
      double chosen = Double.NaN;
      int decisions = 0;
      double highest = 0;
      int right = 0;
      for (int i = 0; i < order.length; i++) {
        right += truth[order[i]] == c ? 1 : 0;
        if (i + 1 < order.length && ratios[order[i + 1]] == ratios[order[i]]) {
          continue;
        }
        if (i + 1 < FEWEST_DECISIONS) {
          continue;
        }
        highest = Math.max(highest, right / (i + 2.0));
        if (right >= precision * (i + 2.0) - 1e-9) {
          chosen = ratios[order[i]];
          decisions = i + 1;
        }
      }
      if (Double.isNaN(chosen)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "no threshold has a precision of %s for class %s on the %d validation nodes, %d of"
                    + " them of the class: it takes at least %d decisions, and the highest of that"
                    + " many is %.3f if one more were wrong; ask for less, or hold more labels of"
                    + " it",
                precision,
                Quote.of(classes.get(c)),
                truth.length,
                count(c),
                Math.max(FEWEST_DECISIONS, PredictionSets.needed(precision)),
                highest));
      }
      double off = 2 * Math.sqrt(precision * (1 - precision) / (decisions + 2));
      List<String> warnings = new ArrayList<>();
      if (off > WIDEST) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "a precision of %s for class %s was chosen on %d decisions for it: on other nodes"
                    + " it may be off by %.2f (two standard deviations); hold more labels of it",
                precision,
                Quote.of(classes.get(c)),
                decisions,
                off));
      }
      return from(c, chosen, warnings);
    }

    private static Integer[] descending(double[] values) {
      Integer[] order = new Integer[values.length];
      Arrays.setAll(order, i -> i);
      Arrays.sort(order, (a, b) -> Double.compare(values[b], values[a]));
      return order;
    }
  }

  /** The class of the largest probability in proportion to its threshold, one class apart. */
  private static int decide(double[] thresholds, double[] probabilities, int apart) {
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

  /**
   * Returns what should be known before these are relied on, a sentence with figures each: classes
   * with too few labels to choose by. Empty if there is nothing.
   */
  public List<String> warnings() {
    return warnings;
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

  /** Returns the thresholds, in the order of classes. */
  public double[] values() {
    return thresholds.clone();
  }

  /**
   * Returns the index of the class that these thresholds decide for.
   *
   * @param distribution the probability of each class
   */
  public int decide(float[] distribution) {
    return decide(thresholds, doubles(distribution), -1);
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
