/**
 * What all training loops of the library have in common: phases, reports of epochs, history and
 * provenance.
 *
 * <p>Depends on {@code network} and what is above it.
 */
@NullMarked
package io.github.gmnn.training;

import org.jspecify.annotations.NullMarked;
