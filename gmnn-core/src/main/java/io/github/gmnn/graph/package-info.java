/**
 * Graphs as the application sees them: nodes with its own keys, edges, features and labels; the
 * builder, feature scaling, random splits and generated data.
 *
 * <p>Depends on {@link io.github.gmnn.sparse} and {@link io.github.gmnn.compute} alone.
 */
@NullMarked
package io.github.gmnn.graph;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// FeatureSchema: CsvColumnsTest
// SummaryFeatures: EdgeSummaryTest
