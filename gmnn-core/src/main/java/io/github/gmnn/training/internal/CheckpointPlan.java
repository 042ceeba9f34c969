package io.github.gmnn.training.internal;

import io.github.gmnn.internal.Checks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where and how often a fit writes checkpoints: after so many epochs, or so much time.
 *
 * @param path the file, replaced each time
 * @param everyEpochs after how many epochs, or 0 to go by time
 * @param every after how much time; null to go by epochs
 */
public record CheckpointPlan(Path path, int everyEpochs, @Nullable Duration every) {
  /** Checks the settings. */
  public CheckpointPlan {
    Objects.requireNonNull(path, "path");
    if (every == null) {
      Checks.atLeast(1, everyEpochs, "everyEpochs");
    }
    if (every != null && (every.isNegative() || every.isZero())) {
      throw new IllegalArgumentException(
          "the time between checkpoints must be positive, got " + every);
    }
  }

  boolean isDue(int epochsSince, long nanosSince) {
    return every == null ? epochsSince >= everyEpochs : nanosSince >= every.toNanos();
  }
}
