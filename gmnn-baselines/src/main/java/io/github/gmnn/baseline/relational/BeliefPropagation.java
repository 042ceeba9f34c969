package io.github.gmnn.baseline.relational;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.internal.Sorted;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

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
 * <p><b>Logs.</b> A single message needs none: it lies between the smallest and the largest
 * potential. A belief multiplies as many messages as a node has neighbours, and where their product
 * could become too small for a {@code double}, it is summed in logs. What a node tells v is its
 * belief divided by what v told it, and a belief too small for a {@code double} stays nothing when
 * it is divided by a message, as long as potentials spread by less than {@link #MAX_SPREAD}. So a
 * sweep takes no exponential and no logarithm but for nodes with hundreds of neighbours.
 *
 * <p><b>Memory</b> is what a sweep waits for: it looks up messages all over. So the two messages of
 * a link are replaced together, in place, by the node that comes first; and what it told its
 * neighbours is collected in a loop of its own, which asks for many places at once.
 *
 * <p><b>Lanes.</b> Messages and beliefs have room for a multiple of {@link #LANES} classes, and
 * loops go through as many at a time without asking where the classes end: a loop over four classes
 * would cost more than what it does. Beyond the classes beliefs are 0, and messages whatever is
 * above 0, so that their quotient is 0.
 *
 * <p>A sweep costs O(edges · classes) for one same-label weight and O(edges · classes²) for a table
 * and allocates nothing; memory is 16 bytes for each edge and class, rounded up to lanes.
 */
final class BeliefPropagation {
  /** The largest difference of two log potentials. */
  static final double MAX_SPREAD = 300;

  /** Sweeps after which messages are damped by a half at least. */
  static final int CALM_AFTER = 100;

  private static final int LANES = 4;

  /** How many messages are collected at once. */
  private static final int BLOCK = 64;

  private static final int PARTS_PER_THREAD = 4;
  private static final double CALMING = 0.5;

  /** The log of the smallest product that is kept without taking its log. */
  private static final double SMALLEST_LOG_PRODUCT = 690;

  private final Neighbors neighbors;
  private final int[] known;
  private final int classes;
  private final int stride;
  private final DenseMatrix local;
  private final boolean sameLabel;
  private final int factorsPerLog;
  private final double tolerance;
  private final int maxSweeps;
  private final Workers workers;

  /** The way of each entry, -1 where one of the two is known: no message need change. */
  private final int[] openWays;

  /** Each way as the other end sees it. */
  private final int[] opposite;

  /** How many links lead to later nodes before each node, and at the end in all. */
  private final int[] linkStarts;

  /** The tables of all ways, each row by row of the sender's label. */
  private final double[] potentials;

  /** 0 for classes, 1 for the lanes beyond them. */
  private final double[] beyond;

  /** For each way, e^w - 1 of the weight w of the same label. */
  private final double[] gains;

  /** For each way, 1 over the sum of the potentials of a label. */
  private final double[] scales;

  /** The local potentials, the largest of each node being 1. */
  private final double[] factors;

  /** Whether the belief of a node is summed in logs. */
  private final boolean[] inLogs;

  private double damping;
  private final double[] messages;
  private final double[] beliefs;
  private final int parts;
  private final double[][] scratch;
  private final double[] residuals;
  private final Workers.RowRange believeRange = this::believeAll;
  private final Workers.Part exchangePart = this::exchangeAll;
  private final long workPerMessage;

  /**
   * Sets up the messages.
   *
   * @param neighbors who is linked with whom, and how
   * @param known the label of each node, -1 for those to infer
   * @param local the log potential of each node and class
   * @param form what tables are made of
   * @param tables the log potentials of pairs of labels, for each way in which nodes are linked a
   *     table as {@link PairPotentials} has it
   * @param settings damping, tolerance and the most sweeps
   * @param workers the threads to use
   * @throws IllegalArgumentException if log potentials spread by more than {@link #MAX_SPREAD}, or
   *     the messages do not fit into an array
   */
  BeliefPropagation(
      Neighbors neighbors,
      int[] known,
      DenseMatrix local,
      PairPotential form,
      double[] tables,
      PropagationSettings settings,
      Workers workers) {
    this.neighbors = neighbors;
    this.known = known;
    this.local = local;
    this.classes = local.columns();
    this.stride = (classes + LANES - 1) / LANES * LANES;
    this.workers = workers;
    this.damping = settings.damping();
    this.tolerance = settings.tolerance();
    this.maxSweeps = settings.maxSweeps();
    this.sameLabel = form == PairPotential.SAME_LABEL;
    double spread = checkedSpread(tables);
    double logOfFactor = spread + Math.log(classes);
    this.factorsPerLog = (int) (SMALLEST_LOG_PRODUCT / logOfFactor);
    int ways = tables.length / (classes * classes);
    this.gains = new double[ways];
    this.potentials = new double[ways * classes * stride];
    for (int i = 0; i < tables.length; i++) {
      potentials[i / classes * stride + i % classes] = Math.exp(tables[i]);
    }
    Arrays.setAll(gains, way -> Math.expm1(tables[way * classes * classes]));
    this.scales = Arrays.stream(gains).map(gain -> 1 / (classes + gain)).toArray();
    this.beyond = new double[stride];
    Arrays.fill(beyond, classes, stride, 1);
    int count = neighbors.count();
    this.messages = new double[length(neighbors.nodes().length)];
    this.beliefs = new double[length(count)];
    this.workPerMessage = 8L * stride * (sameLabel ? 1 : classes);
    this.factors = new double[beliefs.length];
    this.inLogs = new boolean[count];
    this.linkStarts = new int[count + 1];
    for (int node = 0; node < count; node++) {
      weigh(node, logOfFactor);
      linkStarts[node + 1] = linkStarts[node] + neighbors.starts()[node + 1] - firstLater(node);
    }
    this.openWays = neighbors.ways().clone();
    this.opposite = new int[ways];
    for (int e = 0; e < openWays.length; e++) {
      opposite[openWays[e]] = neighbors.ways()[neighbors.mirrored()[e]];
      sendFirst(e);
    }
    for (int node = 0; node < count; node++) {
      if (known[node] >= 0) {
        Arrays.fill(openWays, neighbors.starts()[node], neighbors.starts()[node + 1], -1);
      }
    }
    long work = workPerMessage * openWays.length;
    this.parts = work < 2 * Workers.MIN_WORK_PER_THREAD ? 1 : PARTS_PER_THREAD * workers.threads();
    this.scratch = new double[parts][(BLOCK + 3) * stride];
    this.residuals = new double[parts];
  }

  private double checkedSpread(double[] tables) {
    double largest = Double.NEGATIVE_INFINITY;
    double spread = 0;
    int size = classes * classes;
    for (int table = 0; table < tables.length; table += size) {
      DoubleSummaryStatistics logs = Arrays.stream(tables, table, table + size).summaryStatistics();
      spread = Math.max(spread, logs.getMax() - logs.getMin());
      largest = Math.max(largest, Math.max(logs.getMax(), -logs.getMin()));
    }
    if (!(spread <= MAX_SPREAD) || largest > MAX_SPREAD) {
      throw new IllegalArgumentException(
          "log potentials of pairs of labels must be within "
              + MAX_SPREAD
              + " of each other and of 0, got up to "
              + Math.max(spread, largest)
              + ": raise the penalty");
    }
    return spread;
  }

  private int length(int rows) {
    long length = (long) rows * stride;
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

  /** Takes the local potentials out of their logs, and sees whether products of them suffice. */
  private void weigh(int node, double logOfFactor) {
    double largest = Double.NEGATIVE_INFINITY;
    double smallest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < classes; c++) {
      largest = Math.max(largest, local.get(node, c));
      smallest = Math.min(smallest, local.get(node, c));
    }
    if (!(largest - smallest < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "log potentials of a node must be finite, got " + smallest + " to " + largest);
    }
    for (int c = 0; c < classes; c++) {
      factors[node * stride + c] = Math.exp(local.get(node, c) - largest);
    }
    int degree = neighbors.starts()[node + 1] - neighbors.starts()[node];
    inLogs[node] = largest - smallest + degree * logOfFactor > SMALLEST_LOG_PRODUCT;
  }

  /** All is equally likely at first, unless the sender's label is known: that is all it says. */
  private void sendFirst(int entry) {
    int out = entry * stride;
    int way = openWays[entry];
    int label = known[neighbors.nodes()[entry]];
    if (label < 0) {
      Arrays.fill(messages, out, out + classes, 1.0 / classes);
    } else {
      int row = (way * classes + label) * stride;
      System.arraycopy(potentials, row, messages, out, classes);
      normalize(messages, out);
      openWays[entry] = -1;
    }
    double rest = sameLabel ? scales[way] : 1;
    Arrays.fill(messages, out + classes, out + stride, rest);
  }

  /** The first entry of a node whose neighbour has a larger index. */
  private int firstLater(int node) {
    return Sorted.firstAtOrAfter(
        neighbors.nodes(), neighbors.starts()[node], neighbors.starts()[node + 1], node);
  }

  /** Divides by the sum; beyond the classes there must be 0. */
  private void normalize(double[] values, int row) {
    double sum = 0;
    for (int i = row; i < row + stride; i += LANES) {
      sum += values[i] + values[i + 1] + (values[i + 2] + values[i + 3]);
    }
    double scale = 1 / sum;
    for (int i = row; i < row + stride; i += LANES) {
      values[i] *= scale;
      values[i + 1] *= scale;
      values[i + 2] *= scale;
      values[i + 3] *= scale;
    }
  }

  /** Sends messages until they no longer change, or as often as allowed. */
  RelationalModel.Convergence run() {
    double residual = Double.POSITIVE_INFINITY;
    int sweeps = 0;
    while (residual > tolerance && sweeps < maxSweeps) {
      if (sweeps == CALM_AFTER) {
        damping = Math.max(damping, CALMING);
      }
      residual = sweep();
      sweeps++;
    }
    return new RelationalModel.Convergence(residual <= tolerance, sweeps, residual);
  }

  /** Replaces all messages and returns the largest change that was asked for. */
  double sweep() {
    workers.forNonZeros(neighbors.starts(), workPerMessage, believeRange);
    workers.forParts(parts, exchangePart);
    double largest = 0;
    for (double residual : residuals) {
      largest = larger(largest, residual);
    }
    return largest;
  }

  /** Returns the marginals, row after row: certain where the label is known. */
  double[] marginals() {
    workers.forNonZeros(neighbors.starts(), workPerMessage, believeRange);
    double[] marginals = new double[known.length * classes];
    for (int node = 0; node < known.length; node++) {
      if (known[node] >= 0) {
        marginals[node * classes + known[node]] = 1;
      } else {
        System.arraycopy(beliefs, node * stride, marginals, node * classes, classes);
      }
    }
    return marginals;
  }

  private void believeAll(int from, int to) {
    for (int node = from; node < to; node++) {
      if (known[node] < 0) {
        if (inLogs[node]) {
          sumLogs(node);
        } else {
          multiply(node);
        }
      }
    }
  }

  private void exchangeAll(int part) {
    int from = Workers.boundary(linkStarts, part, parts);
    int to = Workers.boundary(linkStarts, part + 1, parts);
    double residual = 0;
    for (int node = from; node < to; node++) {
      if (known[node] < 0) {
        residual = larger(residual, exchange(node, scratch[part]));
      }
    }
    residuals[part] = residual;
  }

  /** Computes the belief of a node from the messages it was sent. */
  private void multiply(int node) {
    int row = node * stride;
    double[] sent = messages;
    int first = neighbors.starts()[node] * stride;
    int end = neighbors.starts()[node + 1] * stride;
    for (int q = 0; q < stride; q += LANES) {
      double p0 = factors[row + q];
      double p1 = factors[row + q + 1];
      double p2 = factors[row + q + 2];
      double p3 = factors[row + q + 3];
      for (int in = first + q; in < end; in += stride) {
        p0 *= sent[in];
        p1 *= sent[in + 1];
        p2 *= sent[in + 2];
        p3 *= sent[in + 3];
      }
      beliefs[row + q] = p0;
      beliefs[row + q + 1] = p1;
      beliefs[row + q + 2] = p2;
      beliefs[row + q + 3] = p3;
    }
    normalize(beliefs, row);
  }

  /** The same where the product may be too small, by logs of parts of it. */
  private void sumLogs(int node) {
    int row = node * stride;
    int first = neighbors.starts()[node];
    int end = neighbors.starts()[node + 1];
    for (int c = 0; c < classes; c++) {
      double log = local.get(node, c);
      for (int from = first; from < end; from += factorsPerLog) {
        double product = 1;
        for (int e = from; e < Math.min(end, from + factorsPerLog); e++) {
          product *= messages[e * stride + c];
        }
        log += Math.log(product);
      }
      beliefs[row + c] = log;
    }
    Distribution.softmax(beliefs, row, row + classes);
  }

  /**
   * Replaces the messages between a node and the later ones, and returns the largest change that
   * was asked for.
   */
  private double exchange(int node, double[] told) {
    int end = neighbors.starts()[node + 1];
    double residual = 0;
    for (int from = end - linkStarts[node + 1] + linkStarts[node]; from < end; from += BLOCK) {
      int to = Math.min(end, from + BLOCK);
      collect(from, to, told);
      for (int e = from; e < to; e++) {
        if (openWays[e] >= 0) {
          residual = larger(residual, exchange(node, e, told, (e - from) * stride));
        }
      }
    }
    return residual;
  }

  /** Copies what a node told some neighbours, which lies at their places. */
  private void collect(int from, int to, double[] told) {
    double[] sent = messages;
    int[] places = neighbors.mirrored();
    int next = 0;
    for (int e = from; e < to; e++) {
      int place = places[e] * stride;
      for (int q = 0; q < stride; q += LANES) {
        told[next] = sent[place + q];
        told[next + 1] = sent[place + q + 1];
        told[next + 2] = sent[place + q + 2];
        told[next + 3] = sent[place + q + 3];
        next += LANES;
      }
    }
  }

  /** Replaces the two messages of a link. */
  private double exchange(int node, int entry, double[] told, int place) {
    int neighbor = neighbors.nodes()[entry];
    int in = entry * stride;
    int out = neighbors.mirrored()[entry] * stride;
    int theirs = BLOCK * stride;
    int ours = theirs + stride;
    int way = openWays[entry];
    double sumOfTheirs = divide(neighbor * stride, told, place, told, theirs);
    double sumOfOurs = divide(node * stride, messages, in, told, ours);
    double ofTheirs = send(way, told, theirs, sumOfTheirs, messages, in, in);
    double ofOurs = send(opposite[way], told, ours, sumOfOurs, told, place, out);
    return larger(ofTheirs, ofOurs);
  }

  /** What a node believes without one neighbour; returns its sum. */
  private double divide(int belief, double[] told, int place, double[] others, int to) {
    double sum = 0;
    for (int q = 0; q < stride; q += LANES) {
      double o0 = beliefs[belief + q] / told[place + q];
      double o1 = beliefs[belief + q + 1] / told[place + q + 1];
      double o2 = beliefs[belief + q + 2] / told[place + q + 2];
      double o3 = beliefs[belief + q + 3] / told[place + q + 3];
      others[to + q] = o0;
      others[to + q + 1] = o1;
      others[to + q + 2] = o2;
      others[to + q + 3] = o3;
      sum += o0 + o1 + (o2 + o3);
    }
    return sum;
  }

  /**
   * Makes a message of what the sender believes without the receiver.
   *
   * @param way how the receiver is linked to the sender
   * @param others the belief, overwritten
   * @param row where it is
   * @param sum its sum
   * @param former the former message
   * @param place where it is
   * @param out where the message goes
   * @return the largest change that was asked for
   */
  private double send(
      int way, double[] others, int row, double sum, double[] former, int place, int out) {
    if (!sameLabel) {
      composeTable(way, others, row);
    } else if (gains[way] >= 0) {
      composeSameLabel(way, others, row, sum);
    } else {
      composeOtherLabel(way, others, row, sum);
    }
    double largest = 0;
    for (int q = 0; q < stride; q += LANES) {
      double d0 = others[row + q] - former[place + q];
      double d1 = others[row + q + 1] - former[place + q + 1];
      double d2 = others[row + q + 2] - former[place + q + 2];
      double d3 = others[row + q + 3] - former[place + q + 3];
      messages[out + q] = others[row + q] - damping * d0;
      messages[out + q + 1] = others[row + q + 1] - damping * d1;
      messages[out + q + 2] = others[row + q + 2] - damping * d2;
      messages[out + q + 3] = others[row + q + 3] - damping * d3;
      double low = larger(Math.abs(d0), Math.abs(d1));
      largest = larger(largest, larger(low, larger(Math.abs(d2), Math.abs(d3))));
    }
    return largest;
  }

  /** Math.max without its care for NaN: potentials are finite. */
  private static double larger(double a, double b) {
    return a > b ? a : b;
  }

  /** Σ_b p(b)·ψ(b, c) = 1 + (e^w - 1)·p(c), which sums to classes + e^w - 1. */
  private void composeSameLabel(int way, double[] message, int row, double sum) {
    double scale = scales[way];
    double ofLabel = gains[way] * scale / sum;
    for (int i = row; i < row + stride; i += LANES) {
      message[i] = scale + ofLabel * message[i];
      message[i + 1] = scale + ofLabel * message[i + 1];
      message[i + 2] = scale + ofLabel * message[i + 2];
      message[i + 3] = scale + ofLabel * message[i + 3];
    }
  }

  /**
   * The same where equal labels repel each other. There 1 - p(c) would lose its digits when p(c) is
   * near 1, so the classes before and after c are summed instead.
   */
  private void composeOtherLabel(int way, double[] message, int row, double sum) {
    int composed = (BLOCK + 2) * stride;
    double gain = gains[way];
    double scale = scales[way] / sum;
    double before = 0;
    for (int c = 0; c < classes; c++) {
      message[composed + c] = before + (1 + gain) * message[row + c];
      before += message[row + c];
    }
    double after = 0;
    for (int c = classes - 1; c >= 0; c--) {
      message[composed + c] = scale * (message[composed + c] + after);
      after += message[row + c];
    }
    for (int c = 0; c < stride; c++) {
      message[row + c] = c < classes ? message[composed + c] : scales[way];
    }
  }

  private void composeTable(int way, double[] message, int row) {
    int composed = (BLOCK + 2) * stride;
    double sum = 0;
    for (int q = 0; q < stride; q += LANES) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int from = way * classes * stride + q;
      for (int b = row; b < row + classes; b++, from += stride) {
        double weight = message[b];
        s0 += weight * potentials[from];
        s1 += weight * potentials[from + 1];
        s2 += weight * potentials[from + 2];
        s3 += weight * potentials[from + 3];
      }
      message[composed + q] = s0;
      message[composed + q + 1] = s1;
      message[composed + q + 2] = s2;
      message[composed + q + 3] = s3;
      sum += s0 + s1 + (s2 + s3);
    }
    double scale = 1 / sum;
    for (int q = 0; q < stride; q += LANES) {
      message[row + q] = message[composed + q] * scale + beyond[q];
      message[row + q + 1] = message[composed + q + 1] * scale + beyond[q + 1];
      message[row + q + 2] = message[composed + q + 2] * scale + beyond[q + 2];
      message[row + q + 3] = message[composed + q + 3] * scale + beyond[q + 3];
    }
  }
}
