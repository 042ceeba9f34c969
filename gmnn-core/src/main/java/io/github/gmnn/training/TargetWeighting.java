package io.github.gmnn.training;

/** How labelled and unlabelled nodes count beside each other in an E-step (Eq. 12). */
public enum TargetWeighting {
  /** Every node the same: the released code's rule and the default. */
  TOGETHER,
  /**
   * The mean over labelled nodes and the mean over unlabelled ones, added: the few labels that are
   * known count as much as the many that p predicts.
   */
  APART
}
