package io.github.gmnn.spark;

import java.io.Serializable;

/**
 * What a layer wants to propagate.
 *
 * @param kind the operator
 * @param width how many values a node has
 * @param rows a row per own node
 */
record Wanted(Propagation kind, int width, float[] rows) implements Serializable {}
