/**
 * What a fit reports, the same for the classifier and the embedder: phases, epochs, history and
 * provenance.
 *
 * <p>Depends on {@code network} and what is above it.
 */
@NullMarked
package io.github.gmnn.training;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Phase: ProgressListenerTest
// Provenance: ModelFileTest
// Teacher: ConfidentEmTest
// TrainingHistory: EpochLoopTest
// ValidationMetric: RankingTest
