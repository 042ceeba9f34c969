package io.github.gmnn.em;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RowSet;
import io.github.gmnn.network.internal.NetworkState;
import io.github.gmnn.network.internal.Posterior;

/** q without a network: a free categorical distribution per node, uniform at first. */
final class FreePosterior implements Posterior {
  /** Keeps logarithms of probabilities that are zero finite. */
  private static final float FLOOR = 1e-9f;

  private final DenseMatrix logits;

  FreePosterior(int nodes, int classes) {
    logits = DenseMatrix.zeros(nodes, classes);
  }

  /**
   * Sets the distributions of some nodes and returns by how much their logarithms changed, the mean
   * over nodes and classes.
   */
  double set(DenseMatrix distributions, int[] nodes) {
    double change = 0;
    int classes = logits.columns();
    for (int node : nodes) {
      for (int c = 0; c < classes; c++) {
        float value = (float) Math.log(Math.max(FLOOR, distributions.get(node, c)));
        change += Math.abs(value - logits.get(node, c));
        logits.set(node, c, value);
      }
    }
    return change / (nodes.length * (double) classes);
  }

  @Override
  public DenseMatrix logits() {
    return logits;
  }

  @Override
  public DenseMatrix logits(RowSet nodes) {
    return logits;
  }

  @Override
  public boolean isFinite() {
    return NetworkState.areFinite(logits.data());
  }

  @Override
  public NetworkState state() {
    return new NetworkState(new float[][] {logits.data().clone()}, new float[1][0], 0);
  }

  @Override
  public void restore(NetworkState state) {
    logits.copyFrom(DenseMatrix.wrap(logits.rows(), logits.columns(), state.parameters()[0]));
  }
}
