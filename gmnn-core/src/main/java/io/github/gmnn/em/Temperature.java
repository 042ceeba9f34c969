package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.internal.CalibrationError;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Chooses the temperature of {@link Calibration}, and applies it. */
public final class Temperature {
  /** Fewer examples would move the temperature by chance. */
  public static final int FEWEST = 30;

  private static final int PARTS = 5;

  /** Steps of a search that seldom needs ten. */
  private static final int MOST_STEPS = 60;

  /** How near a search comes to where a function changes its sign: six digits of a temperature. */
  private static final double NEAR = 1e-7;

  /** How far from a first guess of the logarithm of β a search looks first. */
  private static final double AROUND = 0.3;

  private static final int STEPS_BACK = 10;

  /** Half of what a likelihood ratio test of one parameter asks for at 5 %: less may be chance. */
  private static final double LEAST_GAIN = 1.92;

  private Temperature() {}

  /** Returns the temperature that some nodes of a graph choose. */
  public static double choose(Graph<?> graph, int[] nodes, DenseMatrix distributions) {
    return choose(IntStream.of(nodes).map(graph::label).toArray(), rows(nodes, distributions));
  }

  /**
   * Returns the temperature at which predictions are compared with others: the chosen one, and with
   * fewer than 30 nodes the one that they like best. Kinds of q learn at different speeds, and are
   * not to be told apart by how sure they are of the same labels.
   */
  static double toCompare(Graph<?> graph, int[] nodes, DenseMatrix distributions) {
    if (nodes.length >= FEWEST || nodes.length == 0) {
      return choose(graph, nodes, distributions);
    }
    int[] labels = IntStream.of(nodes).map(graph::label).toArray();
    double[][] logs =
        IntStream.of(nodes).mapToObj(n -> logs(distributions, n)).toArray(double[][]::new);
    return 1 / best(labels, IntStream.range(0, nodes.length).toArray(), logs, 1);
  }

  private static DenseMatrix rows(int[] nodes, DenseMatrix distributions) {
    DenseMatrix rows = DenseMatrix.zeros(nodes.length, distributions.columns());
    for (int i = 0; i < nodes.length; i++) {
      for (int c = 0; c < rows.columns(); c++) {
        rows.set(i, c, distributions.get(nodes[i], c));
      }
    }
    return rows;
  }

  /**
   * Returns the temperature nearest to 1 whose log-loss chance does not tell from the least, as far
   * as the calibration error allows; 1 for fewer than 30 nodes, or if it does not hold on nodes it
   * was not chosen on.
   */
  public static double choose(int[] labels, DenseMatrix distributions) {
    if (labels.length != distributions.rows()) {
      throw new IllegalArgumentException(
          labels.length + " labels for " + distributions.rows() + " predictions");
    }
    for (int label : labels) {
      if (label < 0 || label >= distributions.columns()) {
        throw new IllegalArgumentException(
            "expected labels below " + distributions.columns() + ", got " + label);
      }
    }
    if (labels.length < FEWEST) {
      return 1;
    }
    int[] nodes = IntStream.range(0, labels.length).toArray();
    double[][] logs = new double[nodes.length][];
    Arrays.setAll(logs, node -> logs(distributions, node));
    double beta = best(labels, nodes, logs, 1);
    return beta == 1 || !holdsOnOthers(labels, distributions, logs, beta)
        ? 1
        : guarded(labels, nodes, distributions, 1 / beta);
  }

  /**
   * Whether temperatures chosen on four fifths of the nodes serve the last fifth: whether the
   * log-loss of all nodes, each with the temperature that it had no part in, falls by more than
   * chance would let it, and their calibration error does not rise.
   */
  private static boolean holdsOnOthers(
      int[] labels, DenseMatrix distributions, double[][] logs, double betaOfAll) {
    int[] nodes = IntStream.range(0, labels.length).toArray();
    float[][] scaled = new float[nodes.length][];
    double gain = 0;
    for (int part = 0; part < PARTS; part++) {
      int its = part;
      int[] others = IntStream.range(0, nodes.length).filter(i -> i % PARTS != its).toArray();
      double beta = best(labels, others, logs, betaOfAll);
      for (int i = part; i < nodes.length; i += PARTS) {
        gain += loss(labels[i], logs[i], 1) - loss(labels[i], logs[i], beta);
        scaled[i] = row(distributions, nodes[i], beta);
      }
    }
    return gain >= LEAST_GAIN
        && calibrationError(labels, nodes, scaled)
            <= calibrationError(labels, nodes, distributions, 1);
  }

  /**
   * The β = 1/T of the least log-loss, brought back towards 1 as far as the nodes allow: until
   * their log-loss is as much larger as chance would let it be. Where all nodes are right, the
   * least log-loss is that of no doubt at all, whatever few they are. So predictions are sharpened
   * as if one more node were wrong, its label the runner-up.
   *
   * @param allLogs the logarithms of the probabilities of all nodes
   * @param near where the least log-loss is looked for first
   */
  private static double best(int[] labels, int[] nodes, double[][] allLogs, double near) {
    double[][] logs = new double[nodes.length][];
    double ofLabels = 0;
    double ofRunnersUp = 0;
    for (int i = 0; i < nodes.length; i++) {
      logs[i] = allLogs[nodes[i]];
      ofLabels += logs[i][labels[nodes[i]]];
      ofRunnersUp += runnerUp(logs[i]);
    }
    double least = ofLeastLoss(logs, ofLabels, near);
    if (least > 1) {
      double oneMoreWrong = ofLabels + ofRunnersUp / nodes.length;
      double share = nodes.length / (nodes.length + 1.0);
      least = Math.max(1, ofLeastLoss(logs, share * oneMoreWrong, least));
    }
    return nearestToOne(labels, nodes, logs, least);
  }

  private static double runnerUp(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, sorted.length - 2)];
  }

  /** The log-loss is convex in β: the least is where its derivative changes sign. */
  private static double ofLeastLoss(double[][] logs, double ofLabels, double near) {
    DoubleUnaryOperator slope = logBeta -> expectedLog(logs, Math.exp(logBeta)) - ofLabels;
    double from = Math.max(-Math.log(ModelState.HIGHEST_TEMPERATURE), Math.log(near) - AROUND);
    double to = Math.min(-Math.log(ModelState.LOWEST_TEMPERATURE), Math.log(near) + AROUND);
    double found = root(slope, from, to);
    if (found == from) {
      found = root(slope, -Math.log(ModelState.HIGHEST_TEMPERATURE), from);
    } else if (found == to) {
      found = root(slope, to, -Math.log(ModelState.LOWEST_TEMPERATURE));
    }
    return Math.exp(found);
  }

  /** The β nearest to 1 that the nodes do not refute at 5 %, given the one they like best. */
  private static double nearestToOne(int[] labels, int[] nodes, double[][] logs, double best) {
    double most = loss(labels, nodes, logs, best) + LEAST_GAIN;
    if (loss(labels, nodes, logs, 1) <= most) {
      return 1;
    }
    // as a power of the best
    double allowed =
        root(power -> most - loss(labels, nodes, logs, Math.pow(best, power)), 0.0, 1.0);
    return Math.pow(best, allowed);
  }

  /**
   * Where a function that is negative on the left and positive on the right changes its sign, or
   * the end that is nearest to it: by false position in the Illinois variant (Dowell and Jarratt
   * 1971), which halves the value of an end that stays.
   */
  private static double root(DoubleUnaryOperator function, double from, double to) {
    double left = from;
    double right = to;
    double atLeft = function.applyAsDouble(left);
    double atRight = function.applyAsDouble(right);
    if (atLeft >= 0 || atRight <= 0) {
      return atLeft >= 0 ? left : right;
    }
    int stayed = 0;
    for (int step = 0; step < MOST_STEPS && right - left > NEAR; step++) {
      double share = atLeft / (atLeft - atRight);
      // not so near an end that the next step could not pass the root
      double middle =
          Math.min(Math.max(left + share * (right - left), left + NEAR / 2), right - NEAR / 2);
      double value = function.applyAsDouble(middle);
      if (value < 0) {
        left = middle;
        atLeft = value;
        atRight = stayed > 0 ? atRight / 2 : atRight;
        stayed = 1;
      } else {
        right = middle;
        atRight = value;
        atLeft = stayed < 0 ? atLeft / 2 : atLeft;
        stayed = -1;
      }
    }
    return right;
  }

  /**
   * The sum over nodes of the mean log-probability under the scaled distribution. Less the log of
   * the labels' probabilities it is the derivative of the summed log-loss by β.
   */
  private static double expectedLog(double[][] logs, double beta) {
    double sum = 0;
    for (double[] row : logs) {
      double largest = largest(row);
      double weights = 0;
      double weighted = 0;
      for (double log : row) {
        double weight = log == largest ? 1 : Math.exp(beta * (log - largest));
        weights += weight;
        weighted += weight * log;
      }
      sum += weighted / weights;
    }
    return sum;
  }

  /** The summed log-loss at β = 1/T of nodes whose logarithms are given. */
  private static double loss(int[] labels, int[] nodes, double[][] logs, double beta) {
    double loss = 0;
    for (int i = 0; i < nodes.length; i++) {
      loss += loss(labels[nodes[i]], logs[i], beta);
    }
    return loss;
  }

  private static double largest(double[] values) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      largest = Math.max(largest, value);
    }
    return largest;
  }

  private static double loss(int label, double[] logs, double beta) {
    double largest = largest(logs);
    double sum = 0;
    for (double log : logs) {
      sum += log == largest ? 1 : Math.exp(beta * (log - largest));
    }
    double scaled = Math.exp(beta * (logs[label] - largest)) / sum;
    return -Math.log(Math.max(scaled, Float.MIN_NORMAL));
  }

  private static double[] logs(DenseMatrix distributions, int node) {
    double[] logs = new double[distributions.columns()];
    for (int c = 0; c < logs.length; c++) {
      logs[c] = log(distributions.get(node, c));
    }
    return logs;
  }

  /**
   * The log-loss may fall while the calibration error rises, where a few wrong answers are very
   * sure. So the temperature goes back towards 1 until the same nodes' calibration error is no
   * larger than without it.
   */
  private static double guarded(
      int[] labels, int[] nodes, DenseMatrix distributions, double temperature) {
    double before = calibrationError(labels, nodes, distributions, 1);
    for (int step = STEPS_BACK; step > 0; step--) {
      double nearer = Math.pow(temperature, (double) step / STEPS_BACK);
      if (calibrationError(labels, nodes, distributions, nearer) <= before) {
        return nearer;
      }
    }
    return 1;
  }

  private static double calibrationError(
      int[] labels, int[] nodes, DenseMatrix distributions, double temperature) {
    float[][] rows = new float[nodes.length][];
    for (int i = 0; i < nodes.length; i++) {
      rows[i] = row(distributions, nodes[i], 1 / temperature);
    }
    return calibrationError(labels, nodes, rows);
  }

  private static double calibrationError(int[] labels, int[] nodes, float[][] rows) {
    int[] truth = IntStream.of(nodes).map(node -> labels[node]).toArray();
    return CalibrationError.of(truth, rows);
  }

  private static float[] row(DenseMatrix distributions, int node, double beta) {
    double[] scaled = new double[distributions.columns()];
    scale(distributions, node, beta, scaled);
    float[] row = new float[scaled.length];
    for (int c = 0; c < row.length; c++) {
      row[c] = (float) scaled[c];
    }
    return row;
  }

  /** Applies a temperature to every row. */
  public static void apply(double temperature, DenseMatrix distributions) {
    if (temperature == 1) {
      return;
    }
    double[] scaled = new double[distributions.columns()];
    for (int row = 0; row < distributions.rows(); row++) {
      scale(distributions, row, 1 / temperature, scaled);
      for (int c = 0; c < scaled.length; c++) {
        distributions.set(row, c, (float) scaled[c]);
      }
    }
  }

  private static void scale(DenseMatrix distributions, int row, double beta, double[] out) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < out.length; c++) {
      out[c] = beta * log(distributions.get(row, c));
      largest = Math.max(largest, out[c]);
    }
    double sum = 0;
    for (int c = 0; c < out.length; c++) {
      out[c] = Math.exp(out[c] - largest);
      sum += out[c];
    }
    for (int c = 0; c < out.length; c++) {
      out[c] /= sum;
    }
  }

  private static double log(float probability) {
    return Math.log(Math.max(probability, Float.MIN_NORMAL));
  }
}
