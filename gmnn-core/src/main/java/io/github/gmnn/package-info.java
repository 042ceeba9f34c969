/**
 * Graph Markov Neural Networks (Qu, Bengio, Tang; ICML 2019): classifies the nodes of a graph in
 * which few labels are known.
 *
 * <p>{@link io.github.gmnn.Gmnn} is the entry point, {@link io.github.gmnn.GmnnTrainer} holds the
 * settings and runs the pseudolikelihood variational EM, {@link io.github.gmnn.GmnnModel} is its
 * result.
 */
@NullMarked
package io.github.gmnn;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Decisions: GmnnModelTest
// Gmnn: LinkClassificationTest
// LinkSettings: LinkClassificationTest
// ModelSummary: ReadableTextTest
// Prediction: GmnnModelTest
