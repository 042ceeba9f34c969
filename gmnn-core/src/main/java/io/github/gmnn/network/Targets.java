package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;

/**
 * What a network is trained towards: a distribution over the classes for each node, and the nodes
 * that count.
 *
 * <p>The loss is the mean over the nodes of the cross-entropy, each weighted by the expected class
 * weight of its target. Immutable as long as the caller leaves the arrays alone.
 */
public final class Targets {
  private final DenseMatrix distributions;
  private final int[] nodes;
  private final float[] nodeWeights;

  /**
   * Names targets.
   *
   * @param distributions a row per node, each summing to 1; rows of nodes that do not count are not
   *     read
   * @param nodes the nodes that count; at least one
   * @param classWeights a positive weight per class, or null for equal ones
   */
  public Targets(DenseMatrix distributions, int[] nodes, float[] classWeights) {
    if (nodes.length == 0) {
      throw new IllegalArgumentException("targets need at least one node");
    }
    this.distributions = distributions;
    this.nodes = nodes;
    this.nodeWeights = new float[nodes.length];
    double sum = 0;
    for (int i = 0; i < nodes.length; i++) {
      double weight = 1;
      if (classWeights != null) {
        weight = 0;
        for (int c = 0; c < distributions.columns(); c++) {
          weight += classWeights[c] * distributions.get(nodes[i], c);
        }
      }
      nodeWeights[i] = (float) weight;
      sum += weight;
    }
    for (int i = 0; i < nodes.length; i++) {
      nodeWeights[i] = (float) (nodeWeights[i] / sum);
    }
  }

  /** Returns the target distribution of every node. */
  public DenseMatrix distributions() {
    return distributions;
  }

  /** Returns the nodes that count; not a copy. */
  public int[] nodes() {
    return nodes;
  }

  /** The share of each node in the loss, in the order of {@link #nodes()}; they sum to 1. */
  float[] nodeWeights() {
    return nodeWeights;
  }
}
