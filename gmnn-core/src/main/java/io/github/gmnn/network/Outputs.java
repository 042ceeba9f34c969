package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link Objective} sees of a step: what the network gave for every node in each pass, and
 * where the gradients there go. Buffers are made once for a network and used again in every step.
 */
public final class Outputs {
  private final int nodes;
  private final int columns;
  private final Workers workers;
  private final List<DenseMatrix> logits = new ArrayList<>();
  private final List<DenseMatrix> gradients = new ArrayList<>();
  private int passes;
  private int epoch;
  private @Nullable RandomStream random;

  Outputs(int nodes, int columns, Workers workers) {
    this.nodes = nodes;
    this.columns = columns;
    this.workers = workers;
  }

  void start(int passCount, int newEpoch, RandomStream newRandom) {
    passes = passCount;
    epoch = newEpoch;
    random = newRandom;
    for (int pass = 0; pass < passCount; pass++) {
      if (pass == gradients.size()) {
        gradients.add(DenseMatrix.zeros(nodes, columns));
        logits.add(null);
      } else {
        gradients.get(pass).fill(0f);
      }
    }
  }

  /** Takes over what a pass gave, which stands until the next step. */
  void take(int pass, DenseMatrix output) {
    logits.set(pass, output);
  }

  /** Returns the number of passes. */
  public int passes() {
    return passes;
  }

  /** Returns what a pass gave, a row per node: logits where the network classifies. */
  public DenseMatrix logits(int pass) {
    return logits.get(pass);
  }

  /** Returns where the gradient of the loss at {@link #logits} goes. */
  public DenseMatrix gradient(int pass) {
    return gradients.get(pass);
  }

  /** Returns the epoch within its phase, from 1. */
  public int epoch() {
    return epoch;
  }

  /** Returns the objective's own randomness of this step. */
  public RandomStream random() {
    return Objects.requireNonNull(random, "no step yet");
  }

  /** Returns the threads to use. */
  public Workers workers() {
    return workers;
  }
}
