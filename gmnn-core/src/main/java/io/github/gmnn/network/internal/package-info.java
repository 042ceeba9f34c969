/**
 * The two networks of GMNN on a graph, {@link io.github.gmnn.network.internal.InferenceNetwork} (q)
 * and {@link io.github.gmnn.network.internal.LearningNetwork} (p), and the training step they
 * share.
 *
 * <p>Deeplearning4j is the container (layer configurations, parameters, JSON, listeners); the step
 * itself - forward, softmax cross-entropy, backward, update - is driven here, over plain arrays
 * that are made once per fit.
 *
 * <p>Not for applications, whatever is public here: a trained model gives its networks as
 * Deeplearning4j's.
 */
@NullMarked
package io.github.gmnn.network.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Dl4jNetworks: ListenerBridgeTest
// InferenceNetwork: GraphNetworkTest
// NetworkState: GraphNetworkTest
// SampleMean: LearningNetworkTest
// StepOutputs: ObjectiveTest
// Trainable: SelectionTest
