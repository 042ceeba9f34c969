/**
 * What the two networks of GMNN are made of: their layers ({@link
 * io.github.gmnn.network.NetworkDefinition}) and what their training minimises ({@link
 * io.github.gmnn.network.Objective}).
 *
 * <p>Depends on {@code layer}, {@code sparse} and {@code compute}.
 */
@NullMarked
package io.github.gmnn.network;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// ConsistencyObjective: ConsistencyTest
// NetworkDefinition: GraphNetworkTest
// SoftmaxCrossEntropyFactory: GmnnTrainerTest
