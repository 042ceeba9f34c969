package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.InferenceNetwork;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Targets;

/** q as the EM loop sees it: a network over attributes, or a free categorical per node. */
interface Posterior {
  /** Moves q towards its targets by one epoch and returns the loss. */
  double train(Targets targets, RandomStream random);

  /** The logits of every node; overwritten by the next pass. */
  DenseMatrix logits();

  /** The logits of some nodes, in their rows; overwritten by the next pass. */
  DenseMatrix logits(int[] nodes);

  NetworkState state();

  void restore(NetworkState state);

  /** q as a network: amortised inference. */
  record Amortized(InferenceNetwork network) implements Posterior {
    @Override
    public double train(Targets targets, RandomStream random) {
      return network.trainEpoch(targets, random);
    }

    @Override
    public DenseMatrix logits() {
      return network.logits();
    }

    @Override
    public DenseMatrix logits(int[] nodes) {
      return network.logits(nodes);
    }

    @Override
    public NetworkState state() {
      return network.state();
    }

    @Override
    public void restore(NetworkState state) {
      network.restore(state);
    }
  }
}
