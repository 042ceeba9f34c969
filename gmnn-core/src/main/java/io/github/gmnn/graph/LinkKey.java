package io.github.gmnn.graph;

import io.github.gmnn.internal.Checks;
import java.util.Objects;

/**
 * Names a link by its end nodes.
 *
 * @param <K> type of the nodes' keys
 * @param source key of the node the link starts at
 * @param target key of the node the link ends at
 * @param occurrence how many links from this source to this target were added before; 0 for the
 *     first
 */
public record LinkKey<K>(K source, K target, int occurrence) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if {@code occurrence} is negative
   */
  public LinkKey {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Checks.atLeast(0, occurrence, "occurrence");
  }

  /** Names the first link from a source to a target. */
  public LinkKey(K source, K target) {
    this(source, target, 0);
  }

  @Override
  public String toString() {
    return source + "→" + target + (occurrence == 0 ? "" : "#" + occurrence);
  }
}
