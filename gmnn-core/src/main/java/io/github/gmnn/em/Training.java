package io.github.gmnn.em;

import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.training.internal.Score;
import org.jspecify.annotations.Nullable;

/** q or p on its way towards what an {@link Engine} gave it, for one stage. */
public interface Training {
  /**
   * Trains one epoch.
   *
   * @param epoch from 1
   * @param random the randomness of this epoch
   * @return the loss before its update
   */
  double train(int epoch, RandomStream random);

  /**
   * Returns what validation says of the network as it is; null if there is nothing to go by.
   *
   * @param withLoss whether something is chosen by the loss
   */
  @Nullable Score validate(boolean withLoss);

  /** Called when the epoch just ended was kept as the best. */
  default void kept() {}

  /** Called after the last epoch. */
  default void end() {}
}
