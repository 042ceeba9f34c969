/**
 * The variational EM of the paper. Public only because Java requires it: applications use {@link
 * io.github.gmnn.training} and the trainer.
 */
@NullMarked
package io.github.gmnn.em;

import org.jspecify.annotations.NullMarked;
