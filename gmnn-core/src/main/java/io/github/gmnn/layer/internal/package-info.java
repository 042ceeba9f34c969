/**
 * What layers and networks share to reach ND4J: copies between its memory and ours, and its random
 * generator; and what a layer that reads edges asks of graphs that lie in parts. Applications do
 * not see it; it changes without notice.
 */
@NullMarked
package io.github.gmnn.layer.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Nd4jArrays: ParameterUpdaterTest
// Nd4jRandomness: GraphNetworkTest
