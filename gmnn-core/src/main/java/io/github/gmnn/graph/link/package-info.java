/**
 * Classifies links as nodes of a graph: {@link io.github.gmnn.graph.link.LineGraph} turns links
 * into nodes, with features of their structure and time.
 *
 * <p>Depends on {@code graph} and what is above it.
 */
@NullMarked
package io.github.gmnn.graph.link;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// LinkKey: LineGraphTest
// LinkPairs: LinkFeaturesTest
// LinkTimes: LinkFeaturesTest
