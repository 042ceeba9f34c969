package io.github.gmnn.network.internal;

import io.github.gmnn.compute.DenseMatrix;
import io.github.gmnn.compute.RandomStream;
import io.github.gmnn.compute.Workers;
import io.github.gmnn.network.Outputs;
import java.util.ArrayList;
import java.util.List;

/** The outputs of a step. Buffers are made once for a network and used again in every step. */
public final class StepOutputs implements Outputs {
  private final int nodes;
  private final int columns;
  private final Workers workers;
  private final List<DenseMatrix> logits = new ArrayList<>();
  private final List<DenseMatrix> gradients = new ArrayList<>();
  private int passes;
  private int epoch;

  @SuppressWarnings("NullAway.Init") // start() sets it for each step
  private RandomStream random;

  /** Makes outputs of so many nodes and columns. */
  public StepOutputs(int nodes, int columns, Workers workers) {
    this.nodes = nodes;
    this.columns = columns;
    this.workers = workers;
  }

  /** Starts a step. */
  public void start(int passCount, int newEpoch, RandomStream newRandom) {
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
  public void take(int pass, DenseMatrix output) {
    logits.set(pass, output);
  }

  @Override
  public int passes() {
    return passes;
  }

  @Override
  public DenseMatrix logits(int pass) {
    return logits.get(pass);
  }

  @Override
  public DenseMatrix gradient(int pass) {
    return gradients.get(pass);
  }

  @Override
  public int epoch() {
    return epoch;
  }

  @Override
  public RandomStream random() {
    return random;
  }

  @Override
  public Workers workers() {
    return workers;
  }
}
