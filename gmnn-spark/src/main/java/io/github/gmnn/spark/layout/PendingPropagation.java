package io.github.gmnn.spark.layout;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A propagation that a layer has asked for and that parts have not exchanged yet.
 *
 * @param kind the operator; null if messages travel along relations, to whom they concern
 * @param width how many values a row has
 * @param rows a row per own node, or per message that one sends
 */
public record PendingPropagation(@Nullable Propagation kind, int width, float[] rows)
    implements Serializable {}
