package io.github.gmnn.em;

import io.github.gmnn.compute.Dense;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.kernel.Elementwise;
import io.github.gmnn.training.ValidationMetric;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Decides whether EM made q better, on validation nodes that chose no epoch. The best of many
 * epochs looks better on the nodes that chose it than it is, and q's many epochs before EM had more
 * of that luck than the few after it. So the nodes are halved at random, several times: one half
 * chooses the epoch before EM and the epoch after it, the other half compares the two.
 *
 * <p>Where neighbours are known to be alike, EM is trusted unless it lost; elsewhere it has to win
 * by more than chance. With too few nodes to judge by, it is trusted in the first case alone.
 */
final class Guard {
  private static final int HALVINGS = 10;

  /** Fewer nodes cannot be halved and still tell epochs apart. */
  private static final int FEWEST_NODES = 10;

  /**
   * What EM gained.
   *
   * @param gain the gain of the metric on nodes that chose nothing
   * @param standardError how far chance may have moved it
   */
  record Verdict(double gain, double standardError) {
    /** Returns whether the gain is at least so many standard errors. */
    boolean isGain(double standardErrors) {
      return gain >= standardErrors * standardError;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%+.4f ± %.4f", gain, standardError);
    }
  }

  private final ValidationMetric metric;
  private final RandomStream random;
  private final LabelAgreement agreement;
  private final double standardErrors;

  Guard(ValidationMetric metric, LabelAgreement agreement, RandomStream random) {
    this.metric = metric;
    this.agreement = agreement;
    this.random = random;
    this.standardErrors = agreement.isHigh() ? 0 : agreement.isKnown() ? 1 : 0.5;
  }

  /** Returns whether validation is for EM. */
  boolean accepts(Verdict verdict) {
    return verdict.isGain(standardErrors);
  }

  /** Compares the epochs of q before EM with those after an E-step. */
  Verdict judge(ValidationTrace before, ValidationTrace after) {
    if (before.nodes().length < FEWEST_NODES) {
      return new Verdict(agreement.isHigh() ? 0 : -1, 0);
    }
    return metric == ValidationMetric.ACCURACY ? byNode(before, after) : byHalf(before, after);
  }

  /** Accuracy is a mean over nodes, each of which is judged once in every halving. */
  private Verdict byNode(ValidationTrace before, ValidationTrace after) {
    Epochs old = new Epochs(before);
    Epochs refined = new Epochs(after);
    int n = before.nodes().length;
    double[] gains = new double[n];
    for (int halving = 0; halving < HALVINGS; halving++) {
      for (List<int[]> pair : halves(n, halving)) {
        int epochOfOld = old.best(pair.get(0));
        int epochOfRefined = refined.best(pair.get(0));
        for (int i : pair.get(1)) {
          gains[i] += (refined.correct(epochOfRefined, i) - old.correct(epochOfOld, i)) / HALVINGS;
        }
      }
    }
    return verdict(gains, n, n);
  }

  /** Other metrics exist of many nodes alone; the halves of one halving are nearly independent. */
  private Verdict byHalf(ValidationTrace before, ValidationTrace after) {
    Epochs old = new Epochs(before);
    Epochs refined = new Epochs(after);
    double[] gains = new double[2 * HALVINGS];
    for (int halving = 0; halving < HALVINGS; halving++) {
      List<List<int[]>> pairs = halves(before.nodes().length, halving);
      for (int side = 0; side < 2; side++) {
        int[] chooses = pairs.get(side).get(0);
        int[] judges = pairs.get(side).get(1);
        gains[2 * halving + side] =
            refined.metric(refined.best(chooses), judges) - old.metric(old.best(chooses), judges);
      }
    }
    return verdict(gains, 2, before.nodes().length);
  }

  /** The mean, and its error if there are so many independent values, of so many nodes. */
  private static Verdict verdict(double[] gains, int independent, int nodes) {
    double mean = 0;
    for (double gain : gains) {
      mean += gain / gains.length;
    }
    double squares = 0;
    for (double gain : gains) {
      squares += (gain - mean) * (gain - mean);
    }
    double deviation = Math.sqrt(squares / Math.max(1, gains.length - 1));
    double error = deviation / Math.sqrt(independent);
    // no deviation at all is no certainty: half a node may always go the other way
    return new Verdict(mean, Math.max(error, 0.5 / nodes));
  }

  /** Two pairs of a half that chooses and a half that judges. */
  private List<List<int[]>> halves(int n, int halving) {
    int[] order = IntStream.range(0, n).toArray();
    RandomStream draws = random.derive(halving);
    for (int i = n - 1; i > 0; i--) {
      int j = draws.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    int[] one = IntStream.of(order).limit(n / 2).toArray();
    int[] other = IntStream.of(order).skip(n / 2).toArray();
    return List.of(List.of(one, other), List.of(other, one));
  }

  /** The epochs of a trace, compared by metric and then by loss. */
  private final class Epochs {
    private final int epochs;
    private final int nodes;
    private final int classes;
    private final float[] logits;
    private final int[] labels;
    private final Scores scores;

    /** By epoch and node, as the following two. */
    private final float[] logSums;

    private final float[] losses;
    private final boolean[] correct;

    Epochs(ValidationTrace trace) {
      this.epochs = trace.epochs();
      this.nodes = trace.nodes().length;
      this.classes = trace.classes();
      this.logits = trace.logits();
      this.labels = trace.labels();
      this.scores = new Scores(metric, classes);
      this.logSums = new float[epochs * nodes];
      this.losses = new float[epochs * nodes];
      this.correct = new boolean[epochs * nodes];
      for (int i = 0; i < losses.length; i++) {
        int row = i * classes;
        int label = labels[i % nodes];
        logSums[i] = (float) Dense.logSumExp(logits, row, classes);
        losses[i] = logSums[i] - logits[row + label];
        correct[i] = Elementwise.argMax(logits, row, classes) == label;
      }
    }

    double correct(int epoch, int i) {
      return correct[epoch * nodes + i] ? 1 : 0;
    }

    int best(int[] chosenBy) {
      int best = 0;
      double highest = Double.NEGATIVE_INFINITY;
      double lowest = Double.POSITIVE_INFINITY;
      for (int epoch = 0; epoch < epochs; epoch++) {
        double ofEpoch = metric(epoch, chosenBy);
        double loss = 0;
        for (int i : chosenBy) {
          loss += losses[epoch * nodes + i];
        }
        if (ofEpoch > highest || ofEpoch == highest && loss < lowest) {
          best = epoch;
          highest = ofEpoch;
          lowest = loss;
        }
      }
      return best;
    }

    double metric(int epoch, int[] some) {
      if (metric == ValidationMetric.ACCURACY) {
        int right = 0;
        for (int i : some) {
          right += correct[epoch * nodes + i] ? 1 : 0;
        }
        return right;
      }
      int first = epoch * nodes;
      return scores.of(
          IntStream.of(some).map(i -> labels[i]).toArray(),
          (i, c) -> logits[(first + some[i]) * classes + c] - logSums[first + some[i]]);
    }
  }
}
