package io.github.gmnn.embedding.internal;

import io.github.gmnn.compute.DenseMatrix;

/**
 * Surroundings of which every fifth node may be {@linkplain HopChoice#hidden hidden}: all that the
 * choice of hops asks of a graph, wherever the graph lies.
 */
public interface HidingSurroundings extends Surroundings {
  /** Returns whether two nodes have a feature in common. */
  boolean shareFeatures();

  /** Returns the same surroundings with another C. */
  Surroundings with(float[] columnFactors);

  /**
   * Looks at hidden nodes by some sums of their features, less the means of these.
   *
   * @param sums features x {@link HopChoice#SUMS}
   * @param steps over how many steps the sums of all other nodes are averaged
   * @return over the hidden nodes, the sum of products of what is around them and their own, that
   *     of squares of the former, and that of squares of the latter
   */
  double[] aroundHidden(DenseMatrix sums, int steps);

  /**
   * Looks at vectors, which are features times weights, less means before and after steps, and at
   * sums of features beside them.
   *
   * @param weights features x {@link HopChoice#SUMS}
   * @param steps over how many steps the vectors are averaged
   * @param sums features x {@link HopChoice#SUMS}
   * @return the moments of the nodes that are seen, and those of the hidden ones
   */
  Moments[] moments(DenseMatrix weights, int steps, DenseMatrix sums);
}
