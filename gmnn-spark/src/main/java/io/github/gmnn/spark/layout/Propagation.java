package io.github.gmnn.spark.layout;

import io.github.gmnn.sparse.Adjacency;

/**
 * The operators of {@link Adjacency}, as what an edge counts for when both degrees are known: those
 * of the whole graph, wherever the edge is looked at.
 */
public enum Propagation {
  NORMALIZED {
    @Override
    public double value(double weight, double degree, double otherDegree) {
      return scale(degree) * scale(otherDegree) * weight;
    }

    @Override
    public double loop(double degree) {
      return scale(degree) * scale(degree);
    }

    private static double scale(double degree) {
      return 1 / Math.sqrt(1 + degree);
    }
  },
  NORMALIZED_WITHOUT_LOOPS {
    @Override
    public double value(double weight, double degree, double otherDegree) {
      return weight / Math.sqrt(degree * otherDegree);
    }

    @Override
    public double other(double received, double sent) {
      return sent;
    }
  },
  MEAN {
    @Override
    public double value(double weight, double degree, double otherDegree) {
      return weight / degree;
    }
  },
  SUM {
    @Override
    public double value(double weight, double degree, double otherDegree) {
      return weight;
    }
  };

  /**
   * What a node receives along an edge.
   *
   * @param weight the weight of the edge
   * @param degree the sum of the weights that the node receives
   * @param otherDegree that of the other end, see {@link #other}
   */
  public abstract double value(double weight, double degree, double otherDegree);

  /** What counts of the other end: what it receives in all, or sends. */
  public double other(double received, double sent) {
    return received;
  }

  /** What it receives from itself. */
  public double loop(double degree) {
    return 0;
  }

  /** Whether a node receives from itself. */
  public boolean hasLoops() {
    return this == NORMALIZED;
  }
}
