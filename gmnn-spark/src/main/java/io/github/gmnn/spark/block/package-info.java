/**
 * Training on blocks (internal): target nodes with their receptive fields, sampled if there is a
 * cap, on which executors compute losses, gradients and validation counts. Uses {@code layout} and
 * {@code exchange}.
 */
@NullMarked
package io.github.gmnn.spark.block;

import org.jspecify.annotations.NullMarked;
