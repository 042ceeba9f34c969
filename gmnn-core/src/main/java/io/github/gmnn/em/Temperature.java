package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.graph.Graph;
import io.github.gmnn.model.ModelState;
import io.github.gmnn.training.Calibration;
import io.github.gmnn.training.internal.CalibrationError;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Chooses the temperature of {@link Calibration}, and applies it. */
public final class Temperature {
  /** Fewer examples would move the temperature by chance. */
  public static final int FEWEST = 30;

  private static final int PARTS = 5;

  /** Halvings of the range of log T: enough for six digits. */
  private static final int HALVINGS = 22;

  private static final int STEPS_BACK = 10;

  /** Half of what a likelihood ratio test of one parameter asks for at 5 %: less may be chance. */
  private static final double LEAST_GAIN = 1.92;

  private Temperature() {}

  /** Returns the temperature that some nodes of a graph choose. */
  public static double choose(Graph<?> graph, int[] nodes, DenseMatrix distributions) {
    DenseMatrix rows = DenseMatrix.zeros(nodes.length, distributions.columns());
    for (int i = 0; i < nodes.length; i++) {
      for (int c = 0; c < rows.columns(); c++) {
        rows.set(i, c, distributions.get(nodes[i], c));
      }
    }
    return choose(IntStream.of(nodes).map(graph::label).toArray(), rows);
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
    if (labels.length < FEWEST || !holdsOnOthers(labels, distributions)) {
      return 1;
    }
    int[] nodes = IntStream.range(0, labels.length).toArray();
    return guarded(labels, nodes, distributions, 1 / best(labels, nodes, distributions));
  }

  /**
   * Whether temperatures chosen on four fifths of the nodes serve the last fifth: whether the
   * log-loss of all nodes, each with the temperature that it had no part in, falls by more than
   * chance would let it, and their calibration error does not rise.
   */
  private static boolean holdsOnOthers(int[] labels, DenseMatrix distributions) {
    int[] nodes = IntStream.range(0, labels.length).toArray();
    float[][] scaled = new float[nodes.length][];
    double gain = 0;
    for (int part = 0; part < PARTS; part++) {
      int its = part;
      int[] others = IntStream.range(0, nodes.length).filter(i -> i % PARTS != its).toArray();
      double beta = best(labels, others, distributions);
      for (int i = part; i < nodes.length; i += PARTS) {
        int[] node = {nodes[i]};
        gain += loss(labels, node, distributions, 1) - loss(labels, node, distributions, beta);
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
   */
  private static double best(int[] labels, int[] nodes, DenseMatrix distributions) {
    double[][] logs = new double[nodes.length][distributions.columns()];
    double ofLabels = 0;
    double ofRunnersUp = 0;
    for (int i = 0; i < nodes.length; i++) {
      for (int c = 0; c < logs[i].length; c++) {
        logs[i][c] = log(distributions.get(nodes[i], c));
      }
      ofLabels += logs[i][labels[nodes[i]]];
      ofRunnersUp += runnerUp(logs[i]);
    }
    double least = ofLeastLoss(logs, ofLabels);
    if (least > 1) {
      double oneMoreWrong = ofLabels + ofRunnersUp / nodes.length;
      double share = nodes.length / (nodes.length + 1.0);
      least = Math.max(1, ofLeastLoss(logs, share * oneMoreWrong));
    }
    return nearestToOne(labels, nodes, distributions, least);
  }

  private static double runnerUp(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, sorted.length - 2)];
  }

  /** The log-loss is convex in β, so that halving finds where its derivative changes sign. */
  private static double ofLeastLoss(double[][] logs, double ofLabels) {
    double low = 1 / ModelState.HIGHEST_TEMPERATURE;
    double high = 1 / ModelState.LOWEST_TEMPERATURE;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = Math.sqrt(low * high);
      if (expectedLog(logs, middle) < ofLabels) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.sqrt(low * high);
  }

  /** The β nearest to 1 that the nodes do not refute at 5 %, given the one they like best. */
  private static double nearestToOne(
      int[] labels, int[] nodes, DenseMatrix distributions, double best) {
    double most = loss(labels, nodes, distributions, best) + LEAST_GAIN;
    double refuted = 0; // as a power of the best
    double allowed = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = i == 0 ? 0 : (refuted + allowed) / 2;
      if (loss(labels, nodes, distributions, Math.pow(best, middle)) <= most) {
        allowed = middle;
      } else {
        refuted = middle;
      }
    }
    return Math.pow(best, allowed);
  }

  /**
   * The sum over nodes of the mean log-probability under the scaled distribution. Less the log of
   * the labels' probabilities it is the derivative of the summed log-loss by β.
   */
  private static double expectedLog(double[][] logs, double beta) {
    double sum = 0;
    for (double[] row : logs) {
      double largest = Double.NEGATIVE_INFINITY;
      for (double log : row) {
        largest = Math.max(largest, log);
      }
      double weights = 0;
      double weighted = 0;
      for (double log : row) {
        double weight = Math.exp(beta * (log - largest));
        weights += weight;
        weighted += weight * log;
      }
      sum += weighted / weights;
    }
    return sum;
  }

  /** The summed log-loss at β = 1/T. */
  private static double loss(int[] labels, int[] nodes, DenseMatrix distributions, double beta) {
    double loss = 0;
    double[] scaled = new double[distributions.columns()];
    for (int node : nodes) {
      scale(distributions, node, beta, scaled);
      loss -= Math.log(Math.max(scaled[labels[node]], Float.MIN_NORMAL));
    }
    return loss;
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
