package io.github.gmnn.evaluation;

import io.github.gmnn.internal.Checks;
import io.github.gmnn.internal.Quote;
import io.github.gmnn.internal.TextTable;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.training.ValidationMetric;
import io.github.gmnn.training.internal.CalibrationError;
import io.github.gmnn.training.internal.ConfusionMatrix;
import io.github.gmnn.training.internal.Ranking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures how well predicted distributions fit true labels. Immutable; made by {@code
 * GmnnModel.evaluate}.
 *
 * <p>F1 of a class that is neither predicted nor true anywhere is 0 by convention and counts in the
 * macro mean, as in most published figures.
 */
public final class Evaluation {

  private static final int MOST_SHOWN = 12;
  private static final double SHOWN_LEVEL = 0.9;

  private final String unit;
  private final List<String> classes;
  private final int[] truth;
  private final float[][] distributions;
  private final ConfusionMatrix confusion;
  private final int[] decided;
  private final @Nullable PredictionSets sets;

  private Evaluation(
      String unit,
      List<String> classes,
      int[] truth,
      float[][] distributions,
      @Nullable Thresholds thresholds,
      @Nullable PredictionSets sets) {
    this.sets = sets;
    this.unit = unit;
    this.classes = List.copyOf(classes);
    this.truth = truth;
    this.distributions = distributions;
    this.confusion = new ConfusionMatrix(classes.size());
    this.decided = new int[truth.length];
    for (int i = 0; i < truth.length; i++) {
      decided[i] =
          thresholds == null ? argMax(distributions[i]) : thresholds.decide(distributions[i]);
      confusion.add(truth[i], decided[i]);
    }
  }

  /**
   * Evaluates distributions.
   *
   * @param unit what the examples are: nodes or links
   * @param classes the classes
   * @param truth the index of the true class of each example; at least one example
   * @param distributions the predicted distribution of each example
   * @param thresholds what decides for a label; null for the likeliest one
   * @throws IllegalArgumentException if there is no example
   */
  public static Evaluation of(
      String unit,
      List<String> classes,
      int[] truth,
      float[][] distributions,
      @Nullable Thresholds thresholds) {
    return of(unit, classes, truth, distributions, thresholds, null);
  }

  /**
   * Evaluates distributions and the prediction sets made of them.
   *
   * @param unit what the examples are: nodes or links
   * @param classes the classes
   * @param truth the index of the true class of each example; at least one example
   * @param distributions the predicted distribution of each example
   * @param thresholds what decides for a label; null for the likeliest one
   * @param sets what makes sets of labels; null if nothing does
   * @throws IllegalArgumentException if there is no example
   */
  public static Evaluation of(
      String unit,
      List<String> classes,
      int[] truth,
      float[][] distributions,
      @Nullable Thresholds thresholds,
      @Nullable PredictionSets sets) {
    if (truth.length == 0) {
      throw new IllegalArgumentException(
          "an evaluation needs at least one label, found none among the " + unit);
    }
    return new Evaluation(unit, classes, truth.clone(), distributions.clone(), thresholds, sets);
  }

  private static int argMax(float[] distribution) {
    return Elementwise.argMax(distribution, 0, distribution.length);
  }

  /** Returns the number of examples. */
  public int count() {
    return truth.length;
  }

  /**
   * Returns the share of examples whose decided label, by default the likeliest, is the true one.
   */
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

  /** Returns the unweighted mean of all classes' precision. */
  public double macroPrecision() {
    return classes.stream().mapToDouble(this::precision).average().orElseThrow();
  }

  /** Returns the unweighted mean of all classes' recall. */
  public double macroRecall() {
    return classes.stream().mapToDouble(this::recall).average().orElseThrow();
  }

  /** Returns how many examples are of a class. */
  public int count(String label) {
    return confusion.actual(index(label));
  }

  /** Returns the share of true labels where a class is predicted; 0 if it nowhere is. */
  public double precision(String label) {
    int c = index(label);
    int predicted = confusion.predicted(c);
    return predicted == 0 ? 0 : (double) confusion.correct(c) / predicted;
  }

  /** Returns the share of a class's examples that are found; 0 if there is none. */
  public double recall(String label) {
    int c = index(label);
    int actual = confusion.actual(c);
    return actual == 0 ? 0 : (double) confusion.correct(c) / actual;
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
   * Returns the Brier score: the mean squared distance between the distribution and the true label,
   * from 0 to 2.
   */
  public double brier() {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      for (int c = 0; c < classes.size(); c++) {
        double distance = distributions[i][c] - (truth[i] == c ? 1 : 0);
        sum += distance * distance;
      }
    }
    return sum / truth.length;
  }

  /**
   * Returns the share of examples whose likeliest label has at least a probability: those that are
   * answered if {@link io.github.gmnn.Prediction#label(double)} abstains from the others.
   */
  public double coverage(double least) {
    return (double) answered(least) / truth.length;
  }

  /**
   * Returns the accuracy of the likeliest label where it has at least a probability, if any has.
   */
  public OptionalDouble accuracy(double least) {
    int answered = answered(least);
    return answered == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) right(least) / answered);
  }

  /**
   * Returns the lowest probability from which on the likeliest labels are right as often as asked
   * for; empty if no such is. Ask it of validation nodes, then abstain by it. O(n log n).
   *
   * @param accuracy the share of right answers, in 0..1
   */
  public OptionalDouble confidenceFor(double accuracy) {
    Integer[] order = IntStream.range(0, truth.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Float.compare(confidence(b), confidence(a)));
    OptionalDouble lowest = OptionalDouble.empty();
    int right = 0;
    for (int i = 0; i < order.length; i++) {
      right += argMax(distributions[order[i]]) == truth[order[i]] ? 1 : 0;
      boolean tied = i + 1 < order.length && confidence(order[i + 1]) == confidence(order[i]);
      if (!tied && right >= accuracy * (i + 1)) {
        lowest = OptionalDouble.of(confidence(order[i]));
      }
    }
    return lowest;
  }

  private float confidence(int example) {
    return distributions[example][argMax(distributions[example])];
  }

  private int answered(double least) {
    return (int) IntStream.range(0, truth.length).filter(i -> confidence(i) >= least).count();
  }

  private int right(double least) {
    return (int)
        IntStream.range(0, truth.length)
            .filter(i -> confidence(i) >= least && argMax(distributions[i]) == truth[i])
            .count();
  }

  /**
   * Returns the expected calibration error: the mean gap between the confidence in the likeliest
   * label and how often it is right, over 15 equal bins of confidence (Guo et al. 2017).
   */
  public double calibrationError() {
    return CalibrationError.of(truth, distributions);
  }

  /** Returns the mean recall of the classes that some example is of. */
  public double balancedAccuracy() {
    return confusion.balancedAccuracy();
  }

  /**
   * Returns the area under the ROC curve: of two classes the same for either, of more the mean over
   * those that some examples are of and others not, each against the rest; empty if all examples
   * are of one class.
   */
  public OptionalDouble rocAuc() {
    return ranked(ValidationMetric.ROC_AUC);
  }

  /**
   * Returns the average precision of the rarer of two classes (the first if both have as many
   * examples), of more classes the mean as for {@link #rocAuc()}; empty if all examples are of one
   * class.
   */
  public OptionalDouble averagePrecision() {
    return ranked(ValidationMetric.AVERAGE_PRECISION);
  }

  private OptionalDouble ranked(ValidationMetric metric) {
    return Arrays.stream(truth).allMatch(c -> c == truth[0])
        ? OptionalDouble.empty()
        : OptionalDouble.of(metric(metric));
  }

  /** Returns the value of a metric, as validation has it. */
  public double metric(ValidationMetric metric) {
    return metric.ranks()
        ? new Ranking().of(metric, truth, classes.size(), this::probability)
        : confusion.of(metric);
  }

  private float probability(int example, int c) {
    return distributions[example][c];
  }

  /**
   * Returns the area under the ROC curve of one class against the rest, ties counting half; empty
   * if all or none of the examples are of the class. O(n log n).
   */
  public OptionalDouble rocAuc(String label) {
    return known(new Ranking().rocAuc(truth, index(label), this::probability));
  }

  /**
   * Returns the area under the precision-recall curve of one class against the rest (average
   * precision); empty if no example is of the class. O(n log n).
   */
  public OptionalDouble prAuc(String label) {
    return known(new Ranking().averagePrecision(truth, index(label), this::probability));
  }

  /**
   * Returns the largest share of a class that some threshold finds while at least a share of the
   * decisions for it is right; 0 if none has that precision, empty if no example is of the class.
   * O(n log n).
   *
   * @param label the class
   * @param precision the share of right decisions, in 0..1
   */
  public OptionalDouble recallAt(String label, double precision) {
    Checks.argument(precision >= 0 && precision <= 1, "precision", "in 0..1", precision);
    return known(new Ranking().recallAt(precision, truth, index(label), this::probability));
  }

  /**
   * Returns how many times more examples of a class there are among those it is likeliest for than
   * among all: 10 means that looking through them finds it ten times as often as looking through
   * examples at random. Empty if no example is of the class. O(n log n).
   *
   * @param label the class
   * @param share the share of the examples that are looked through, in (0, 1]; at least one is, and
   *     where some are equally likely at the end, their mean counts
   */
  public OptionalDouble lift(String label, double share) {
    Checks.argument(share > 0 && share <= 1, "share", "in (0, 1]", share);
    return known(new Ranking().lift(share, truth, index(label), this::probability));
  }

  /** Returns what the decisions cost in the mean over the examples. */
  public double meanCost(DecisionRule.Costs costs) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      sum += costs.of(classes.get(truth[i]), classes.get(decided[i]));
    }
    return sum / truth.length;
  }

  /**
   * How well prediction sets cover the true labels.
   *
   * @param level the probability asked for
   * @param coverage the share of examples whose set contains the true label
   * @param meanSize how many labels a set has, in the mean
   * @param singles the share of sets of one label
   * @param byClass the coverage of each class that some example is of
   */
  public record Coverage(
      double level, double coverage, double meanSize, double singles, Map<String, Double> byClass) {
    /** Copies the map, keeping its order. */
    public Coverage {
      byClass = Collections.unmodifiableMap(new LinkedHashMap<>(byClass));
    }

    /** Returns the coverage of the class that is covered least. */
    public double worst() {
      return Collections.min(byClass.values());
    }
  }

  /** Returns whether there are enough held nodes for prediction sets of a level. */
  public boolean hasSets(double level) {
    return sets != null && sets.reach(level);
  }

  /**
   * Measures the prediction sets of a level.
   *
   * @param level the probability of containing the true label, in (0, 1)
   * @throws IllegalStateException if the predictions come from no model with validation nodes
   * @throws IllegalArgumentException if these are too few for the level
   */
  public Coverage sets(double level) {
    return covered(requireSets(), level);
  }

  /** Measures the prediction sets of a level that they keep within each class by itself. */
  public Coverage setsByClass(double level) {
    return covered(requireSets().byClass(), level);
  }

  private PredictionSets requireSets() {
    if (sets == null) {
      throw new IllegalStateException(PredictionSets.NONE);
    }
    return sets;
  }

  private Coverage covered(PredictionSets bySets, double level) {
    int[] covered = new int[classes.size()];
    int labels = 0;
    int singles = 0;
    for (int i = 0; i < truth.length; i++) {
      List<String> set = bySets.of(distributions[i], level);
      covered[truth[i]] += set.contains(classes.get(truth[i])) ? 1 : 0;
      labels += set.size();
      singles += set.size() == 1 ? 1 : 0;
    }
    Map<String, Double> byClass = new LinkedHashMap<>();
    for (int c = 0; c < covered.length; c++) {
      if (confusion.actual(c) > 0) {
        byClass.put(classes.get(c), (double) covered[c] / confusion.actual(c));
      }
    }
    double n = truth.length;
    return new Coverage(level, Arrays.stream(covered).sum() / n, labels / n, singles / n, byClass);
  }

  private static OptionalDouble known(double figure) {
    return Double.isNaN(figure) ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  /** Returns how many examples of one class were given another (or the same) label; O(n). */
  public int confusion(String actual, String predicted) {
    int row = index(actual);
    int column = index(predicted);
    int count = 0;
    for (int i = 0; i < truth.length; i++) {
      count += truth[i] == row && decided[i] == column ? 1 : 0;
    }
    return count;
  }

  private int index(String label) {
    int index = classes.indexOf(label);
    if (index < 0) {
      throw new IllegalArgumentException(
          "unknown class " + Quote.of(label) + "; known are " + Quote.all(classes));
    }
    return index;
  }

  /** Returns the counts as a table: a row for each true class, a column for each predicted one. */
  public String confusionTable() {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("true \\ predicted"));
    head.addAll(classes);
    rows.add(head);
    for (int actual = 0; actual < classes.size(); actual++) {
      List<String> row = new ArrayList<>(List.of(classes.get(actual)));
      for (int predicted = 0; predicted < classes.size(); predicted++) {
        row.add("" + confusion(classes.get(actual), classes.get(predicted)));
      }
      rows.add(row);
    }
    return TextTable.of(rows);
  }

  private static String sentence(Coverage sets) {
    return String.format(
        Locale.ROOT,
        "prediction sets of level %s: %.4f contain the true label (worst class %.4f), %.2f labels"
            + " in the mean",
        sets.level(),
        sets.coverage(),
        sets.worst(),
        sets.meanSize());
  }

  private String classTable() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("class", "precision", "recall", "F1", unit));
    for (String label : classes) {
      rows.add(row(label, precision(label), recall(label), f1(label), count(label)));
    }
    rows.add(row("macro mean", macroPrecision(), macroRecall(), macroF1(), count()));
    return TextTable.of(rows);
  }

  private static List<String> row(
      String name, double precision, double recall, double f1, int count) {
    return List.of(name, shown(precision), shown(recall), shown(f1), "" + count);
  }

  private static String shown(String name, OptionalDouble figure) {
    return figure.isPresent() ? name + shown(figure.getAsDouble()) : "";
  }

  private static String shown(double figure) {
    return String.format(Locale.ROOT, "%.4f", figure);
  }

  /**
   * Returns a report: a line of figures, the classes and, for up to 12 of them, how they are
   * confused.
   */
  @Override
  public String toString() {
    String figures =
        String.format(
            Locale.ROOT,
            "accuracy %.4f, balanced accuracy %.4f, macro-F1 %.4f, log-loss %.4f, Brier score %.4f,"
                + " calibration error %.4f",
            accuracy(),
            balancedAccuracy(),
            macroF1(),
            logLoss(),
            brier(),
            calibrationError());
    return figures
        + shown(", ROC-AUC ", rocAuc())
        + shown(", average precision ", averagePrecision())
        + " over "
        + count()
        + " "
        + unit
        + (hasSets(SHOWN_LEVEL) ? "\n" + sentence(sets(SHOWN_LEVEL)) : "")
        + "\n\n"
        + classTable()
        + (classes.size() <= MOST_SHOWN ? "\n" + confusionTable() : "");
  }
}
