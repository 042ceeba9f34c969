package io.github.gmnn.relational;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import java.util.Arrays;

/**
 * Loopy belief propagation, sum-product, for the marginals of a pairwise Markov random field given
 * the labels of some nodes (Pearl 1988; Murphy, Weiss, Jordan 1999). Exact on trees.
 *
 * <p><b>Schedule.</b> Synchronous: a sweep computes all messages from those of the sweep before, so
 * that the result does not depend on the threads. <b>Damping</b> d keeps the share d of the former
 * message, which moves no fixed point; messages that have not converged within {@link #CALM_AFTER}
 * sweeps are damped from then on, because they most often swing to and fro. <b>Convergence:</b> no
 * element of a message, each summing to 1, would change by more than the tolerance.
 *
 * <p><b>Logs.</b> A belief multiplies as many messages as a node has neighbours, and is summed in
 * logs. A single message needs none: it lies between the smallest and the largest potential. What a
 * node tells v is its belief divided by what v told it, and a belief too small for a {@code double}
 * stays nothing when it is divided by a message, as long as potentials spread by less than {@link
 * #MAX_SPREAD}. So there is an exponential for each node and class, not for each message.
 *
 * <p>A sweep costs O(edges · classes) for one same-label weight and O(edges · classes²) for a table
 * and allocates nothing; memory is 32 bytes for each edge and class.
 */
final class BeliefPropagation {
  /** The largest difference of two log potentials. */
  static final double MAX_SPREAD = 300;

  /** Sweeps after which messages are damped by a half at least. */
  static final int CALM_AFTER = 100;

  private static final double CALMING = 0.5;

  /** The log of the smallest product that is kept without taking its log. */
  private static final double SMALLEST_LOG_PRODUCT = 690;

  private final Neighbors neighbors;
  private final int[] known;
  private final int classes;
  private final DenseMatrix local;
  private final double[] potentials;
  private final double sameLabelGain;
  private final boolean sameLabel;
  private final int factorsPerLog;
  private final double tolerance;
  private final int maxSweeps;
  private final Workers workers;

  private double damping;
  private double[] messages;
  private double[] nextMessages;
  private final double[] beliefs;
  private final double[] scratch;
  private final double[] residuals;
  private final Workers.RowRange believeRange = this::believeAll;
  private final Workers.RowRange receiveRange = this::receiveAll;
  private final long workPerNode;

  /**
   * Sets up the messages.
   *
   * @param neighbors who is linked with whom
   * @param known the label of each node, -1 for those to infer
   * @param local the log potential of each node and class
   * @param potential the kind of the table
   * @param table the log potentials of pairs of labels, symmetric, row after row
   * @param settings damping, tolerance and the most sweeps
   * @param workers the threads to use
   * @throws IllegalArgumentException if log potentials spread by more than {@link #MAX_SPREAD}, or
   *     the messages do not fit into an array
   */
  BeliefPropagation(
      Neighbors neighbors,
      int[] known,
      DenseMatrix local,
      PairPotential potential,
      double[] table,
      PropagationSettings settings,
      Workers workers) {
    this.neighbors = neighbors;
    this.known = known;
    this.local = local;
    this.classes = local.columns();
    this.workers = workers;
    this.damping = settings.damping();
    this.tolerance = settings.tolerance();
    this.maxSweeps = settings.maxSweeps();
    this.sameLabel = potential == PairPotential.SAME_LABEL;
    this.sameLabelGain = Math.expm1(table[0]);
    this.potentials = Arrays.stream(table).map(Math::exp).toArray();
    double largest = Arrays.stream(table).max().orElseThrow();
    double spread = largest - Arrays.stream(table).min().orElseThrow();
    if (!(spread <= MAX_SPREAD) || Math.abs(largest) > MAX_SPREAD) {
      throw new IllegalArgumentException(
          "log potentials of pairs of labels must be within "
              + MAX_SPREAD
              + " of each other and of 0, got "
              + Arrays.toString(table)
              + ": raise the penalty");
    }
    this.factorsPerLog = (int) (SMALLEST_LOG_PRODUCT / (spread + Math.log(classes)));
    int count = neighbors.count();
    this.messages = new double[length(neighbors.nodes().length)];
    this.nextMessages = new double[messages.length];
    this.beliefs = new double[length(count)];
    this.scratch = new double[beliefs.length];
    this.residuals = new double[count];
    this.workPerNode = 8L * messages.length * (sameLabel ? 1 : classes) / Math.max(1, count);
    Arrays.fill(messages, 1.0 / classes);
    for (int node = 0; node < count; node++) {
      if (known[node] >= 0) {
        tellNeighbors(node);
      }
    }
    System.arraycopy(messages, 0, nextMessages, 0, messages.length);
  }

  private int length(int rows) {
    long length = (long) rows * classes;
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "belief propagation needs "
              + length
              + " numbers in one array for "
              + rows
              + " messages or nodes of "
              + classes
              + " classes, at most "
              + (Integer.MAX_VALUE - 8)
              + " fit: use fewer edges or classes");
    }
    return (int) length;
  }

  /** The messages of a node whose label is known never change. */
  private void tellNeighbors(int node) {
    int row = known[node] * classes;
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += potentials[row + c];
    }
    for (int e = neighbors.starts()[node]; e < neighbors.starts()[node + 1]; e++) {
      int out = neighbors.mirrored()[e] * classes;
      for (int c = 0; c < classes; c++) {
        messages[out + c] = potentials[row + c] / sum;
      }
    }
  }

  /** Sends messages until they no longer change, or as often as allowed. */
  Convergence run() {
    double residual = Double.POSITIVE_INFINITY;
    int sweeps = 0;
    while (residual > tolerance && sweeps < maxSweeps) {
      if (sweeps == CALM_AFTER) {
        damping = Math.max(damping, CALMING);
      }
      residual = sweep();
      sweeps++;
    }
    return new Convergence(residual <= tolerance, sweeps, residual);
  }

  /** Replaces all messages and returns the largest change that was asked for. */
  double sweep() {
    workers.forRows(neighbors.count(), workPerNode, believeRange);
    workers.forRows(neighbors.count(), workPerNode, receiveRange);
    double[] sent = nextMessages;
    nextMessages = messages;
    messages = sent;
    double largest = 0;
    for (double residual : residuals) {
      largest = Math.max(largest, residual);
    }
    return largest;
  }

  /** Returns the marginals, row after row: certain where the label is known. */
  double[] marginals() {
    workers.forRows(neighbors.count(), workPerNode, believeRange);
    for (int node = 0; node < known.length; node++) {
      if (known[node] >= 0) {
        beliefs[node * classes + known[node]] = 1;
      }
    }
    return beliefs.clone();
  }

  private void believeAll(int from, int to) {
    for (int node = from; node < to; node++) {
      if (known[node] < 0) {
        believe(node);
      }
    }
  }

  private void receiveAll(int from, int to) {
    for (int node = from; node < to; node++) {
      if (known[node] < 0) { // Others need not listen.
        residuals[node] = receive(node);
      }
    }
  }

  /** Computes the belief of a node from the messages it was sent. */
  private void believe(int node) {
    int row = node * classes;
    double[] logs = beliefs;
    double[] product = scratch;
    for (int c = 0; c < classes; c++) {
      logs[row + c] = local.data()[row + c];
      product[row + c] = 1;
    }
    int factors = 0;
    for (int e = neighbors.starts()[node]; e < neighbors.starts()[node + 1]; e++) {
      int in = e * classes;
      for (int c = 0; c < classes; c++) {
        product[row + c] *= messages[in + c];
      }
      if (++factors == factorsPerLog) {
        takeLogs(row);
        factors = 0;
      }
    }
    takeLogs(row);
    Distribution.softmax(beliefs, row, row + classes);
  }

  private void takeLogs(int row) {
    for (int i = row; i < row + classes; i++) {
      beliefs[i] += Math.log(scratch[i]);
      scratch[i] = 1;
    }
  }

  /**
   * Computes the messages to a node and returns the largest change that was asked for. Going by
   * receivers, it writes and compares in the order of memory, and what it looks up out of order are
   * beliefs, which are few, and one message.
   */
  private double receive(int node) {
    int row = node * classes;
    double residual = 0;
    for (int e = neighbors.starts()[node]; e < neighbors.starts()[node + 1]; e++) {
      int sender = neighbors.nodes()[e];
      if (known[sender] >= 0) {
        continue; // It has said all.
      }
      int belief = sender * classes;
      int told = neighbors.mirrored()[e] * classes;
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        double others = beliefs[belief + c] / messages[told + c];
        scratch[row + c] = others;
        sum += others;
      }
      int out = e * classes;
      if (!sameLabel) {
        composeTable(row, out);
      } else if (sameLabelGain >= 0) {
        composeSameLabel(row, sum, out);
      } else {
        composeOtherLabel(row, sum, out);
      }
      for (int i = out; i < out + classes; i++) {
        double change = nextMessages[i] - messages[i];
        residual = Math.max(residual, Math.abs(change));
        nextMessages[i] -= damping * change;
      }
    }
    return residual;
  }

  /** Σ_b p(b)·ψ(b, c) = 1 + (e^w - 1)·p(c), which sums to classes + e^w - 1. */
  private void composeSameLabel(int row, double sum, int out) {
    double scale = 1 / (classes + sameLabelGain);
    double gain = sameLabelGain * scale / sum;
    for (int c = 0; c < classes; c++) {
      nextMessages[out + c] = scale + gain * scratch[row + c];
    }
  }

  /**
   * The same where equal labels repel each other. There 1 - p(c) would lose its digits when p(c) is
   * near 1, so the classes before and after c are summed instead.
   */
  private void composeOtherLabel(int row, double sum, int out) {
    double scale = 1 / (sum * (classes + sameLabelGain));
    double before = 0;
    for (int c = 0; c < classes; c++) {
      nextMessages[out + c] = before + (1 + sameLabelGain) * scratch[row + c];
      before += scratch[row + c];
    }
    double after = 0;
    for (int c = classes - 1; c >= 0; c--) {
      nextMessages[out + c] = scale * (nextMessages[out + c] + after);
      after += scratch[row + c];
    }
  }

  private void composeTable(int row, int out) {
    double[] next = nextMessages;
    Arrays.fill(next, out, out + classes, 0);
    for (int b = 0; b < classes; b++) {
      double weight = scratch[row + b];
      int from = b * classes;
      for (int c = 0; c < classes; c++) {
        next[out + c] += weight * potentials[from + c];
      }
    }
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += next[out + c];
    }
    for (int c = 0; c < classes; c++) {
      next[out + c] /= sum;
    }
  }
}
