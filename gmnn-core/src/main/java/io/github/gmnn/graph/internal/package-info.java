/**
 * What graphs are made of: rows of features, labels, edges sorted into rows, and how these change.
 *
 * <p>Not for applications, whatever is public here.
 */
@NullMarked
package io.github.gmnn.graph.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// AdjacencyBuilder: GraphErrorsTest
// EdgeSummaries: EdgeSummaryTest
// FeatureRows: GraphTest
// GraphEdit: GraphChangeTest
// GraphParts: GraphChangeTest
// GraphRows: GraphChangeTest
// Labels: GraphTest
// MatrixRows: GraphChangeTest
// NumberedRow: GraphChangeTest
// NumberedRows: GraphChangeTest
// ReceptiveField: GraphPredictorTest
// SparseRow: GraphChangeTest
// TypedRow: GraphChangeTest
// TypedRows: GraphChangeTest
