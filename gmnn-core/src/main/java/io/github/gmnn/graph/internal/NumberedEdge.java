package io.github.gmnn.graph.internal;

/**
 * What an edge with numbers has beside its ends.
 *
 * @param type its type, 0 if edges have none
 * @param weight its weight
 * @param time when it came to be, 0 if that is not known
 * @param numbers its numbers; not to be changed
 */
record NumberedEdge(int type, float weight, long time, float[] numbers) {}
