package io.github.gmnn.training.internal;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.internal.Trainable;
import io.github.gmnn.training.Phase;
import io.github.gmnn.training.Selection;

/** A phase of a fit as {@link EpochLoop} runs it: one network, trained for some epochs. */
public abstract class Stage {
  private final Phase phase;
  private final int iteration;
  private final int epochs;
  private final Best best;

  /**
   * Describes a stage.
   *
   * @param phase its phase
   * @param iteration the EM iteration, from 1; 0 in pre-training
   * @param epochs how many epochs it has at most
   * @param best where its best epoch is kept
   */
  protected Stage(Phase phase, int iteration, int epochs, Best best) {
    this.phase = phase;
    this.iteration = iteration;
    this.epochs = epochs;
    this.best = best;
  }

  final Phase phase() {
    return phase;
  }

  /** Returns the EM iteration, from 1; 0 in pre-training. */
  protected final int iteration() {
    return iteration;
  }

  final int epochs() {
    return epochs;
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

  /**
   * Trains one epoch.
   *
   * @param epoch from 1
   * @param random the randomness of this epoch
   * @return the loss before its update
   */
  protected abstract double train(int epoch, RandomStream random);

  /** Returns the validation metric of the network as it is; NaN if there is nothing to go by. */
  protected double validate() {
    return Double.NaN;
  }

  /**
   * Returns the validation loss of what {@link #validate} saw last; NaN unless the selection needs
   * it.
   */
  protected double validationLoss() {
    return Double.NaN;
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
