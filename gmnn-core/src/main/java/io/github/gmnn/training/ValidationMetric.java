package io.github.gmnn.training;

/** What validation nodes choose the epoch by; the larger the better. */
public enum ValidationMetric {
  /** The share of correct labels: the paper's choice and the default. */
  ACCURACY,
  /** The mean of the classes' F1, for unbalanced classes. */
  MACRO_F1
}
