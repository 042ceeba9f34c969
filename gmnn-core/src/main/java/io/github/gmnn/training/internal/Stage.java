package io.github.gmnn.training.internal;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Selection;
import org.jspecify.annotations.Nullable;

/** A phase of a fit as {@link EpochLoop} runs it: one network, trained for some epochs. */
public abstract class Stage {
  private final Phase.Planned phase;
  private final Best best;

  /**
   * Describes a stage.
   *
   * @param phase its phase
   * @param best where its best epoch is kept
   */
  protected Stage(Phase.Planned phase, Best best) {
    this.phase = phase;
    this.best = best;
  }

  /** Returns the phase that it is. */
  protected final Phase.Planned phase() {
    return phase;
  }

  final Best best() {
    return best;
  }

  /** Returns what the stage trains. */
  protected abstract Trainable network();

  /**
   * Called before the first epoch that is run.
   *
   * @param resumed whether the stage was cut off and goes on after some of its epochs
   */
  protected void begin(boolean resumed) {}

  /** Returns whether the network as it is before the first epoch may be kept as the best. */
  protected boolean startCounts() {
    return false;
  }

  /**
   * Trains one epoch.
   *
   * @param epoch from 1
   * @param random the randomness of this epoch
   * @return the loss before its update
   */
  protected abstract double train(int epoch, RandomStream random);

  /** Returns what validation says of the network as it is; null if there is nothing to go by. */
  protected @Nullable Score validate() {
    return null;
  }

  /** Returns which epoch is kept; the first with the highest metric unless overridden. */
  protected Selection selection() {
    return Selection.METRIC;
  }

  /** Called when the epoch just ended was kept as the best. */
  protected void kept() {}

  /** Called after the last epoch. */
  protected void end() {}
}
