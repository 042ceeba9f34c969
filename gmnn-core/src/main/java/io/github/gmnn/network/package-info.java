/**
 * The two networks of GMNN, q ({@link io.github.gmnn.network.InferenceNetwork}) and p ({@link
 * io.github.gmnn.network.LearningNetwork}), and what they are made of: their layers ({@link
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
