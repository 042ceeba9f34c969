package io.github.gmnn.network.internal;

import java.util.Arrays;

/**
 * The gradient of a loss at all parameters of a network, as one flat vector in the order of DL4J's,
 * and the loss itself; both as sums, with the weight they count for. Gradients of parts of a graph,
 * of several samples or machines, add up by {@link #add}.
 */
public final class Gradient {
  private final float[] values;
  private double loss;
  private double weight;
  private boolean empty = true;

  /**
   * Makes an empty gradient.
   *
   * @param parameters how many numbers the network's parameters have in all
   */
  public Gradient(int parameters) {
    this.values = new float[parameters];
  }

  /** Returns the sums themselves, in the order of the parameters. */
  public float[] values() {
    return values;
  }

  /** Returns the sum of the losses. */
  public double loss() {
    return loss;
  }

  /** Returns the weight that the sums count for. */
  public double weight() {
    return weight;
  }

  /** Returns the loss over its weight. */
  public double meanLoss() {
    return loss / weight;
  }

  /** Returns to zero. */
  public void clear() {
    Arrays.fill(values, 0f);
    loss = 0;
    weight = 0;
    empty = true;
  }

  /**
   * Adds the gradient of another part.
   *
   * @param other of the same network
   * @throws IllegalArgumentException if it has another length
   */
  public void add(Gradient other) {
    add(other.values, other.loss, other.weight);
  }

  /**
   * Adds the gradient of another part that comes from elsewhere.
   *
   * @param sums its {@link #values()}
   * @param addedLoss its {@link #loss()}
   * @param addedWeight its {@link #weight()}
   * @throws IllegalArgumentException if it has another length
   */
  public void add(float[] sums, double addedLoss, double addedWeight) {
    if (sums.length != values.length) {
      throw new IllegalArgumentException(
          "cannot add a gradient of " + sums.length + " parameters to one of " + values.length);
    }
    add(sums, 0);
    addedAll();
    count(addedLoss, addedWeight);
  }

  /** Adds what one parameter's slot holds; {@link #addedAll} follows the last slot. */
  void add(float[] part, int start) {
    if (empty) {
      System.arraycopy(part, 0, values, start, part.length);
      return;
    }
    for (int i = 0; i < part.length; i++) {
      values[start + i] += part[i];
    }
  }

  /** Says that a whole gradient was added, so that the next one is added to it. */
  void addedAll() {
    empty = false;
  }

  /** Counts the loss of what was added. */
  void count(double addedLoss, double addedWeight) {
    loss += addedLoss;
    weight += addedWeight;
  }
}
