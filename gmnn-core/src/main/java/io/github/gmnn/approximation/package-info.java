/**
 * Strategies that turn q's predictions into annotations of all nodes, which p learns from: the five
 * of the paper, behind an interface for more.
 *
 * <p>Depends on {@code compute} alone.
 */
@NullMarked
package io.github.gmnn.approximation;

import org.jspecify.annotations.NullMarked;
