/**
 * How explanations are found, and who is like a node. Not for applications, whatever is public
 * here.
 */
@NullMarked
package io.github.gmnn.evaluation.internal;

import org.jspecify.annotations.NullMarked;

// Tested by a test of another name:
// Explainer: ExplanationTest
// LocalEdges: ExplanationTest
// Surroundings: ExplanationTest
