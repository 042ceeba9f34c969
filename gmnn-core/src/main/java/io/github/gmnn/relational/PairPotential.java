package io.github.gmnn.relational;

import java.util.Arrays;

/**
 * What the labels of two linked nodes contribute to the log of the joint density: a symmetric table
 * of {@code classes x classes} numbers, made of few parameters.
 */
enum PairPotential {
  /** A parameter for each unordered pair of labels: the clique template of an RMN. */
  TABLE {
    @Override
    int parameters(int classes) {
      return classes * (classes + 1) / 2;
    }

    @Override
    int parameter(int a, int b) {
      int larger = Math.max(a, b);
      return larger * (larger + 1) / 2 + Math.min(a, b);
    }
  },

  /** One parameter where the labels are equal, 0 where not: the formula of an MLN. */
  SAME_LABEL {
    @Override
    int parameters(int classes) {
      return 1;
    }

    @Override
    int parameter(int a, int b) {
      return a == b ? 0 : -1;
    }
  };

  /** How many parameters there are. */
  abstract int parameters(int classes);

  /** Which parameter stands at a place of the table; -1 for none, which is 0. */
  abstract int parameter(int a, int b);

  /** Fills in the table, row after row. */
  final void fill(double[] parameters, int classes, double[] table) {
    for (int a = 0; a < classes; a++) {
      for (int b = 0; b < classes; b++) {
        int p = parameter(a, b);
        table[a * classes + b] = p < 0 ? 0 : parameters[p];
      }
    }
  }

  /** Sums the gradient at the table into that at the parameters, overwriting it. */
  final void collect(double[] tableGradient, int classes, double[] gradient) {
    Arrays.fill(gradient, 0);
    for (int a = 0; a < classes; a++) {
      for (int b = 0; b < classes; b++) {
        int p = parameter(a, b);
        if (p >= 0) {
          gradient[p] += tableGradient[a * classes + b];
        }
      }
    }
  }
}
