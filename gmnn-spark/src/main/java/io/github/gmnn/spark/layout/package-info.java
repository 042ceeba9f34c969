/**
 * The graph in parts (internal): vertices and edges are read, numbered and packed into parts, each
 * with its nodes' rows of the adjacency, its halo, and mirrors of nodes whose edges are spread. A
 * part knows how to propagate when it has got what the others sent. Uses no other package of this
 * module.
 */
@NullMarked
package io.github.gmnn.spark.layout;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// EdgeChunk: ExchangeTest
// EdgeNumbers: NumbersOnEdgesTest
// EdgeRows: ExchangeTest
// EdgeTypes: OneMachineTest
// GraphSource: ExchangeTest
// Mirrors: ExchangeTest
// NeighborSampling: OneMachineTest
// NumberPartitioner: ExchangeTest
// NumberedEdges: NumbersOnEdgesTest
// Numbering: ExchangeTest
// OperatorRows: OneMachineTest
// Packing: ExchangeTest
// Part: ExchangeTest
// PartBuilder: ExchangeTest
// PartEdges: NumbersOnEdgesTest
// PartLinks: ExchangeTest
// PartRelations: ExchangeTest
// PartitionedGraph: ExchangeTest
// PendingPropagation: ExchangeTest
// Propagation: ExchangeTest
// RawPart: ExchangeTest
// RelationLinks: OneMachineTest
// RelationRows: OneMachineTest
// SampledPart: GraphSampleTest
// ScalerArrays: OneMachineTest
// SparseArrays: PropagatedFeaturesTest
// SplitNodes: OneMachineTest
// Survey: OneMachineTest
// ValidationRows: OneMachineTest
// ValidationSample: OneMachineTest
// VertexBucket: ExchangeTest
// VertexColumns: GmnnClassifierTest
// Vertices: ExchangeTest
