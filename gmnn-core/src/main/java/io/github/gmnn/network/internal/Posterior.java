package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;

/**
 * q as what is around it sees it: a distribution over the labels of each node, given as logits. A
 * network over attributes ({@link InferenceGraphNetwork}), or a free categorical per node.
 */
public interface Posterior extends Trainable {
  /** Returns the logits of every node; overwritten by the next pass. */
  DenseMatrix logits();

  /** Returns the logits of some nodes, in their rows; overwritten by the next pass. */
  DenseMatrix logits(RowSet nodes);
}
