package io.github.gmnn.em;

import java.util.Arrays;

/**
 * Which of several kinds of q validation is for. The log-loss decides where it can: it tells kinds
 * apart by every node, accuracy by the few nodes that one has right and another wrong.
 */
final class KindRule {
  /** Standard errors that the best has to be ahead by. */
  private static final double CLEAR_LEAD = 0.5;

  /** Standard errors behind the best from which a kind is given up before its end. */
  private static final double OUT_OF_REACH = 2;

  private KindRule() {}

  /**
   * Returns which kinds may still win after some epochs: all that the best is not far ahead of.
   *
   * @param metrics the metric of each, a share; negative infinity where it failed
   * @param nodes how many nodes it was measured on
   */
  static boolean[] mayWin(double[] metrics, int nodes) {
    double highest = Arrays.stream(metrics).max().orElse(0);
    double error = Math.sqrt(Math.max(0, highest * (1 - highest)) / Math.max(1, nodes));
    boolean[] left = new boolean[metrics.length];
    for (int kind = 0; kind < left.length; kind++) {
      left[kind] = metrics[kind] >= highest - OUT_OF_REACH * error;
    }
    return left;
  }

  /**
   * Returns the first kind whose mean loss is not clearly above the least: by no more than half a
   * standard error of the difference, which is taken node by node. 0 if all failed.
   *
   * @param losses by kind, the loss of each node; empty where a kind failed or was given up
   */
  static int byLoss(double[][] losses) {
    int best = -1;
    for (int kind = 0; kind < losses.length; kind++) {
      if (losses[kind].length > 0 && (best < 0 || mean(losses[kind]) < mean(losses[best]))) {
        best = kind;
      }
    }
    for (int kind = 0; kind < best; kind++) {
      if (losses[kind].length > 0 && !isClearlyAbove(losses[kind], losses[best])) {
        return kind;
      }
    }
    return Math.max(0, best);
  }

  private static boolean isClearlyAbove(double[] losses, double[] least) {
    double[] differences = new double[losses.length];
    Arrays.setAll(differences, node -> losses[node] - least[node]);
    double mean = mean(differences);
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    double error = Math.sqrt(squares) / differences.length;
    return mean > CLEAR_LEAD * error;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  /** Returns the first kind of the highest metric; 0 if all failed. */
  static int byMetric(double[] metrics) {
    int best = 0;
    for (int kind = 1; kind < metrics.length; kind++) {
      best = metrics[kind] > metrics[best] ? kind : best;
    }
    return best;
  }
}
