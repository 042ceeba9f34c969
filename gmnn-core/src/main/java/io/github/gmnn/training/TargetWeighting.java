package io.github.gmnn.training;

/** How much labelled and unlabelled nodes count in an E-step, relative to each other (Eq. 12). */
public enum TargetWeighting {
  /** Every node the same: the released code's rule and the default. */
  TOGETHER,
  /**
   * The mean over labelled nodes and the mean over unlabelled ones, added: the few labels that are
   * known count as much as the many that p predicts.
   */
  APART
}
