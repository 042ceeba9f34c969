package io.github.gmnn.training;

import java.util.List;

/**
 * Follows a fit and may end it. Called on the thread of the fit, after every epoch; an exception
 * thrown here ends the fit and reaches the caller of {@code fit}.
 */
@FunctionalInterface
public interface GmnnListener {
  /**
   * Called after a kind of q was tried, where the fit chooses among several; before {@link
   * #onStart}.
   *
   * @param kind its name
   * @param validation the best validation metric of its trial; negative infinity if it failed
   */
  default void onTrial(String kind, double validation) {}

  /**
   * Called once, before the first epoch.
   *
   * @param phases the phases of the fit in their order; a resumed fit has been through some already
   */
  default void onStart(List<Phase.Planned> phases) {}

  /**
   * Called after an epoch.
   *
   * @param report what the epoch brought
   * @return true to go on, false to end the training and keep the best state so far
   */
  boolean onEpoch(EpochReport report);
}
