/**
 * How the two networks of GMNN work on a graph, {@link
 * io.github.gmnn.network.internal.InferenceGraphNetwork} (q) and {@link
 * io.github.gmnn.network.internal.LearningGraphNetwork} (p), and the training step they share.
 *
 * <p>Deeplearning4j is the container (layer configurations, parameters, JSON, listeners); the step
 * itself - forward, softmax cross-entropy, backward, update - is driven here, over plain arrays
 * that are made once per fit.
 *
 * <p>Not for applications, whatever is public here: they have {@link
 * io.github.gmnn.network.InferenceNetwork} and {@link io.github.gmnn.network.LearningNetwork}, and
 * a trained model gives its networks as Deeplearning4j's.
 */
@NullMarked
package io.github.gmnn.network.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// ChangedRows: PropagatedStatesTest
// Dl4jNetworks: ListenerBridgeTest
// HopCounter: GraphPredictorTest
// InferenceGraphNetwork: GraphNetworkTest
// LearningGraphNetwork: LearningNetworkTest
// NetworkState: GraphNetworkTest
// SampleMean: LearningNetworkTest
// SampledSteps: SamplingTest
// SpreadingRows: PropagatedStatesTest
// SpreadingWeights: PropagatedStatesTest
// StepOutputs: ObjectiveTest
// Trainable: SelectionTest
