package io.github.gmnn.em;

import io.github.gmnn.model.Checkpoint;
import io.github.gmnn.training.internal.CheckpointPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the checkpoints of a fit say of it, and where they go.
 *
 * @param kind what it fits
 * @param settings gives its settings as text, when a checkpoint is written or read
 * @param data gives the fingerprint of its graph
 * @param chosen what was chosen before its first epoch, by name
 * @param plan when they are written, or null for never
 * @param writer writes them
 */
public record Checkpointing(
    String kind,
    Supplier<String> settings,
    Supplier<String> data,
    Map<String, String> chosen,
    @Nullable CheckpointPlan plan,
    Writer writer) {
  /** Writes a checkpoint. */
  @FunctionalInterface
  public interface Writer {
    /** Writes it in place of the one before. */
    void write(Checkpoint checkpoint, Path path) throws IOException;
  }
}
