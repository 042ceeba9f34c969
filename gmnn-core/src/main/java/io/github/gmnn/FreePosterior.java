package io.github.gmnn;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.network.NetworkState;
import io.github.gmnn.network.Targets;

/**
 * q without a network: a free categorical distribution per node, uniform at first, set to the
 * mean-field fixed point of Eq. 8 in each round: log q(y_n) = E[log p(y_n | ŷ_NB(n))] + const.
 */
final class FreePosterior implements Posterior {
  /** Keeps logarithms of targets that are zero finite. */
  private static final float FLOOR = 1e-9f;

  private final DenseMatrix logits;

  FreePosterior(int nodes, int classes) {
    logits = DenseMatrix.zeros(nodes, classes);
  }

  @Override
  public double train(Targets targets, RandomStream random) {
    double change = 0;
    int classes = logits.columns();
    for (int node : targets.nodes()) {
      for (int c = 0; c < classes; c++) {
        float value = (float) Math.log(Math.max(FLOOR, targets.distributions().get(node, c)));
        change += Math.abs(value - logits.get(node, c));
        logits.set(node, c, value);
      }
    }
    return change / (targets.nodes().length * (double) classes);
  }

  @Override
  public DenseMatrix logits() {
    return logits;
  }

  @Override
  public DenseMatrix logits(int[] nodes) {
    return logits;
  }

  @Override
  public NetworkState state() {
    return new NetworkState(new float[][] {logits.data().clone()}, new float[1][0], 0);
  }

  @Override
  public void restore(NetworkState state) {
    System.arraycopy(state.parameters()[0], 0, logits.data(), 0, logits.data().length);
  }
}
