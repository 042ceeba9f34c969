/**
 * Statistical relational learning: methods that the paper compares GMNN with, and that are useful
 * by themselves if you want a small, interpretable model of labels on a graph.
 *
 * <p>{@link io.github.gmnn.baseline.relational.RelationalClassifier} is the entry point. Relational
 * Markov networks and Markov logic networks are pairwise conditional random fields over the labels,
 * with marginals by loopy belief propagation; a probabilistic relational model is a directed
 * dependency on the neighbours' labels, with iterative classification.
 */
@NullMarked
package io.github.gmnn.baseline.relational;

import org.jspecify.annotations.NullMarked;
