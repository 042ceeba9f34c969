package io.github.gmnn;

import java.nio.file.Path;
import java.time.Duration;

/** Where and how often a fit writes checkpoints: after so many epochs, or so much time. */
record CheckpointPlan(Path path, int everyEpochs, Duration every) {
  boolean isDue(int epochsSince, long nanosSince) {
    return everyEpochs > 0 ? epochsSince >= everyEpochs : nanosSince >= every.toNanos();
  }
}
