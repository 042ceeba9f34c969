package io.github.gmnn.baseline.relational;

import java.util.Arrays;

/**
 * The pseudolikelihood of labelled nodes (Besag 1975) as a function of the pair potentials: the sum
 * over them of -log p(label | neighbours' labels), and half the penalty times the squares of the
 * parameters.
 *
 * <p>Few labelled nodes have labelled neighbours, so the label of an unknown neighbour is summed
 * out under a distribution that was learned without the node in question:
 *
 * <p>p(y) ∝ exp(local(y)) · Π over neighbours m of Σ<sub>b</sub> p<sub>m</sub>(b) ·
 * exp(θ<sub>m</sub>(b, y))
 *
 * <p>θ<sub>m</sub> being the table of the relations that link the two. Where all neighbours are
 * known, this is the pseudolikelihood itself. An evaluation costs O(edges of labelled nodes ·
 * classes²).
 */
final class Pseudolikelihood implements SmoothFunction {
  private final PairPotentials potential;
  private final int classes;
  private final double penalty;
  private final int[] labels;
  private final double[] local;
  private final int[] starts;
  private final int[] ways;
  private final double[] neighborLabels;
  private final double[] tables;
  private final double[] potentials;
  private final double[] tablesGradient;
  private final double[] logits;
  private final double[] sums;

  /**
   * @param potential the tables of pairs, and how many classes there are
   * @param penalty the penalty
   * @param labels the label of each labelled node
   * @param local the log potential of each labelled node and class, row after row
   * @param starts where each labelled node's neighbours start; one more than there are nodes
   * @param ways which table each neighbour has
   * @param neighborLabels the label distribution of each neighbour, row after row
   */
  Pseudolikelihood(
      PairPotentials potential,
      double penalty,
      int[] labels,
      double[] local,
      int[] starts,
      int[] ways,
      double[] neighborLabels) {
    this.potential = potential;
    this.classes = potential.classes();
    this.penalty = penalty;
    this.labels = labels;
    this.local = local;
    this.starts = starts;
    this.ways = ways;
    this.neighborLabels = neighborLabels;
    this.tables = new double[potential.tablesLength()];
    this.potentials = new double[tables.length];
    this.tablesGradient = new double[tables.length];
    this.logits = new double[classes];
    this.sums = new double[neighborLabels.length];
  }

  @Override
  public int size() {
    return potential.size();
  }

  @Override
  public double evaluate(double[] parameters, double[] gradient) {
    potential.fill(parameters, tables);
    Arrays.setAll(potentials, i -> Math.exp(tables[i]));
    Arrays.fill(tablesGradient, 0);
    double loss = 0;
    for (int i = 0; i < labels.length; i++) {
      System.arraycopy(local, i * classes, logits, 0, classes);
      for (int e = starts[i]; e < starts[i + 1]; e++) {
        sumOut(e);
      }
      loss -= logits[labels[i]];
      loss += Distribution.softmax(logits, 0, classes);
      logits[labels[i]] -= 1;
      for (int e = starts[i]; e < starts[i + 1]; e++) {
        addGradient(e);
      }
    }
    potential.collect(tablesGradient, gradient);
    for (int p = 0; p < gradient.length; p++) {
      gradient[p] += penalty * parameters[p];
      loss += 0.5 * penalty * parameters[p] * parameters[p];
    }
    return loss;
  }

  private void sumOut(int neighbor) {
    int row = neighbor * classes;
    int table = ways[neighbor] * classes * classes;
    for (int c = 0; c < classes; c++) {
      double sum = 0;
      for (int b = 0; b < classes; b++) {
        sum += neighborLabels[row + b] * potentials[table + b * classes + c];
      }
      sums[row + c] = sum;
      logits[c] += Math.log(sum);
    }
  }

  /** Adds what one neighbour contributes, given the gradient at the logits. */
  private void addGradient(int neighbor) {
    int row = neighbor * classes;
    int table = ways[neighbor] * classes * classes;
    for (int c = 0; c < classes; c++) {
      double scaled = logits[c] / sums[row + c];
      for (int b = 0; b < classes; b++) {
        int place = table + b * classes + c;
        tablesGradient[place] += scaled * neighborLabels[row + b] * potentials[place];
      }
    }
  }
}
