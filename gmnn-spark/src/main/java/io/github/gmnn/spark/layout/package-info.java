/**
 * The graph in parts (internal): vertices and edges are read, numbered and packed into parts, each
 * with its nodes' rows of the adjacency, its halo, and mirrors of nodes whose edges are spread. A
 * part knows how to propagate when it has got what the others sent. Uses no other package of this
 * module.
 */
@NullMarked
package io.github.gmnn.spark.layout;

import org.jspecify.annotations.NullMarked;
