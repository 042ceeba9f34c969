/**
 * What builders of graphs share: rows of features, labels, and edges sorted into rows.
 *
 * <p>Not for applications, whatever is public here.
 */
@NullMarked
package io.github.gmnn.graph.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// AdjacencyBuilder: GraphErrorsTest
// FeatureRows: GraphTest
// Labels: GraphTest
