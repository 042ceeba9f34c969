/**
 * GMNN on Apache Spark, for graphs that outgrow one machine: an estimator and a model that follow
 * the conventions of Spark ML.
 *
 * <p>The packages below this one are internal, and public only because Java requires it. A package
 * uses only those before it: {@code layout} has the graph in parts, {@code exchange} evaluates
 * networks on all of it, {@code block} trains them on target nodes with their receptive fields.
 * This package drives all three. The networks are those of {@code io.github.gmnn.network}, as on
 * one machine.
 */
@NullMarked
package io.github.gmnn.spark;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// FitSettings: GmnnClassifierTest
// GraphParams: GmnnClassifierTest
// Held: OneMachineTest
// ModelParts: GmnnSparkModelTest
// ParamAccess: GmnnClassifierTest
// PartDistributions: OneMachineTest
// PartSurroundings: SparkEmbedderTest
// SavedParams: ForgedFoldersTest
// SettingParams: GmnnClassifierTest
// SparkEngine: OneMachineTest
// SparkLabelPropagation: OneMachineTest
// ValidationPredictions: OneMachineTest
