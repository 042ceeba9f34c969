/**
 * How good predictions are, how to decide by them, and what they rest on: figures of an evaluation,
 * decision thresholds, prediction sets, explanations. It knows distributions and labels, no models:
 * {@code Predictions} and {@code GmnnModel} call it.
 */
@NullMarked
package io.github.gmnn.evaluation;

import org.jspecify.annotations.NullMarked;
