package io.github.gmnn.network;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;

/**
 * What an {@link Objective} sees of a step: what the network gave for every node in each pass, and
 * where the gradients there go.
 */
public interface Outputs {
  /** Returns the number of passes. */
  int passes();

  /** Returns what a pass gave, a row per node: logits where the network classifies. */
  DenseMatrix logits(int pass);

  /** Returns where the gradient of the loss at {@link #logits} goes. */
  DenseMatrix gradient(int pass);

  /** Returns the epoch within its phase, from 1. */
  int epoch();

  /** Returns the objective's own randomness of this step. */
  RandomStream random();

  /** Returns the threads to use. */
  Workers workers();
}
