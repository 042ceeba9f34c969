/**
 * Sparse linear algebra on {@code float[]}: compressed-row matrices, the operators that layers
 * propagate with, implicit line graphs, and the kernels behind them.
 *
 * <p>Depends on {@link io.github.gmnn.compute} alone.
 */
@NullMarked
package io.github.gmnn.sparse;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Adjacency: CsrAdjacencyTest
// AllRelations: TypedGraphTest
// AttributedAdjacency: AttributedGraphTest
// EarlierLinkAdjacency: LinkRelationTest
// EdgeAttributes: AttributedGraphTest
// EdgeEnds: AttributedGraphTest
// EdgeList: TypedGraphTest
// LineBundles: ImplicitLineAdjacencyTest
// LineGroups: ImplicitLineAdjacencyTest
// LineOperator: ImplicitLineAdjacencyTest
// LineRelations: LinkRelationTest
// LinearOperator: HopsTest
// LinkGroups: LinkRelationTest
// LinksInTime: LinkRelationTest
// NamedRelations: LinkRelationTest
// TypedAdjacency: TypedGraphTest
