/**
 * Graphs as the application sees them: nodes with its own keys, edges, features and labels; the
 * builder, adapters from Guava's graphs, feature scaling, random splits and generated data.
 *
 * <p>Depends on {@link io.github.gmnn.sparse}, {@link io.github.gmnn.compute} and Guava alone.
 */
@NullMarked
package io.github.gmnn.graph;

import org.jspecify.annotations.NullMarked;
