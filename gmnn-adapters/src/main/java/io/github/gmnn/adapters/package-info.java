/**
 * Graphs as applications have them: those of JGraphT, and those that two queries of a database
 * give. JGraphT is an optional dependency, which an application that has such graphs names itself.
 */
@NullMarked
package io.github.gmnn.adapters;

import org.jspecify.annotations.NullMarked;
