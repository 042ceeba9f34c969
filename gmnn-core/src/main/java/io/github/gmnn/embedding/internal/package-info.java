/** What learners of embeddings share, here and in other modules. */
@NullMarked
package io.github.gmnn.embedding.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Surroundings: PrincipalComponentsTest
// TrainablePair: NodePredictorTest
