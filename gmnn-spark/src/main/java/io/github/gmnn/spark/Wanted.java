package io.github.gmnn.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a layer wants to propagate.
 *
 * @param kind the operator; null if messages travel along relations, to whom they concern
 * @param width how many values a row has
 * @param rows a row per own node, or per message that one sends
 */
record Wanted(@Nullable Propagation kind, int width, float[] rows) implements Serializable {}
