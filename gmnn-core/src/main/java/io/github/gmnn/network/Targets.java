package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The targets of training: a distribution over the classes for each node, the nodes that count, and
 * how much each counts.
 *
 * <p>Immutable as long as the caller leaves the arrays alone.
 */
public final class Targets {
  private final DenseMatrix distributions;
  private final int[] nodes;
  private final RowSet rows;
  private final float[] weights;
  private final double totalWeight;

  private Targets(DenseMatrix distributions, int[] nodes, float[] weights, double totalWeight) {
    if (nodes.length == 0) {
      throw new IllegalArgumentException("targets need at least one node");
    }
    this.distributions = distributions;
    this.nodes = nodes;
    this.rows = RowSet.of(distributions.rows(), nodes);
    this.weights = weights;
    this.totalWeight = totalWeight;
  }

  private static double sum(float[] weights) {
    double sum = 0;
    for (float weight : weights) {
      sum += weight;
    }
    return sum;
  }

  /**
   * Names targets of which each counts by the expected class weight of its distribution.
   *
   * @param distributions a row per node, each summing to 1; rows of nodes that do not count are not
   *     read
   * @param nodes the nodes that count; at least one
   * @param classWeights a positive weight per class, or null for equal ones
   */
  public static Targets of(
      DenseMatrix distributions, int[] nodes, float @Nullable [] classWeights) {
    float[] weights = expected(distributions, nodes, classWeights);
    return new Targets(distributions, nodes, weights, sum(weights));
  }

  /**
   * Names targets of two groups of nodes whose means are added: however many unlabelled nodes there
   * are, the labelled ones together count as much.
   *
   * @param distributions a row per node, each summing to 1
   * @param labelled the nodes of one group, at least one
   * @param others the nodes of the other group, perhaps none
   * @param classWeights a positive weight per class, or null for equal ones; they weigh among the
   *     labelled nodes alone
   */
  public static Targets apart(
      DenseMatrix distributions, int[] labelled, int[] others, float @Nullable [] classWeights) {
    int[] nodes = Arrays.copyOf(labelled, labelled.length + others.length);
    System.arraycopy(others, 0, nodes, labelled.length, others.length);
    float[] weights = new float[nodes.length];
    int next = 0;
    for (float[] ofGroup :
        List.of(
            expected(distributions, labelled, classWeights),
            expected(distributions, others, null))) {
      double sum = sum(ofGroup);
      for (float weight : ofGroup) {
        weights[next++] = (float) (weight / sum);
      }
    }
    return new Targets(distributions, nodes, weights, 1);
  }

  private static float[] expected(
      DenseMatrix distributions, int[] nodes, float @Nullable [] classWeights) {
    float[] weights = new float[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      double weight = 1;
      if (classWeights != null) {
        weight = 0;
        for (int c = 0; c < distributions.columns(); c++) {
          weight += classWeights[c] * distributions.get(nodes[i], c);
        }
      }
      weights[i] = (float) weight;
    }
    return weights;
  }

  /**
   * Names targets with a weight for each node.
   *
   * @param distributions a row per node, each summing to 1
   * @param nodes the nodes that count; at least one
   * @param weights the weight of each of {@code nodes}, positive
   * @throws IllegalArgumentException if there are not as many weights as nodes
   */
  public static Targets weighted(DenseMatrix distributions, int[] nodes, float[] weights) {
    return new Targets(distributions, nodes, checked(weights, nodes), sum(weights));
  }

  /**
   * Names targets whose weights mean something by themselves: a step's loss is their weighted sum,
   * not a mean.
   *
   * @param distributions a row per node, each summing to 1
   * @param nodes the nodes that count; at least one
   * @param weights the weight of each of {@code nodes}
   * @throws IllegalArgumentException if there are not as many weights as nodes
   */
  public static Targets summed(DenseMatrix distributions, int[] nodes, float[] weights) {
    return summed(distributions, nodes, weights, 1);
  }

  /**
   * Names such targets of one part of a graph, whose losses and gradients are added to those of
   * other parts.
   *
   * @param distributions a row per node, each summing to 1
   * @param nodes the nodes of the part that count; at least one
   * @param weights the weight of each of {@code nodes}
   * @param share how much of the whole this part is: the shares of all parts sum to 1
   * @throws IllegalArgumentException if there are not as many weights as nodes
   */
  public static Targets summed(
      DenseMatrix distributions, int[] nodes, float[] weights, double share) {
    return new Targets(distributions, nodes, checked(weights, nodes), share);
  }

  private static float[] checked(float[] weights, int[] nodes) {
    if (weights.length != nodes.length) {
      throw new IllegalArgumentException(
          "expected a weight for each of " + nodes.length + " nodes, got " + weights.length);
    }
    return weights;
  }

  /** Returns the target distribution of every node. */
  public DenseMatrix distributions() {
    return distributions;
  }

  /** Returns the nodes that count; not a copy. */
  public int[] nodes() {
    return nodes;
  }

  /** Returns the nodes that count as rows of the graph's matrices; perhaps some more. */
  public RowSet rows() {
    return rows;
  }

  /** Returns the weight of each of {@link #nodes()}; not a copy. */
  public float[] weights() {
    return weights;
  }

  /**
   * Returns what a step divides the sum of the weighted losses by: the sum of the weights, unless
   * they were scaled to mean something by themselves.
   */
  public double totalWeight() {
    return totalWeight;
  }
}
