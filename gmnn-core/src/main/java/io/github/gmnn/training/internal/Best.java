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
  /**
   * An epoch.
   *
   * @param score what validation says of it, or null without validation
   * @param state the network after it, or null if that is how the network is
   */
  public record Kept(@Nullable Score score, @Nullable NetworkState state) {}

  private final String name;
  private @Nullable Kept kept;

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
    return kept != null;
  }

  /** Returns the epoch, or null if there was none yet. */
  public @Nullable Kept kept() {
    return kept;
  }

  /** Returns what validation says of the epoch; null if there was none yet, or no validation. */
  public @Nullable Score score() {
    return kept == null ? null : kept.score();
  }

  /** Returns to the epoch; without validation the network is there already. */
  public void restoreTo(Trainable network) {
    if (kept != null && kept.state() != null) {
      network.restore(kept.state());
    }
  }

  /**
   * Returns whether this epoch is worse than another on the validation nodes; false where it does
   * not tell.
   *
   * @param other the best epoch of something else
   * @param selection what decides: the metric or the loss
   */
  public boolean isWorseThan(Best other, Selection selection) {
    Score mine = score();
    Score its = other.score();
    return mine != null
        && its != null
        && selection.isWorse(mine.metric(), mine.loss(), its.metric(), its.loss());
  }

  /** Returns whether another epoch is to be kept in its place. */
  boolean yieldsTo(Score other, Selection selection) {
    Score mine = score() == null ? Score.WORST : score();
    return selection.prefers(other.metric(), other.loss(), mine.metric(), mine.loss());
  }

  /**
   * Keeps an epoch.
   *
   * @param score what validation says of it; null without validation, where the network itself
   *     holds it
   * @param network the network after it
   */
  void keep(@Nullable Score score, Trainable network) {
    NetworkState spent = own && kept != null ? kept.state() : null;
    kept = new Kept(score, score == null ? null : network.state(spent));
    own = true;
  }

  /** Takes over an epoch of another fit. */
  public void set(@Nullable Kept other) {
    kept = other;
    own = false;
  }
}
