package io.github.gmnn;

/** How much the classes weigh in the loss. */
public enum ClassWeighting {
  /** Every node weighs the same. */
  UNIFORM,
  /**
   * Every class weighs the same: a node's weight is inverse to its class's number of training
   * nodes.
   */
  BALANCED
}
