package io.github.gmnn.training;

/** Which epoch of a stage is kept, where nodes are held for validation. */
public enum Selection {
  /** The first with the highest validation metric: the paper's rule and the default. */
  METRIC {
    @Override
    boolean prefers(double metric, double loss, double keptMetric, double keptLoss) {
      return metric > keptMetric;
    }

    @Override
    boolean isProgress(double metric, double loss, double bestMetric, double bestLoss) {
      return metric > bestMetric;
    }
  },

  /**
   * The one with the highest validation metric, and among those the one with the lowest validation
   * loss. An accuracy of few nodes has few values, and many epochs share the highest.
   */
  METRIC_THEN_LOSS {
    @Override
    boolean prefers(double metric, double loss, double keptMetric, double keptLoss) {
      return metric > keptMetric || metric == keptMetric && loss < keptLoss;
    }
  },

  /** The one with the lowest validation loss, which is also that of the best probabilities. */
  LOSS {
    @Override
    boolean prefers(double metric, double loss, double keptMetric, double keptLoss) {
      return loss < keptLoss;
    }

    @Override
    boolean isWorse(Best one, Best other) {
      return one.loss() > other.loss();
    }
  };

  /** Returns whether an epoch is to be kept in place of the one that is kept. */
  abstract boolean prefers(double metric, double loss, double keptMetric, double keptLoss);

  /**
   * Returns whether an epoch is worth waiting for more: neither metric nor loss are worse than the
   * best of the stage, unless the metric alone counts.
   */
  boolean isProgress(double metric, double loss, double bestMetric, double bestLoss) {
    return metric >= bestMetric || loss <= bestLoss;
  }

  /** Returns whether the epoch kept here is worse than that kept elsewhere; a tie is not. */
  boolean isWorse(Best one, Best other) {
    return one.metric() < other.metric();
  }

  /** Returns whether the loss has a say. */
  public boolean needsLoss() {
    return this != METRIC;
  }
}
