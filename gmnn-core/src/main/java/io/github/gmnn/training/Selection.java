package io.github.gmnn.training;

/** Which epoch of a stage is kept if nodes are held for validation. */
public enum Selection {
  /** The first with the highest validation metric: the paper's rule and the default. */
  METRIC {
    @Override
    public boolean prefers(double metric, double loss, double keptMetric, double keptLoss) {
      return metric > keptMetric;
    }

    @Override
    public boolean isProgress(double metric, double loss, double bestMetric, double bestLoss) {
      return metric > bestMetric;
    }
  },

  /**
   * The one with the highest validation metric, and among those the one with the lowest validation
   * loss. An accuracy of few nodes has few values, and many epochs share the highest.
   */
  METRIC_THEN_LOSS {
    @Override
    public boolean prefers(double metric, double loss, double keptMetric, double keptLoss) {
      return metric > keptMetric || metric == keptMetric && loss < keptLoss;
    }
  },

  /** The one with the lowest validation loss, which is also that of the best probabilities. */
  LOSS {
    @Override
    public boolean prefers(double metric, double loss, double keptMetric, double keptLoss) {
      return loss < keptLoss;
    }

    @Override
    public boolean isWorse(double metric, double loss, double otherMetric, double otherLoss) {
      return loss > otherLoss;
    }
  };

  /** Returns whether an epoch is to be kept in place of the one that is kept. */
  public abstract boolean prefers(double metric, double loss, double keptMetric, double keptLoss);

  /**
   * Returns whether an epoch is worth waiting for more: neither metric nor loss are worse than the
   * best of the stage, unless the metric alone counts.
   */
  public boolean isProgress(double metric, double loss, double bestMetric, double bestLoss) {
    return metric >= bestMetric || loss <= bestLoss;
  }

  /** Returns whether an epoch is worse than another; a tie is not. */
  public boolean isWorse(double metric, double loss, double otherMetric, double otherLoss) {
    return metric < otherMetric;
  }

  /** Returns whether the loss has a say. */
  public boolean needsLoss() {
    return this != METRIC;
  }
}
