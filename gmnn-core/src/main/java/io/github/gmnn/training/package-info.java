/**
 * What all training loops of the library have in common: phases, reports of epochs, history and
 * provenance.
 *
 * <p>Depends on {@code network} and what is above it.
 */
package io.github.gmnn.training;
