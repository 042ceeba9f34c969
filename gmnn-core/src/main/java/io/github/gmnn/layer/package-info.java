/**
 * Graph layers for Deeplearning4j, and the base for layers of your own.
 *
 * <p>A layer is one class, a subclass of {@link io.github.gmnn.layer.GraphLayer}: it names its
 * parameters and says its forward and backward pass over {@code float} matrices. The same class
 * works inside any DL4J {@code MultiLayerNetwork} and inside the networks of this library, which
 * drive it without copies through ND4J.
 *
 * <p>Depends on {@code sparse} and {@code compute} alone.
 */
@NullMarked
package io.github.gmnn.layer;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// ActivationPass: GraphConvLayerTest
// AttachedDl4jLayer: Dl4jTrainingTest
// AttachedGraphLayer: GraphConvLayerTest
// AttachedLayer: GraphConvLayerTest
// AttentionEdges: GraphAttentionLayerTest
// Dl4jGraphLayer: Dl4jTrainingTest
// EdgeAttention: EdgeAwareConvLayerTest
// EdgeMessages: EdgeAwareConvLayerTest
// FanInUniform: InferenceKindsTest
// FanOutUniform: GraphConvLayerTest
// GlorotUniform: BackboneTest
// GraphLayer: GraphConvLayerTest
// GraphLayers: Dl4jTrainingTest
// GraphParamInitializer: GraphConvLayerTest
// MessageStep: RelationalConvLayerTest
// OperatorStep: RelationalConvLayerTest
// Parameter: GraphConvLayerTest
// Pass: GraphConvLayerTest
// RelationWeights: RelationalConvLayerTest
// RelationalStep: RelationalConvLayerTest
// UniformWeights: GraphConvLayerTest
