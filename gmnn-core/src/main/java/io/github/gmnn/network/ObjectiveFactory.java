package io.github.gmnn.network;

/**
 * Makes the objective of a phase from what it trains towards. {@code SoftmaxCrossEntropy::new} is
 * the paper's; one with settings of its own is best a record, whose text then names them.
 */
@FunctionalInterface
public interface ObjectiveFactory {
  /**
   * Makes an objective.
   *
   * @param targets the distributions to train towards, the nodes that count, and their weights
   */
  Objective of(Targets targets);

  /** Returns how many passes a step of its objectives makes; 1 unless overridden. */
  default int passes() {
    return 1;
  }

  /** Returns the factory of {@link SoftmaxCrossEntropy}. */
  static ObjectiveFactory softmaxCrossEntropy() {
    return SoftmaxCrossEntropyFactory.INSTANCE;
  }
}
