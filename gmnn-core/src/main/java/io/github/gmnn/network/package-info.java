/**
 * The two networks of GMNN, {@link io.github.gmnn.network.InferenceNetwork} (q) and {@link
 * io.github.gmnn.network.LearningNetwork} (p), and the training step they share.
 *
 * <p>Deeplearning4j is the container (layer configurations, parameters, JSON, listeners); the step
 * itself - forward, softmax cross-entropy, backward, update - is driven here, over plain arrays
 * that are made once per fit.
 *
 * <p>Depends on {@code layer}, {@code sparse} and {@code compute}.
 */
@NullMarked
package io.github.gmnn.network;

import org.jspecify.annotations.NullMarked;
