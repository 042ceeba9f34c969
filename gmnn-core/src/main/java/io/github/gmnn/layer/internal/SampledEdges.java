package io.github.gmnn.layer.internal;

import io.github.gmnn.sparse.EdgeAttributes;

/**
 * An adjacency with a sample of the edges of each node: one of those that lead to it, and another
 * of those that leave it. An edge may be in either alone.
 */
public interface SampledEdges {
  /** The edges that bring messages against their direction. */
  EdgeAttributes edgesAgainst();
}
