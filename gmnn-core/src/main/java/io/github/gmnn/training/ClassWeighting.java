package io.github.gmnn.training;

/**
 * How much the classes weigh in the loss of true labels: in pre-training, and for labelled nodes in
 * E-steps. What q and p learn from each other is not weighted.
 */
public enum ClassWeighting {
  /** Every node counts the same: the paper's choice and the default. */
  UNIFORM,
  /**
   * Every class counts the same: a node counts by the inverse of how many training nodes have its
   * class.
   */
  BALANCED
}
