/** What learners of embeddings share with q, which may read vectors, and with other modules. */
@NullMarked
package io.github.gmnn.embedding.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// GraphSurroundings: PrincipalComponentsTest
// Moments: OtherHalfTest
// Surroundings: PrincipalComponentsTest
// TrainablePair: NodePredictorTest
