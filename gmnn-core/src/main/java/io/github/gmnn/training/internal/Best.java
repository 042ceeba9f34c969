package io.github.gmnn.training.internal;

import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Selection;
import org.jspecify.annotations.Nullable;

/**
 * The best epoch of a network so far, by validation; the last one where there is none. Filled by
 * {@link EpochLoop}.
 */
public final class Best {
  private final String name;
  private double metric = Double.NEGATIVE_INFINITY;
  private double loss = Double.POSITIVE_INFINITY;
  private @Nullable NetworkState state;

  /** Whether the state was copied here, so that a better epoch may be copied over it. */
  private boolean own;

  /**
   * Makes one that holds nothing yet.
   *
   * @param name what it is the best of, unique within a fit
   */
  public Best(String name) {
    this.name = name;
  }

  /** Returns what it is the best of. */
  public String name() {
    return name;
  }

  /** Returns whether there was an epoch yet. */
  public boolean exists() {
    return metric != Double.NEGATIVE_INFINITY;
  }

  /** Returns the validation metric of the epoch; NaN without validation. */
  public double metric() {
    return metric;
  }

  /** Returns the validation loss of the epoch; NaN where the selection does not look at it. */
  public double loss() {
    return loss;
  }

  /** Returns to the epoch; without validation the network is there already. */
  public void restoreTo(Trainable network) {
    if (state != null) {
      network.restore(state);
    }
  }

  /**
   * Returns the network's state after the epoch, or null if there was none yet or no validation.
   */
  public @Nullable NetworkState state() {
    return state;
  }

  /**
   * Returns whether validation holds this epoch for worse than another; false where it does not
   * tell.
   *
   * @param other the best epoch of something else
   * @param selection what decides: the metric or the loss
   */
  public boolean isWorseThan(Best other, Selection selection) {
    return exists() && other.exists() && selection.isWorse(metric, loss, other.metric, other.loss);
  }

  /** Returns whether another epoch is to be kept in its place. */
  boolean yieldsTo(double otherMetric, double otherLoss, Selection selection) {
    return selection.prefers(otherMetric, otherLoss, metric, loss);
  }

  /**
   * Keeps an epoch.
   *
   * @param newMetric its validation metric; NaN without validation, and the network itself holds it
   * @param newLoss its validation loss
   * @param network the network after it
   */
  void keep(double newMetric, double newLoss, Trainable network) {
    NetworkState kept = Double.isNaN(newMetric) ? null : network.state(own ? state : null);
    set(newMetric, newLoss, kept);
    own = true;
  }

  /**
   * Takes over an epoch of another fit.
   *
   * @param newMetric its validation metric
   * @param newLoss its validation loss
   * @param newState the network's state after it
   */
  public void set(double newMetric, double newLoss, @Nullable NetworkState newState) {
    metric = newMetric;
    loss = newLoss;
    state = newState;
    own = false;
  }
}
