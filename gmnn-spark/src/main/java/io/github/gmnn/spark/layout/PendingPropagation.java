package io.github.gmnn.spark.layout;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A propagation that a layer has asked for and that parts have not exchanged yet.
 *
 * @param kind the operator; null if messages travel, to whom they concern
 * @param width how many values a row has
 * @param rows a row per own node, or per message that one sends; for messages that see the numbers
 *     on edges a row per own node for each way that they travel
 * @param weights what messages are made of that see the numbers on edges; null for others
 */
public record PendingPropagation(
    @Nullable Propagation kind, int width, float[] rows, PartEdges.@Nullable Weights weights)
    implements Serializable {
  /** A propagation by an operator, or along relations. */
  public PendingPropagation(@Nullable Propagation kind, int width, float[] rows) {
    this(kind, width, rows, null);
  }

  /** Whether messages travel along relations. */
  public boolean isRelational() {
    return kind == null && weights == null;
  }
}
