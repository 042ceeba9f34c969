/**
 * GMNN on Apache Spark, for graphs that outgrow one machine: an estimator and a model by the
 * conventions of Spark ML.
 *
 * <p>The graph lies in parts, each with its nodes' rows of the adjacency. Training runs on blocks:
 * target nodes with what is around them. Both hold the networks of {@code io.github.gmnn.network}
 * as one machine does; here is what spreads them.
 */
@NullMarked
package io.github.gmnn.spark;

import org.jspecify.annotations.NullMarked;
