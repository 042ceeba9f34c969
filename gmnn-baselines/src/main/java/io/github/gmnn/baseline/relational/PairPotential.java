package io.github.gmnn.baseline.relational;

/**
 * What the labels of the two ends of an edge contribute to the log of the joint density: a table of
 * {@code classes x classes} numbers, made of few parameters.
 */
enum PairPotential {
  /**
   * A parameter for each pair of labels, the clique template of an RMN: in one order where edges
   * have no direction, in both where they have.
   */
  TABLE {
    @Override
    int parameters(int classes, boolean directed) {
      return directed ? classes * classes : classes * (classes + 1) / 2;
    }

    @Override
    int parameter(int source, int target, int classes, boolean directed) {
      if (directed) {
        return source * classes + target;
      }
      int larger = Math.max(source, target);
      return larger * (larger + 1) / 2 + Math.min(source, target);
    }
  },

  /** One parameter where the labels are equal, 0 where not: the formula of an MLN. */
  SAME_LABEL {
    @Override
    int parameters(int classes, boolean directed) {
      return 1;
    }

    @Override
    int parameter(int source, int target, int classes, boolean directed) {
      return source == target ? 0 : -1;
    }
  };

  /** How many parameters there are. */
  abstract int parameters(int classes, boolean directed);

  /** Which parameter stands at a place of the table; -1 for none, which is 0. */
  abstract int parameter(int source, int target, int classes, boolean directed);
}
