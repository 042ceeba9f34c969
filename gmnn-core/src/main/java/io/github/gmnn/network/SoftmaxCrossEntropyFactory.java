package io.github.gmnn.network;

/** Makes {@link SoftmaxCrossEntropy}; an enum and no lambda, so that it has a name. */
enum SoftmaxCrossEntropyFactory implements Objective.Factory {
  INSTANCE;

  @Override
  public Objective of(Targets targets) {
    return new SoftmaxCrossEntropy(targets);
  }

  @Override
  public String toString() {
    return "softmax cross-entropy";
  }
}
